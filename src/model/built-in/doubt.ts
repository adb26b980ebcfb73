// Does free text next to a change ("…, it broke") give a reason, or does it take the change back or bend it?

const BENDS =
  /\b(?:if|unless|until|except|but|only|instead|rather|maybe|perhaps|might|wait|actually|no|nope|never mind|forget|stop|do not|later|tomorrow|kidding|joking|or|otherwise|nein|nicht|doch|also|then|ignore|when|once|after|before|should|could|would|shall|may|half|part|partly|partial|partially|some|just|card|account|credit|voucher|cash)\b/u;
const ASKS_MORE =
  /\b(?:buy|purchase|refund|cancel|restock|return|set|change|swap|replace|exchange|add|remove|close|open|give|ship|want|need|order|orders|confirm|approve)\b|[\d%$]/u;
const MAX_REASON_CHARS = 200;

/** "it broke", "because they do not fit": nothing in it asks for, forbids or delays anything. */
export function isPlainReason(text: string): boolean {
  const plain = text.replace(/\b(?:does|did|do|is|are|was|were) not\b/gu, (words) => (words === "do not" ? words : ""));
  const fits = plain.replace(/\b(?:they|these|those|lenses|frames|glasses|sunglasses) do not\b/gu, "");
  return text.length <= MAX_REASON_CHARS && !BENDS.test(fits) && !ASKS_MORE.test(fits) && !/\?/u.test(text);
}

/** The person does not (yet) want it done. */
export function isHesitant(text: string): boolean {
  return /\b(?:maybe|perhaps|possibly|might|thinking (?:of|about)|think about|consider(?:ing)?|wondering|should (?:i|we)|shall (?:i|we)|would you|some ?day|at some point|eventually|later|tomorrow|next (?:week|month|year)|not sure|might as well|interested in|tempted|or)\b/u.test(
    text,
  );
}

/** They take back what they asked for. */
export function isRefusal(text: string): boolean {
  return /^(?:(?:ok|okay|oh|ah|well|actually|hm+|sorry|please|and|so|no|then|,|\.) )*(?:no|nope|nah|nein|non|never ?mind|(?:just )?forget (?:it|that|about it|about that|everything|all of it)|stop|leave it(?: be)?|let us leave it|(?:cancel|drop|scrap|abort|skip)(?: (?:that|it|this|everything|all of it))?|nothing|no thanks?|not now|nvm|lass es|doch nicht|do not bother|(?:i )?changed my mind|i have changed my mind|on second thought no|(?:i |we )?(?:do not|no longer) (?:want|need) (?:it|them|that|those|this|anything)(?: any ?more)?)(?: [,.]? ?(?:thanks?|thank you|nothing|then|danke|forget (?:it|that)|never ?mind|sorry|actually|please|after all|any ?more|for now|no))*$/u.test(
    text,
  );
}

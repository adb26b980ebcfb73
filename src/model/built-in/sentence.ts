// What a person wrote in, the form that the rules read out: lower case, plain marks, digits, courtesies aside.
import { withDigits } from "./numbers.ts";

export interface Sentence {
  /** As it was written, in a form that can be stored. */
  original: string;
  /** Normalised, courtesies kept. */
  whole: string;
  /** Normalised, without courtesies at either end: what the rules match. */
  text: string;
  isQuestion: boolean;
  /** Put politely ("can you", "please"): a question mark or a missing verb then still makes a request. */
  isPolite: boolean;
}

const SPELLINGS: [RegExp, string][] = [
  [/\b(?:pls|plz|plse|pleas|plese)\b/gu, "please"],
  [/\b(?:thx|thanx|tnx)\b/gu, "thanks"],
  [/\bcannot\b|\bcan't\b|\bcant\b/gu, "can not"],
  [/\bwon't\b|\bwont\b/gu, "will not"],
  [/\b(?<verb>do|does|did|is|are|was|were|has|have|had|would|could|should)n't\b/gu, "$<verb> not"],
  [/\b(?<verb>do|does|did|is|are|was|were|have|has|would|could|should)nt\b/gu, "$<verb> not"],
  [/\b(?<who>what|where|who|how|that|it|there|here|which|when)'s\b/gu, "$<who> is"],
  [/\bwhats\b/gu, "what is"],
  [/\blet's\b|\blets\b/gu, "let us"],
  [/\bi'm\b|\bim\b/gu, "i am"],
  [/\b(?<who>i|we|you|he|she|they)'d\b/gu, "$<who> would"],
  [/\bid (?=like|love)/gu, "i would "],
  [/\b(?<who>i|we|you|he|she|they|it)'ll\b/gu, "$<who> will"],
  [/\bill (?=take|have|get|buy)/gu, "i will "],
  [/\b(?<who>i|we|you|they)'ve\b/gu, "$<who> have"],
  [/\b(?<who>we|you|they)'re\b/gu, "$<who> are"],
  [/\bwanna\b/gu, "want to"],
  [/\bgimme\b/gu, "give me"],
  [/\blemme\b/gu, "let me"],
  [/\bu\b/gu, "you"],
  [/\b(?:wich|whitch)\b/gu, "which"],
  [/\b(?:sunglases|sunglass|sun glasses|sunnies)\b/gu, "sunglasses"],
  [/\b(?:purchace|pruchase|purchse|puchase)\b/gu, "purchase"],
  [/\b(?:retrun|reutrn|retur|retun)\b/gu, "return"],
  [/\b(?:refud|refnud|re-fund)\b/gu, "refund"],
  [/\b(?:restok|re-stock|restck)\b/gu, "restock"],
  [/\b(?:oder|ordr|roder)\b/gu, "order"],
  [/\b(?:cancle|cancell|cansel)\b/gu, "cancel"],
  [/\b(?:cheepest|cheapst|chepest)\b/gu, "cheapest"],
  [/\b(?:expencive|expensiv|expansive)\b/gu, "expensive"],
  [/\b(?:availible|avaliable|availabel)\b/gu, "available"],
];

/** Beyond this the grammar does not even try: nobody orders in so many words. */
export const MAX_CHARS = 1_500;

export function readSentence(original: string): Sentence {
  const whole = normalise(original);
  const text = withDigits(withoutCourtesies(whole));
  return {
    original: original.slice(0, MAX_CHARS).toWellFormed().replaceAll("\0", "").trim(),
    whole,
    text,
    isQuestion: /\?$/u.test(whole),
    isPolite: /\bplease\b|^(?:hi |hello |hey |[,.] )*(?:can|could|may|will|would) (?:you|i|we)\b/u.test(whole),
  };
}

function normalise(original: string): string {
  let text = original.slice(0, MAX_CHARS).normalize("NFKC").toLowerCase();
  text = text
    .replace(/[’‘`´]/gu, "'")
    .replace(/(?<=\d),(?=\d{3}\b)/gu, "")
    .replace(/(?<=\d)\s*[-–—]\s*(?=\$?\d)/gu, " to ")
    .replace(/\s[-–—]+(?=\s)|[–—()[\]\n]/gu, " , ")
    .replace(/\b(?:no|nr|num)\. ?(?=\d)/gu, "number ")
    .replace(/#\s?(?=\d)/gu, " ")
    .replace(/\b(?<count>\d+)\s?x(?=\s)/gu, "$<count> ")
    .replace(/\bx\s?(?=\d+\b)/gu, " ")
    .replace(/[&+]/gu, " and ")
    .replace(/\s@\s?/gu, " at ");
  for (const [pattern, spelling] of SPELLINGS) text = text.replace(pattern, spelling);
  return (
    text
      .replace(/(?<=\p{L})'s\b/gu, " 's")
      // Marks become words of their own, but for the point in 6.50; the rest of the punctuation says nothing here.
      .replace(/[!;]/gu, " . ")
      .replace(/(?<!\d)[.,]|[.,](?!\d)/gu, (mark) => ` ${mark} `)
      .replace(/[?:]/gu, (mark) => ` ${mark} `)
      .replace(/[^\p{L}\p{N}$%/'.,:?\s-]/gu, " ")
      .replace(/(?<![\p{L}\p{N}])-(?!\d|[a-z])|-(?![\p{L}\p{N}])/gu, " ")
      .replace(/\s+/gu, " ")
      .trim()
  );
}

const OPENING =
  /^(?:(?:hi|hello|hey|hiya|good (?:morning|day|evening|afternoon)|dear)(?: (?:there|team|all|everyone|folks|shop))?|thanks|thank you|ok|okay|so|well|alright|sure|great|yes|yeah|yep|and|also|right|sorry|excuse me|kindly|just|actually|(?:can|could|will) you(?: guys)?|would you (?:kindly|mind)|(?:i want|i would like|i need) you to|let us|go ahead and|(?:(?:tell|show) me|let me know|do you know|i (?:want|would like|need) to know|i (?:was|am) wondering)(?= (?:how|what|which|where|when|who)\b)|[,.:])(?: |$)/u;
const CLOSING =
  /(?:^| )(?:thanks(?: a lot| so much)?|thank you(?: (?:very|so) much)?|cheers|for me|asap|right (?:now|away)|now|today|immediately|(?:will|can|could|would) you|if possible|if you (?:can|could|have (?:it|them|any|enough|some|that many)|do not mind)|if (?:it is |they are |still )*(?:available|in stock)|[,.?:])$/u;

function withoutCourtesies(whole: string): string {
  let text = tidied(whole.replace(/\b(?:please|kindly)\b/gu, " "));
  for (let shorter = text; ; text = shorter) {
    shorter = tidied(text.replace(OPENING, "").replace(CLOSING, ""));
    if (shorter === text) return text;
  }
}

function tidied(text: string): string {
  return text
    .replace(/\s+/gu, " ")
    .replace(/(?:, )+,/gu, ",")
    .trim();
}

// "Two", "no, three", "and a pouch": said to something that its person has open; the wish as it is then, out.
import { amountIn, bare, completed, corrected, enlarged } from "./complete.ts";
import { meaningOf } from "./grammar.ts";
import type { Intent } from "./intent.ts";
import { withDigits } from "./numbers.ts";
import type { OpenWish } from "./pending.ts";
import type { Context } from "./rule.ts";

export interface FollowUp {
  intent: Intent;
  /** What it was said to; null when it is a question beside it, which leaves everything open. */
  answers: OpenWish | null;
}

const AGREES = /^(?:yes|yeah|yep|yup|correct|exactly|right|sure|that one|of course)\b[ ,.a-z]*$/u;
const ASKS = /^(?:what|which|how|who|when|where|why|is|are|do|does|did|can|could|has|have)\b/u;

/** `open`: the latest first, which is what the shop asked about last. */
export function readFollowUp(open: OpenWish[], context: Context): FollowUp | null {
  const { sentence } = context;
  const agreed = open[0]?.suggests === true && AGREES.test(sentence.whole) ? open[0] : null;
  if (agreed !== null) return { intent: agreed.intent, answers: agreed };
  const isRequest = sentence.isPolite && !ASKS.test(sentence.text);
  if ((sentence.isQuestion && !isRequest) || ASKS.test(sentence.text)) return askedAbout(open, sentence.text);
  const correction = correctionIn(sentence.whole);
  const addition = additionIn(sentence.whole);
  const reply = bare(sentence.text);
  for (const wish of inTurn(open, correction ?? reply)) {
    const intent =
      correction !== null
        ? ((wish.isOnCard ? null : completed(wish.intent, correction)) ?? corrected(wish.intent, correction))
        : addition !== null
          ? enlarged(wish.intent, addition)
          : wish.isOnCard
            ? null
            : answered(wish, reply, context);
    if (intent !== null) return { intent, answers: wish };
  }
  const isUnclear = correction !== null && amountIn(correction) !== null && open.length > 0;
  return isUnclear ? { intent: { kind: "unclear-change" }, answers: null } : null;
}

/** A number of an order goes to the wish that waits for one, however many pieces another one waits for. */
function inTurn(open: OpenWish[], reply: string): OpenWish[] {
  if (!/^\d{4,9}$/u.test(reply)) return open;
  const waits = (wish: OpenWish) => wish.entry.missing.includes("orderId");
  return [...open.filter(waits), ...open.filter((wish) => !waits(wish))];
}

function answered(wish: OpenWish, reply: string, context: Context): Intent | null {
  if (wish.intent.kind !== "open-ticket") return completed(wish.intent, reply);
  // Whatever is no request of its own is the trouble that was asked for.
  const meaning = meaningOf(context);
  const tells =
    meaning.kind === "search"
      ? !meaning.isCertain
      : ["not-understood", "unclear-change", "open-ticket"].includes(meaning.kind);
  return tells && amountIn(reply) === null ? { ...wish.intent, issue: context.sentence.original } : null;
}

/** "How much are they?", "what colour?" in the middle of buying is about what they are buying. */
function askedAbout(open: OpenWish[], text: string): FollowUp | null {
  const wish = open.find(({ intent }) => intent.kind === "purchase");
  if (wish?.intent.kind !== "purchase") return null;
  const words = text.split(" ");
  if (!/\b(?:it|they|them|those|these|that|one|ones)\b/u.test(text) && words.length > 3) return null;
  const asks = aboutIn(text);
  const items = wish.intent.lines.map(({ words, pick, eyewearOnly }) => ({ words, pick, eyewearOnly }));
  if (asks === null || items.some((item) => item.words === "")) return null;
  return { intent: { kind: "item-facts", items, asks, invites: !wish.isOnCard }, answers: null };
}

function aboutIn(text: string): "price" | "stock" | "all" | null {
  if (/\b(?:how much|price|cost|costs|expensive)\b/u.test(text)) return "price";
  if (/\b(?:stock|left|available)\b/u.test(text)) return "stock";
  const look =
    /\b(?:colou?rs?|look|looks|looking|like|shapes?|styles?|material|made|lens|lenses|frames?|details?|uv|polari[sz]ed|for)\b/u;
  return look.test(text) ? "all" : null;
}

const FILLER = /^(?:(?:oh|ah|hm+|ok|okay|well|please|sorry|and|but|so|then|,|\.|:) )+/u;
const TAKES_BACK =
  /^(?:no|nope|nah|wait|hold on|oops|actually|rather|correction|instead|i (?:meant|mean|said)|i would (?:rather|prefer)(?: to)?(?: have| take)?|not (?:\p{L}+|\d+)(?= ,|$)|make (?:it|that|them)|change (?:it|that|them|the order|my order)(?: to| into)?|sorry ,)(?: |$)/u;
const TAKEN_BACK = / (?:instead|rather|actually|(?:, )?not \d+|(?:, )?(?:and )?not (?:the )?\p{L}+)$/u;

/** What is to stand in place of what was said before; null when nothing is taken back. */
function correctionIn(whole: string): string | null {
  let text = withDigits(whole.replace(/[ ,.?]+$/u, ""));
  let isCorrection = false;
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(FILLER, "");
    const shorter = text.replace(TAKES_BACK, "").replace(TAKEN_BACK, "");
    isCorrection ||= shorter !== text;
    text = shorter;
  }
  return isCorrection && text !== "" ? bare(text) : null;
}

const ADDS =
  /^(?:(?:ok|okay|oh|yes|yeah|sure|great|fine|,|\.) )*(?:and|also|plus|add)(?: (?:also|please|to that|,))* /u;
const ADDED = /(?: ,)? (?:too|as well|also|on top)$/u;

/** What comes to what was said before; null when nothing is added. */
function additionIn(whole: string): string | null {
  const text = withDigits(whole.replace(/[ ,.]+$/u, "").replace(/(?: ,)? (?:please|thanks|thank you)$/u, ""));
  if (!ADDS.test(text) && !ADDED.test(text)) return null;
  return bare(text.replace(ADDS, "").replace(ADDED, ""));
}

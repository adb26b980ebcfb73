// All rules in the order in which they are tried: refusals first, changes before questions, a question when in doubt.
import { readAnalysis } from "./analysis/read-analysis.ts";
import { readRunOut } from "./analysis/read-run-out.ts";
import { isHesitant } from "./doubt.ts";
import type { Intent } from "./intent.ts";
import { type Context, firstMeaning, type Rule } from "./rule.ts";
import { buyingRules } from "./rules/buying.ts";
import { compoundRules } from "./rules/compound.ts";
import { deskRules } from "./rules/desk.ts";
import { bareSearch, itemsIn, lookingRules } from "./rules/looking.ts";
import { orderChangeRules } from "./rules/order-changes.ts";
import { orderQuestionRules } from "./rules/order-questions.ts";
import { returnRules } from "./rules/returning.ts";
import { stockKeepingRules } from "./rules/stock-keeping.ts";
import { courtesyRules, refusedRules, talkRules } from "./rules/talk.ts";
import { ticketRules } from "./rules/tickets.ts";

const CHANGE_RULES: Rule[] = [
  ...deskRules,
  ...orderChangeRules,
  ...returnRules,
  ...stockKeepingRules,
  ...compoundRules,
  ...buyingRules,
];
const QUESTION_RULES: Rule[] = [...talkRules, ...orderQuestionRules, ...lookingRules];

/** Words of somebody who wants something done. */
const CHANGE_WORDS =
  /\b(?:buy|purchase|order|return|refund|restock|cancel|set|adjust|change|swap|replace|exchange|close|open|add|remove|sell|take|get|want|give|like|need|send|bring|update|write off)\b/u;
const DECLINES =
  /^(?:i |we )?(?:(?:do|would|will|should|must) not|never|no longer) (?:want|need|buy|purchase|order|return|refund|restock|cancel|set|adjust|change|swap|replace|close|open|add|remove|sell|take|get|send|update|create|file)\b/u;
const TO_BUY =
  /\b(?:buy|buying|purchase|order|get|getting|take|taking|have|want|like|need|sell|treat|go for|interested in)\b/u;

/** Said out of the blue or in the middle of a talk, these mean the same. */
export function meaningOnItsOwn({ sentence }: Context): Intent | null {
  const context: Context = { sentence, role: "customer" };
  return firstMeaning(refusedRules, sentence.whole, context) ?? firstMeaning(courtesyRules, sentence.whole, context);
}

function meaningOfChange(context: Context): Intent | null {
  return firstMeaning(CHANGE_RULES, context.sentence.text, context);
}

export function meaningOf(context: Context): Intent {
  const { text } = context.sentence;
  return (
    readRunOut(context.sentence) ??
    readAnalysis(context) ??
    meaningOfChange(context) ??
    declined(context) ??
    firstMeaning(ticketRules, text, context) ??
    considered(context) ??
    firstMeaning(QUESTION_RULES, text, context) ??
    unclear(context) ??
    bareSearch(context) ?? { kind: "not-understood" }
  );
}

/** "Maybe I will take the Moon": facts about what they think of, and no change. */
function considered({ sentence }: Context): Intent | null {
  const { text } = sentence;
  if (!isHesitant(text) || !TO_BUY.test(text) || /\b(?:order \d|refund|cancel|return)\b/u.test(text)) return null;
  const items = itemsIn(text.replace(/\b(?:if|because|when|but|unless|for my|in case|next)\b.*$/u, "").trim());
  return items.length === 0 ? null : { kind: "item-facts", items, asks: "all", invites: true };
}

/** "Don't buy the Moon": there is nothing to do. */
function declined({ sentence }: Context): Intent | null {
  return !sentence.isQuestion && DECLINES.test(sentence.text) ? { kind: "talk", topic: "nothing" } : null;
}

function unclear({ sentence }: Context): Intent | null {
  if (!CHANGE_WORDS.test(sentence.text)) return null;
  // "Buy 2 Moon?": they ask, so they are told about the item.
  const asked = /^(?:buy|purchase|order) (?<item>.+?)[ ?]*$/u.exec(sentence.text)?.groups?.item;
  const items = sentence.isQuestion && asked !== undefined ? itemsIn(asked) : [];
  return items.length > 0 ? { kind: "item-facts", items, asks: "all", invites: true } : { kind: "unclear-change" };
}

// "How much is the Moon? I'll take 2" → purchase of what was asked about; "if the Moon costs less than $130, buy 2".
import type { Intent, ItemWords } from "../intent.ts";
import { readItem } from "../item-words.ts";
import { hasBounds, readPrice } from "../price.ts";
import { type Context, firstMeaning, type Parts, type Rule } from "../rule.ts";
import { buyingRules } from "./buying.ts";
import { itemsIn } from "./looking.ts";

const QUESTION =
  "(?<question>(?:how much|how many|what (?:is|are|does|do)|price of|is|are|do you (?:still )?have|have you got)\\b.+?)";
const ORDER = "(?<order>(?:buy|order|purchase|get me|give me|i will take|i will have|i would like|i want|i need)\\b.+)";

export const compoundRules: Rule[] = [
  { pattern: new RegExp(`^${QUESTION}(?: ?[?,.])+ (?:and |so |also )*${ORDER}$`, "u"), meaning: askedAndOrdered },
  { pattern: new RegExp(`^${QUESTION} and ${ORDER}$`, "u"), meaning: askedAndOrdered },
  {
    pattern: new RegExp(`^if (?:the )?(?<item>.+?) (?<price>(?:is|are|costs?)\\b.+?)(?: ?,)? (?:then )?${ORDER}$`, "u"),
    meaning: conditionFirst,
  },
];

function askedAndOrdered(parts: Parts, context: Context): Intent | null {
  const question = parts.question ?? "";
  // "Is it under $50? Buy 2" makes the answer a condition.
  if (hasBounds(readPrice(question).price) || /\b(?:if|unless|not|cheaper|cheap|sale|discount)\b/u.test(question))
    return null;
  const [item, ...others] = itemsIn(question);
  return item === undefined || others.length > 0 ? null : orderOf(item, parts.order ?? "", context);
}

function conditionFirst(parts: Parts, context: Context): Intent | null {
  const item = readItem(parts.item ?? "");
  return item === null || item.words === "" ? null : orderOf(item, `${parts.order} if it ${parts.price}`, context);
}

/** The order, about the item named before it where it names none itself. */
function orderOf(item: ItemWords, order: string, context: Context): Intent | null {
  const sentence = { ...context.sentence, text: order.replace(/ of (?:them|those|these)\b/u, "") };
  const intent = firstMeaning(buyingRules, sentence.text, { ...context, sentence });
  if (intent?.kind !== "purchase") return null;
  const lines = intent.lines.map((line) => (line.words === "" && line.pick === null ? { ...line, ...item } : line));
  return { ...intent, lines };
}

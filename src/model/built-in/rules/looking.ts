// Questions about the range: what there is, what it costs, how many are left.
import type { Intent, IntentOf, ItemWords } from "../intent.ts";
import { readSearchWords } from "../item-words.ts";
import { hasBounds, readPrice } from "../price.ts";
import type { Context, Parts, Rule } from "../rule.ts";

const SOLD_OUT = /\b(?:sold out|out of stock|not (?:in stock|available)|unavailable|gone)\b/u;
const IN_STOCK = /\b(?:in stock|available|on hand|in store|on the shelf)\b/u;
/** Without one of these, "what …" need not be about the range at all. */
const OF_THE_SHOP =
  /\b(?:have|got|sell|offer|carry|stock|available|show|list|find|search|display|browse|looking|searching|any|anything|something|everything|all|recommend|suggest|buy|get|pairs?|sunglasses|glasses|shades|frames?|items?|products?|models?|styles?|ones|range|catalog(?:ue)?|collection|under|over|below|above|between|\$?\d+)\b/u;
const PICK =
  /\b(?:cheapest|least expensive|most expensive|dearest|priciest|costliest|lowest price|highest price|most affordable|highest priced|lowest priced|least costly|most costly|costs? the (?:most|least))\b/u;

export const lookingRules: Rule[] = [
  { pattern: PICK, meaning: (_parts, context) => search(context, true) },
  // Everything that is gone, or everything that is there.
  { pattern: /\b(?:sold out|out of stock)\b/u, meaning: soldOut },
  {
    pattern:
      /^(?:how many|how much stock|what is the stock|what stock|stock|number of|count of|quantity of)(?<item>\b.*\b(?:left|in stock|available|remain(?:ing)?|stock|on hand|do you have|have you got|have we got|do we have|are there|you have|there are|in the store|in store)\b.*|(?: level| count)? (?:of|for) .+)$/u,
    meaning: facts("stock"),
  },
  {
    pattern:
      /^(?:is|are)(?: the| there(?: any)?| any)? (?<item>.+?) (?:still )?(?:in stock|available|left|on hand)(?: still)?$/u,
    meaning: facts("stock"),
  },
  {
    pattern:
      /^(?:how much|what) (?:is|are|do|does|would|will|for) (?<item>.+?)(?: (?:cost|costs|be|go for|sell for|each|worth))+$/u,
    meaning: facts("price"),
  },
  { pattern: /^how much (?:is|are|for|would|do|does|costs?)(?<item> .+)$/u, meaning: facts("price") },
  { pattern: /^how expensive (?:is|are)(?<item> .+)$/u, meaning: facts("price") },
  {
    pattern: /^(?<item>.+)\b(?:cheaper|dearer|pricier|more expensive|costs? (?:more|less))\b(?<other>.*)$/u,
    meaning: compared,
  },
  {
    pattern:
      /^(?:(?:what is|what are|tell me|give me|show me|say) )?(?:the )?(?:unit |current )?(?:prices?|costs?|price tag) (?:of|for)(?<item> .+)$/u,
    meaning: facts("price"),
  },
  { pattern: /^(?<item>(?:\S+ ){1,3})(?:price|cost|how much)$/u, meaning: facts("price") },
  {
    pattern:
      /^(?:tell me(?: more)? about|describe|what about|how about|details (?:of|on|about)|info (?:on|about)|information (?:on|about)|more about)(?<item> .+)$/u,
    meaning: facts("all"),
  },
  {
    pattern:
      /^(?:(?:do|does|have|has|got|any|anything|something|are there|is there|what|which|show|list|find|search|see|display|give me a list|give me an overview|i am (?:looking|searching)|we are (?:looking|searching)|looking|searching|browse|everything|all|recommend|suggest|where can i find|i need something|i want something|let me see|can i see|could i see|may i see|can i have a look|tell me (?:what|which)|(?:i|we) (?:would like|want) to (?:see|view|browse|look at)|my budget|(?:i have )?a budget)\b)/u,
    meaning: (_parts, context) => search(context, OF_THE_SHOP.test(context.sentence.text)),
  },
];

/** A few words without any verb may name what they look for; the plan finds out whether they do. */
export function bareSearch(context: Context): Intent | null {
  const { text, whole } = context.sentence;
  if (/\b(?:i|me|my|you|your|we|us|our|he|she|they|not|do|is|are|was|ignore|rules?)\b/u.test(text)) return null;
  if (/^(?:can|could|will|would) you\b/u.test(whole)) return null;
  const intent = search(context, false);
  if (intent.words.split(" ").length > 5) return null;
  const isCertain = hasBounds(intent.price) || intent.eyewearOnly || intent.inStock !== null;
  return intent.words === "" && !isCertain ? null : { ...intent, isCertain };
}

function search({ sentence }: Context, isCertain: boolean): IntentOf<"search"> {
  const { price, rest } = readPrice(withoutFinalMark(sentence.text));
  const inStock = SOLD_OUT.test(rest) ? false : IN_STOCK.test(rest) ? true : null;
  const item = readSearchWords(rest.replace(SOLD_OUT, " ").replace(IN_STOCK, " "));
  return { kind: "search", ...item, price, inStock, isCertain };
}

/** "Is the Moon sold out?" is about the Moon; "what is sold out?" about all. */
function soldOut(_parts: Parts, context: Context): Intent {
  const intent = search(context, true);
  const item = readSearchWords(context.sentence.text.replace(SOLD_OUT, " "));
  return item.words !== "" && /^(?:is|are)\b/u.test(context.sentence.text)
    ? { kind: "item-facts", items: [item], asks: "stock", invites: false }
    : intent;
}

/** "Moon or Classic, which is cheaper?" */
function compared(parts: Parts, context: Context): Intent | null {
  return facts("price")({ item: `${parts.item} , ${parts.other}` }, context);
}

function facts(asks: "stock" | "price" | "all"): Rule["meaning"] {
  return (parts, context) => {
    const { text } = context.sentence;
    if (hasBounds(readPrice(text).price)) return null;
    const items = itemsIn(parts.item ?? "");
    if (items.length === 0) return asks === "all" ? null : search(context, true);
    const asksBoth = asks === "stock" && /\b(?:price|cost|how much (?:is|are|do|does))\b/u.test(text);
    return { kind: "item-facts", items, asks: asksBoth ? "all" : asks, invites: false };
  };
}

/** "the Moon and the Classic" → both, each in its words. */
export function itemsIn(phrase: string): ItemWords[] {
  return phrase
    .split(/ (?:and|or|,|vs|versus|compared to|than) /u)
    .map(readSearchWords)
    .filter((item) => item.words !== "" || item.pick !== null)
    .slice(0, 5);
}

function withoutFinalMark(text: string): string {
  return text.replace(/[\s,.:?]+$/u, "");
}

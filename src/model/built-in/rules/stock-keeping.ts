// What only staff do with stock: "restock 5 Mystique at 30" → restock; "two Sport were damaged" → adjust-stock.
import type { Intent } from "../intent.ts";
import { readItem } from "../item-words.ts";
import { readDelivery, readLine } from "../lines.ts";
import type { Context, Parts, Rule } from "../rule.ts";

const CAME = "(?:came in|arrived|have arrived|were delivered|have come in|just arrived|just came in)";
const OURS = "(?:(?:the|our) )?(?:stock|inventory|shelf|shelves|warehouse|store|storeroom)";
const GONE =
  "(?:damaged|broken|stolen|lost|missing|destroyed|defective|scratched|thrown away|written off|unsellable|cracked|ruined|crushed|misplaced|shoplifted)";
const WENT = `(?:(?:were|was|are|is|got|have been|has been|had been|went|have gone) )?${GONE}|broke|disappeared|vanished|fell apart`;
const SETS = "(?:set|adjust|correct|change|update|put|fix|make)";
const TO = "(?:to|at|=|as)";
const STOCK = "(?:stock|inventory|quantity|count|stock level|stock count|quantity in stock|inventory count)";

export const stockKeepingRules: Rule[] = [
  {
    pattern:
      /^(?:restock|replenish|top up|refill) (?<item>[^\d]+?) (?:with|by) (?<count>\d+)(?: more| pairs?| pieces?| units?)?(?<cost> .+)?$/u,
    meaning: restock,
  },
  {
    pattern:
      /^(?:(?:i|we) (?:want|would like|need) to )?(?:restock|replenish|top up|refill|stock up on|stock)(?: with)? (?<lines>.+)$/u,
    meaning: restock,
  },
  {
    pattern: new RegExp(`^(?:add|put|book|take) (?<lines>.+?) (?:back )?(?:to|into|in|on) ${OURS}(?<cost> .+)?$`, "u"),
    meaning: restock,
  },
  {
    pattern:
      /^(?:(?:we|i) )?(?:have |just |have just )*(?:received|got|got in|took in)(?: in)?(?: (?:a|the) (?:new )?(?:delivery|shipment) of)? (?<lines>.+?)(?: (?:in|from (?:the|our) supplier|delivered))?$/u,
    meaning: restockByStaff,
  },
  { pattern: new RegExp(`^(?<lines>(?:an? |\\d+ ).+?) ${CAME}(?<cost> .+)?$`, "u"), meaning: restockByStaff },
  {
    pattern:
      /^(?:a )?(?:new )?(?:delivery|shipment)(?: of| , | : |:| came in : | arrived : | arrived , )+ ?(?<lines>.+)$/u,
    meaning: restockByStaff,
  },

  // "Two Sport were damaged, set the stock to 9": the number that is set counts, the loss is the reason.
  {
    pattern: new RegExp(
      `^(?<line>(?:an? |\\d+ ).+?) (?<gone>${WENT})(?: (?:,|\\.|so|and|please))* ${SETS} (?:the |its |their )?(?:${STOCK}) ${TO} (?<to>-?\\d[\\d.]*)$`,
      "u",
    ),
    meaning: setTo,
  },
  {
    pattern: new RegExp(
      `^${SETS} (?:the )?(?:${STOCK})(?: level)? (?:of|for) (?<item>.+?) (?:back |up |down )?${TO} (?<to>-?\\d[\\d.]*)(?<why> .+)?$`,
      "u",
    ),
    meaning: setTo,
  },
  {
    pattern: new RegExp(
      `^${SETS} (?:the )?(?<item>.+?)(?: 's)? (?:${STOCK}) (?:back |up |down )?${TO} (?<to>-?\\d[\\d.]*)(?<why> .+)?$`,
      "u",
    ),
    meaning: setTo,
  },
  {
    pattern: new RegExp(
      `^(?:the )?(?:${STOCK}) (?:of|for) (?<item>.+?) (?:is(?: now)?|should be|must be|has to be) (?<to>\\d+)$`,
      "u",
    ),
    meaning: setToByStaff,
  },
  {
    pattern:
      /^(?:i|we) (?:have )?(?:just )?counted (?<to>\d+) (?<item>.+?)(?: (?:in stock|on the shelf|on the shelves))?$/u,
    meaning: setToByStaff,
  },
  {
    pattern: new RegExp(
      `^(?:reduce|decrease|lower) (?:the )?(?:${STOCK}) (?:of|for) (?<item>.+?) by (?<count>\\d+)(?<why> .+)?$`,
      "u",
    ),
    meaning: changeBy(-1),
  },
  {
    pattern: new RegExp(
      `^(?:increase|raise) (?:the )?(?:${STOCK}) (?:of|for) (?<item>.+?) by (?<count>\\d+)(?<why> .+)?$`,
      "u",
    ),
    meaning: changeBy(1),
  },
  {
    pattern: /^(?:write|book) off (?<line>(?:an? |\d+ ).+?)(?<why> (?:,|because|as|since|-).+)?$/u,
    meaning: changeBy(-1),
  },
  { pattern: /^(?:we|i) (?:have )?(?:lost|broke|damaged) (?<line>(?:an? |\d+ ).+)$/u, meaning: lossByStaff },
  {
    pattern: new RegExp(
      `^(?<line>(?:an? |\\d+ ).+?) (?<gone>${WENT})(?: (?:today|yesterday|last night|in the storeroom|in the store|in the shop|in the warehouse))?$`,
      "u",
    ),
    meaning: lossByStaff,
  },
];

function restock(parts: Parts): Intent | null {
  const phrase = parts.lines ?? `${parts.count} ${parts.item}`;
  const lines = readDelivery(`${phrase}${parts.cost ?? ""}`);
  return lines === null ? null : { kind: "restock", lines };
}

/** A customer who "got 2 Moon" talks of a purchase. */
function restockByStaff(parts: Parts, context: Context): Intent | null {
  return context.role === "customer" || context.sentence.isQuestion ? null : restock(parts);
}

function setTo(parts: Parts, { sentence }: Context): Intent | null {
  const line = parts.line === undefined ? null : readLine(parts.line);
  const item = parts.item === undefined ? line : readItem(parts.item);
  if (item === null || item.words === "" || sentence.isQuestion) return null;
  if (!isCause(parts.why)) return null;
  const to = Number(parts.to);
  const reason = reasonFrom(sentence.original);
  return {
    kind: "adjust-stock",
    item: itemOf(item),
    to: Number.isInteger(to) && to >= 0 ? to : null,
    by: null,
    reason,
  };
}

function setToByStaff(parts: Parts, context: Context): Intent | null {
  return context.role === "customer" ? null : setTo(parts, context);
}

function changeBy(sign: 1 | -1): Rule["meaning"] {
  return (parts, { sentence }) => {
    const line = readLine(parts.line ?? `${parts.count} ${parts.item}`);
    if (line === null || line.quantity === null || line.words === "" || sentence.isQuestion) return null;
    if (!isCause(parts.why)) return null;
    return {
      kind: "adjust-stock",
      item: itemOf(line),
      to: null,
      by: sign * line.quantity,
      reason: reasonFrom(sentence.original),
    };
  };
}

function lossByStaff(parts: Parts, context: Context): Intent | null {
  return context.role === "customer" ? null : changeBy(-1)(parts, context);
}

const MAX_REASON_CHARS = 200;

/** The ledger keeps the person's own words. */
function reasonFrom(original: string): string {
  return original.slice(0, MAX_REASON_CHARS).toWellFormed();
}

function isCause(why: string | undefined): boolean {
  return (
    why === undefined ||
    new RegExp(
      `^(?: ?,| because| as| since| -)* (?:\\d+ |one |some |a few |the |they |it )?(?:\\p{L}+ )?(?:${WENT}|miscounted|we recounted|after (?:a|the) (?:re)?count)$`,
      "u",
    ).test(why)
  );
}

function itemOf({
  words,
  pick,
  eyewearOnly,
}: {
  words: string;
  pick: "cheapest" | "dearest" | null;
  eyewearOnly: boolean;
}) {
  return { words, pick, eyewearOnly };
}

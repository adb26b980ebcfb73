// "Refund order 1001, it broke" → refund; the same for cancelling and changing an order.
import { isPlainReason } from "../doubt.ts";
import type { Intent } from "../intent.ts";
import { readLines } from "../lines.ts";
import type { Context, Parts, Rule } from "../rule.ts";

const ID = "(?:order )?(?:number |id )?(?<orderId>\\d{2,9})";
const ORDER_ID = "order (?:number |id )?(?<orderId>\\d{1,9})";
const THE = "(?:the |my |our |this )?";
const WHY = "(?<reason>(?: ?[,.:]| because| since| as| due to| for the reason that).+)?";
const REFUND = "(?:refund|reimburse|pay back)";

/** Changes, each anchored at both ends. */
export const orderChangeRules: Rule[] = [
  { pattern: new RegExp(`^${REFUND} (?:me |us )?(?:for |on )?${THE}${ID}${WHY}$`, "u"), meaning: refund },
  {
    pattern: new RegExp(
      `^(?:i|we) (?:want|would like|need|request|demand|am asking for)(?: to (?:get|have|request))? (?:a |the |my )?(?:full )?(?:refund|money back|my money back)(?: (?:for|on|of|from) ${THE}${ID})?${WHY}$`,
      "u",
    ),
    meaning: refund,
  },
  {
    pattern: new RegExp(
      `^(?:can|could|may) (?:i|we) (?:get|have) (?:a |my )?(?:full )?(?:refund|money back)(?: (?:for|on|of|from) ${THE}${ID})?${WHY}$`,
      "u",
    ),
    meaning: refund,
  },
  {
    pattern: new RegExp(
      `^(?:give|get|send) (?:me|us) (?:a |my |the )?(?:refund|money back)(?: (?:for|on|of|from) ${THE}${ID})?${WHY}$`,
      "u",
    ),
    meaning: refund,
  },
  {
    pattern: new RegExp(`^(?:i|we) (?:want|would like|need) ${THE}${ORDER_ID} (?:to be )?refunded${WHY}$`, "u"),
    meaning: refund,
  },
  { pattern: new RegExp(`^(?:i|we) (?:want|would like|need) to ${REFUND} ${THE}${ID}${WHY}$`, "u"), meaning: refund },
  {
    pattern: new RegExp(`^(?:a )?(?:refund|money back)(?: (?:for|of|on))? ${THE}${ORDER_ID}${WHY}$`, "u"),
    meaning: refund,
  },
  {
    pattern:
      /^(?<reason>.+?) ?[,.] (?:(?:so |and )?i (?:want|would like|need) (?:a refund|my money back)|refund (?:me|it))(?: (?:for|on) (?:my |the )?order (?<orderId>\d+))?$/u,
    meaning: refundAfterReason,
  },
  {
    pattern:
      /^(?:(?:a )?refund|i (?:want|would like|need) (?:a refund|my money back))(?: (?:me|it|(?:for |on )?(?:my |the |an )?(?:last |latest )?order))?$/u,
    meaning: () => ({ kind: "refund", orderId: null, reason: null }),
  },

  {
    pattern: new RegExp(
      `^(?:(?:i|we) (?:want|would like|need|have) to )?(?:cancel|call off|void) ${THE}${ID}${WHY}$`,
      "u",
    ),
    meaning: cancel,
  },
  {
    pattern: new RegExp(`^(?:i|we) (?:want|would like|need) ${THE}${ORDER_ID} (?:to be )?cancell?ed${WHY}$`, "u"),
    meaning: cancel,
  },
  {
    pattern: /^(?:(?:i|we) (?:want|would like|need) to )?cancel (?:my |the |an )?(?:last |latest )?order$/u,
    meaning: () => ({ kind: "cancel-order", orderId: null, reason: null }),
  },

  {
    pattern: new RegExp(
      `^(?:i (?:want|would like|need) to )?(?:change|update|switch|modify) ${THE}${ORDER_ID} from (?<old>.+?) to (?<lines>.+)$`,
      "u",
    ),
    meaning: update,
  },
  {
    pattern: new RegExp(
      `^(?:i (?:want|would like|need) to )?(?:change|update|switch|swap|modify|make|turn|convert|edit|amend|exchange) ${THE}${ORDER_ID} ,? ?(?:to|into|so that it is|for|with|:)? ?(?<lines>.+?)(?:,? (?:instead of|rather than|in place of|in exchange for) (?<old>.+))?$`,
      "u",
    ),
    meaning: update,
  },
  {
    pattern: new RegExp(
      `^(?:i (?:want|would like|need) to )?(?:swap|replace|change|exchange|switch|trade) (?<old>.+?) (?:in|of|on|from) ${THE}${ORDER_ID} (?:for|with|to|by|into|against) (?<lines>.+)$`,
      "u",
    ),
    meaning: update,
  },
  {
    pattern: new RegExp(
      `^(?:i (?:want|would like|need) to )?(?:swap|replace|change|exchange|switch|trade) (?<old>.+?) (?:for|with|to|by|into|against) (?<lines>.+) (?:in|of|on) ${THE}${ORDER_ID}$`,
      "u",
    ),
    meaning: update,
  },
  {
    pattern: new RegExp(
      `^(?:in|on|for) ${THE}${ORDER_ID} ,? ?(?:swap|replace|change|exchange|switch) (?<old>.+?) (?:for|with|to|by|into|against) (?<lines>.+)$`,
      "u",
    ),
    meaning: update,
  },
  {
    pattern: new RegExp(
      `^(?:(?:in|on|for) ${THE}${ORDER_ID} ,? ?)?(?:i|we) (?:want|would like|would rather have|would prefer|prefer|need) (?<lines>.+?) (?:instead of|rather than|in place of) (?<old>.+?)$`,
      "u",
    ),
    meaning: update,
  },
  {
    pattern: new RegExp(
      `^(?:i|we) (?:want|would like|would rather have|would prefer|prefer|need) (?<lines>.+?) (?:instead of|rather than|in place of) (?<old>.+?) (?:in|on|of|for) ${THE}${ORDER_ID}$`,
      "u",
    ),
    meaning: update,
  },
];

function refund(parts: Parts, { sentence }: Context): Intent | null {
  if (sentence.isQuestion && !sentence.isPolite) return null;
  const reason = plainReason(parts.reason);
  return reason === undefined ? null : { kind: "refund", orderId: numberOf(parts.orderId), reason };
}

/** "The lens of order 1001 broke, I want a refund": the order is named where the reason is. */
function refundAfterReason(parts: Parts, { sentence }: Context): Intent | null {
  const named = [...(parts.reason ?? "").matchAll(/\border (?<id>\d+)\b/gu)].map((match) => match.groups?.id);
  if (named.length > 1 || (named.length === 1 && parts.orderId !== undefined) || sentence.isQuestion) return null;
  const reason = plainReason((parts.reason ?? "").replace(/\b(?:my |the )?order \d+\b/u, "it"));
  return reason === undefined ? null : { kind: "refund", orderId: numberOf(parts.orderId ?? named[0]), reason };
}

function cancel(parts: Parts, { sentence }: Context): Intent | null {
  const reason = plainReason(
    parts.reason?.replace(
      /\b(?:i |it is |they are )?(?:no longer|do not) (?:want|need)(?:ed)?(?: (?:it|them))?(?: any ?more)?\b/u,
      "needless",
    ),
  );
  if (reason === undefined || (sentence.isQuestion && !sentence.isPolite)) return null;
  return { kind: "cancel-order", orderId: numberOf(parts.orderId), reason };
}

function update(parts: Parts, { sentence }: Context): Intent | null {
  if (parts.orderId === undefined || (sentence.isQuestion && !sentence.isPolite)) return null;
  const lines = readLines(parts.lines ?? "");
  const insteadOf = parts.old === undefined ? [] : readLines(parts.old);
  if (lines === null || insteadOf === null || lines.some((line) => line.words === "" && line.pick === null))
    return null;
  return { kind: "update-order", orderId: Number(parts.orderId), lines, insteadOf };
}

/** null: none was given; undefined: what stands there is more than a reason. */
function plainReason(text: string | undefined): string | null | undefined {
  if (text === undefined) return null;
  const reason = text.replace(/^(?: ?[,.:]| because| since| as| due to| for the reason that)+ ?/u, "").trim();
  if (reason === "") return null;
  return isPlainReason(reason) ? reason : undefined;
}

function numberOf(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits);
}

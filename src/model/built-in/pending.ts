// What a person has open, as stored JSON, in; their unfinished wishes out. And a wish with something missing in, the form in
// which it is remembered out.
import { z } from "zod";
import type { Json } from "../../json.ts";
import type { Intent, Line } from "./intent.ts";

const Asked = z.object({
  itemId: z.string().nullish(),
  quantity: z.int().positive().nullish(),
  unitCost: z.number().nullish(),
  customerName: z.string().nullish(),
  orderId: z.int().nullish(),
});
const Bounds = z.object({
  lt: z.number().exactOptional(),
  lte: z.number().exactOptional(),
  gt: z.number().exactOptional(),
  gte: z.number().exactOptional(),
});
const Open = z.object({
  intent: z.string(),
  collected: Asked.extend({
    lines: z.array(Asked).max(10).nullish(),
    reason: z.string().nullish(),
    note: z.string().nullish(),
    ticketId: z.int().nullish(),
    quantityInStock: z.int().nullish(),
    by: z.int().nullish(),
    onlyIf: z.object({ price: Bounds, of: z.enum(["each", "total"]) }).nullish(),
  }),
  missing: z.array(z.string()),
});
export type OpenEntry = z.infer<typeof Open>;

export interface OpenWish {
  intent: Intent;
  /** As it is stored. */
  entry: OpenEntry;
  /** The shop named an item and asked whether it was meant, so a "yes" completes the intent. */
  suggests: boolean;
  /** Nothing is missing: it waits for the person's button. */
  isOnCard: boolean;
}

/** The latest first. */
export function readOpen(pending: Json): OpenWish[] {
  return [pending].flat().flatMap((one) => {
    const parsed = Open.safeParse(one);
    const intent = parsed.success ? unfinished(parsed.data) : null;
    if (!parsed.success || intent === null) return [];
    const { collected, missing } = parsed.data;
    const isNamed = (collected.lines ?? [collected]).every(({ itemId }) => (itemId ?? "") !== "");
    const suggests = missing.includes("itemId") && isNamed;
    return [{ intent, entry: parsed.data, suggests, isOnCard: missing.length === 0 }];
  });
}

function unfinished({ intent, collected, missing }: OpenEntry): Intent | null {
  const asked = collected.lines ?? [collected];
  const lines = asked.map(
    (line): Line => ({
      words: line.itemId ?? "",
      pick: null,
      eyewearOnly: false,
      quantity: line.quantity ?? null,
      said: null,
      corrects: false,
    }),
  );
  const [first = {}] = asked;
  const customerName = collected.customerName ?? first.customerName ?? null;
  const orderId = collected.orderId ?? first.orderId ?? null;
  const reason = collected.reason ?? null;
  switch (intent) {
    case "purchase":
      return { kind: "purchase", lines, customerName, onlyIf: collected.onlyIf ?? null };
    case "returnItem":
      return { kind: "return", lines, orderId, customerName };
    case "restock":
      return {
        kind: "restock",
        lines: lines.map((line, at) => ({ ...line, unitCost: asked[at]?.unitCost ?? collected.unitCost ?? null })),
      };
    case "adjustStock": {
      const [item] = lines;
      if (item === undefined) return null;
      const to = missing.includes("quantityInStock") ? null : (collected.quantityInStock ?? null);
      return { kind: "adjust-stock", item, to, by: collected.by ?? null, reason: reason ?? "Counted." };
    }
    case "refund":
      return { kind: "refund", orderId, reason };
    case "cancelOrder":
      return { kind: "cancel-order", orderId, reason };
    case "openTicket":
      return { kind: "open-ticket", issue: null, orderId };
    case "closeTicket":
      return { kind: "close-ticket", ticketId: collected.ticketId ?? null, note: collected.note ?? null };
    default:
      return null;
  }
}

/** What the operation is called that carries the intent out; null when it changes nothing. */
export function operationOf({ kind }: Intent): string | null {
  return OPERATIONS.get(kind) ?? null;
}

const OPERATIONS = new Map<Intent["kind"], string>([
  ["purchase", "purchase"],
  ["return", "returnItem"],
  ["restock", "restock"],
  ["adjust-stock", "adjustStock"],
  ["refund", "refund"],
  ["cancel-order", "cancelOrder"],
  ["update-order", "updateOrder"],
  ["open-ticket", "openTicket"],
  ["close-ticket", "closeTicket"],
]);

/** A wish as it is remembered until its turn comes; null when nothing is missing, or not all of it can be written down. */
export function entryOf(intent: Intent): OpenEntry | null {
  switch (intent.kind) {
    case "purchase":
    case "return": {
      const { lines, customerName } = intent;
      const missing = missingOf(lines);
      if (missing.length === 0 || lines.some((line) => line.pick !== null)) return null;
      const known = lines.map(({ words, quantity }) => ({
        ...(words === "" ? {} : { itemId: words }),
        ...(quantity === null ? {} : { quantity }),
      }));
      const onlyIf = intent.kind === "purchase" ? { onlyIf: intent.onlyIf } : { orderId: intent.orderId };
      const intentName = intent.kind === "purchase" ? "purchase" : "returnItem";
      return { intent: intentName, collected: { lines: known, customerName, ...onlyIf }, missing };
    }
    case "refund":
      return intent.orderId === null
        ? { intent: "refund", collected: { reason: intent.reason }, missing: ["orderId"] }
        : null;
    case "cancel-order":
      return intent.orderId === null
        ? { intent: "cancelOrder", collected: { reason: intent.reason }, missing: ["orderId"] }
        : null;
    case "open-ticket":
      return intent.issue === null
        ? { intent: "openTicket", collected: { orderId: intent.orderId }, missing: ["issue"] }
        : null;
    default:
      return null;
  }
}

function missingOf(lines: Line[]): string[] {
  return [
    ...(lines.some((line) => line.words === "") ? ["itemId"] : []),
    ...(lines.some((line) => line.quantity === null) ? ["quantity"] : []),
  ];
}

// What an earlier plan left open, as stored JSON, in; the unfinished intent out.
import { z } from "zod";
import type { Json } from "../../json.ts";
import type { Intent, Line } from "./intent.ts";

const Asked = z.object({
  itemId: z.string().nullish(),
  quantity: z.int().positive().nullish(),
  unitCost: z.number().nullish(),
});
const Pending = z.object({
  intent: z.string(),
  collected: Asked.extend({
    lines: z.array(Asked).max(10).nullish(),
    customerName: z.string().nullish(),
    orderId: z.int().nullish(),
    reason: z.string().nullish(),
    note: z.string().nullish(),
    ticketId: z.int().nullish(),
  }),
  missing: z.array(z.string()),
});

/** `suggests`: the shop named an item and asked whether it was meant, so a "yes" completes the intent. */
export function readPending(pending: Json): { intent: Intent; suggests: boolean } | null {
  const parsed = Pending.safeParse(pending);
  if (!parsed.success) return null;
  const intent = unfinished(parsed.data);
  const { collected, missing } = parsed.data;
  return intent && { intent, suggests: missing.includes("itemId") && (collected.itemId ?? "") !== "" };
}

function unfinished({ intent, collected, missing }: z.infer<typeof Pending>): Intent | null {
  const asked = collected.lines ?? [collected];
  const lines = asked.map(
    (line): Line => ({
      words: line.itemId ?? "",
      pick: null,
      eyewearOnly: false,
      quantity: line.quantity ?? null,
      said: null,
    }),
  );
  const customerName = collected.customerName ?? null;
  const orderId = collected.orderId ?? null;
  const reason = collected.reason ?? null;
  switch (intent) {
    case "purchase":
      return { kind: "purchase", lines, customerName, onlyIf: null };
    case "return":
    case "returnItem":
      return { kind: "return", lines, orderId, customerName };
    case "restock":
      return {
        kind: "restock",
        lines: lines.map((line, at) => ({ ...line, unitCost: asked[at]?.unitCost ?? collected.unitCost ?? null })),
      };
    case "adjustStock": {
      const [item] = lines;
      if (item === undefined || !missing.includes("quantityInStock")) return null;
      return { kind: "adjust-stock", item, to: null, by: null, reason: reason ?? "Counted." };
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

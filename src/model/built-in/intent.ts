// What a request can mean to the built-in planner. Each kind is carried out by the plan of that name in plans/.

import type { Analysis } from "./analysis/question.ts";
import type { RunOut } from "./analysis/read-run-out.ts";

/** Bounds in the shape that `where: { price }` takes. */
export interface PriceBounds {
  lt?: number;
  lte?: number;
  gt?: number;
  gte?: number;
}

/** How the person named an item; which one it is, the plan looks up. */
export interface ItemWords {
  /** Search words or an item id, without articles and without nouns that every item shares. */
  words: string;
  /** Which of several; null when the words alone must single one out. */
  pick: "cheapest" | "dearest" | null;
  /** They said "pair", "frames" or "sunglasses", so a case or a cloth is not meant. */
  eyewearOnly: boolean;
}

export interface Line extends ItemWords {
  /** A whole number of at least 1; null when it was not said or cannot be used. */
  quantity: number | null;
  /** What they said in place of a usable quantity ("0", "1.5", "2 or 3"). */
  said: string | null;
  /** Said to put right what stood there before: it takes the place of the line for the same item, or of the only one. */
  corrects: boolean;
}

export interface DeliveredLine extends Line {
  unitCost: number | null;
}

export type Intent =
  | ({ kind: "search"; price: PriceBounds; inStock: boolean | null; isCertain: boolean } & ItemWords)
  /** Facts about named items; `invites` when the person seems to consider buying. */
  | { kind: "item-facts"; items: ItemWords[]; asks: "stock" | "price" | "all"; invites: boolean }
  | { kind: "purchase"; lines: Line[]; customerName: string | null; onlyIf: PurchaseCondition | null }
  | { kind: "return"; lines: Line[]; orderId: number | null; customerName: string | null }
  | { kind: "restock"; lines: DeliveredLine[] }
  /** Exactly one of `to` and `by` is a number; neither when it still has to be asked for. */
  | { kind: "adjust-stock"; item: ItemWords; to: number | null; by: number | null; reason: string }
  | { kind: "list-orders"; customerName: string | null; status: string | null; take: number | null }
  | { kind: "order-status"; orderId: number }
  | { kind: "refund"; orderId: number | null; reason: string | null }
  | { kind: "cancel-order"; orderId: number | null; reason: string | null }
  | { kind: "update-order"; orderId: number; lines: Line[]; insteadOf: Line[] }
  | { kind: "open-ticket"; issue: string | null; orderId: number | null }
  | { kind: "close-ticket"; ticketId: number | null; note: string | null }
  | { kind: "note-on-ticket"; ticketId: number; note: string | null }
  /** `amount` as it was said, often without a sign. */
  | { kind: "correct-transaction"; transactionId: string; amount: number; reason: string | null }
  /** A run by its id, or the last one with this operation ("any": whatever it was); neither when it was not said. */
  | { kind: "undo"; runId: string | null; last: string | null; customerName: string | null }
  | { kind: "list-tickets"; status: "open" | "closed" | null; ticketId: number | null }
  | { kind: "balance" }
  | { kind: "units-sold"; words: string }
  | Analysis
  | RunOut
  | { kind: "count"; of: "customers" | "orders" | "tickets" | "items"; status: string | null }
  | { kind: "talk"; topic: "hello" | "thanks" | "help" | "nothing" | "button" }
  /** What was open is taken back: all of it, or the wish for one operation. */
  | { kind: "drop"; operation: string | null }
  /** Clearly outside of what this shop does, or an attempt to bend its rules. */
  | { kind: "refused" }
  /** Sounds like a wish to change something, but not every word of it was understood. */
  | { kind: "unclear-change" }
  | { kind: "not-understood" };

export interface PurchaseCondition {
  price: PriceBounds;
  of: "each" | "total";
}

export type IntentOf<Kind extends Intent["kind"]> = Extract<Intent, { kind: Kind }>;

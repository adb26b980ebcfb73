// The contract of an operation: what a plan may call, who has it, whose button it needs, and what it changes.

import type { z } from "zod";
import type { Transaction } from "../database/database.ts";
import type { Prisma } from "../database/generated/client.ts";
import type { Json } from "../json.ts";
import type { Requester, Role } from "../requester.ts";

type Decimal = Prisma.Decimal;

export type Row = { [column: string]: Json };

/** One row as it was and as it will be; only the columns that differ. */
export interface Change {
  table: "inventory" | "transactions" | "orders" | "tickets";
  key: string | number;
  before: Row | null;
  after: Row | null;
}

/** What a person agrees to when they press: goes into the digest. Ids, balances and times are left out. */
export interface Terms {
  operation: string;
  /** The item, order or ticket it is about; "new" for one that it opens. */
  subject: string;
  quantity: number | null;
  unitPrice: string | null;
  amount: string;
  /** Set only where the operation sets a state (an order's status, a counted stock). */
  before: Json;
  after: Json;
}

/** What an operation may use while it is applied, in a dry run and in the commit alike. */
export interface OperationContext {
  tx: Transaction;
  requester: Requester;
  now: Date;
  runId: string;
  /** Notes one row's change; later notes on the same row are folded into the first. */
  record(change: Change): void;
  agree(terms: Terms): void;
  /** A sentence for the approval card from stored facts ("Order 1008 of 25 Sep 2025 is on record."). */
  remark(text: string): void;
  /** The order that purchases of this run for that customer go into; opened by the first. */
  openOrders: Map<number, number>;
}

/** What the plan gets back: amounts as plain numbers, for comparing and for words. */
export interface Done {
  amount: number;
  total: number;
  balanceAfter: number;
  stockAfter?: number;
  orderId?: number;
  ticketId?: number;
}

export interface Operation<Input = never> {
  name: string;
  /** One line for the prompt; "" if the name says it all. */
  hint: string;
  input: z.ZodType<Input>;
  roles: Role[];
  /** "none" for operations that only read. */
  approval: "none" | "requester" | "admin" | ((terms: Terms, refundNeedsAdminFrom: Decimal) => "requester" | "admin");
  apply(context: OperationContext, input: Input): Promise<Done | number>;
}

/** An expected refusal, told to the plan with its code and facts. */
export class OperationError extends Error {
  override name = "OperationError";
  readonly code: OperationErrorCode;
  readonly facts: { [name: string]: Json };
  constructor(code: OperationErrorCode, message: string, facts: { [name: string]: Json } = {}) {
    super(message);
    this.code = code;
    this.facts = facts;
  }
}

export type OperationErrorCode =
  | "INSUFFICIENT_STOCK"
  | "NOT_FOUND"
  | "NOT_ALLOWED"
  | "INVALID_QUANTITY"
  | "INVALID_ARGUMENT"
  | "AMBIGUOUS"
  | "AMOUNT_CHANGED"
  | "WRONG_STATE";

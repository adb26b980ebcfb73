// The contract of an operation: what a plan may call, who has it, whose button it needs, and what it changes.

import type { z } from "zod";
import type { Transaction } from "../database/database.ts";
import type { Prisma } from "../database/generated/client.ts";
import type { Json } from "../json.ts";
import type { Requester, Role } from "../requester.ts";
import type { Till } from "./till.ts";

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
  /** The item, order, ticket, row of the ledger or run it is about; "new" for one that it opens. */
  subject: string;
  /** Whose order, ticket or purchase; null where nobody on file is concerned. */
  customer: CustomerOnFile | null;
  /** The order on record that goods or money come back from, or that a ticket is about. */
  orderId: number | null;
  quantity: number | null;
  /** Decimal strings: "95.00", "-160.00". */
  unitPrice: string | null;
  amount: string;
  /** Set only where the operation sets a state (an order's status, a counted stock) or rests on one (a purchase's day). */
  before: Json;
  after: Json;
  /** What the items named above are called, for the card. Not in the digest: a new name is no new deal. */
  names: { [itemId: string]: string };
}

export interface CustomerOnFile {
  id: number;
  name: string;
}

export interface OrderLine {
  itemId: string;
  quantity: number;
  unitPrice: Prisma.Decimal;
}

/** An order that purchases of this run go into; opened by the first. */
interface OpenOrder {
  id: number;
  customer: CustomerOnFile;
  total: Prisma.Decimal;
  lines: OrderLine[];
}

/** What an operation may use while it is applied, in a dry run and in the commit alike. */
export interface OperationContext {
  tx: Transaction;
  requester: Requester;
  now: Date;
  runId: string;
  /** Taken by a run's first write and kept to its end: see the migration `till`. */
  till(): Promise<Till>;
  /** Notes one row's change; later notes on the same row are folded into the first. */
  record(change: Change): void;
  agree(terms: Terms): void;
  /** A sentence for the approval card from stored facts ("Order 1008 of 25 Sep 2025 is on record."). */
  remark(text: string): void;
  /** By customer id. */
  openOrders: Map<number, OpenOrder>;
}

/** What the plan gets back of a change: amounts as plain numbers, for comparing and for words. */
export interface Done {
  amount: number;
  total: number;
  /** null to a customer: the shop's balance is not theirs to know. */
  balanceAfter: number | null;
  stockAfter: number | null;
  orderId: number | null;
  ticketId: number | null;
}

export interface Operation {
  name: string;
  /** One line for the prompt; "" if the name says it all. */
  hint: string;
  input: z.ZodType;
  /** What the plan gets back, in TypeScript for the prompt. */
  result: string;
  roles: Role[];
  /** "none" for operations that only read; "by-amount" for an admin's from the threshold on. */
  approval: "none" | "requester" | "admin" | "by-amount";
  /** Parses what the plan passed; an expected refusal is an `OperationError`. */
  apply(context: OperationContext, args: Json): Promise<Result>;
}

/** Operations that only read give a number or rows. */
export type Result = Done | number | Json[];

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

// What the calls of docs/http.md answer with, beside the stored run and its card: one shape for the server and the page.
import type { Json } from "../json.ts";
import type { ApprovalCard, RunReport } from "../report.ts";
import type { Requester } from "../requester.ts";
import type { Table } from "../table/table.ts";

/** Something said in a conversation, as `GET /api/conversations/:id` tells it. */
export type TalkEntry =
  | {
      kind: "message";
      /** The caller's own `messageId` where it was written here. */
      id: string;
      text: string;
      author: Requester;
      /** Names of files that nobody looked at. */
      notRead: string[];
      at: string;
    }
  | (TalkReply & {
      /** To messages. */
      kind: "answer";
      /** Their ids. */
      to: string[];
    })
  /** What came of a press. */
  | (TalkReply & { kind: "outcome" })
  /** Words that answer nothing: of a person of the shop, or what happened to a card or a ticket. */
  | { kind: "news"; id: string; text: string; at: string };

interface TalkReply {
  id: string;
  text: string;
  run: TalkRun | null;
  /** Of `cards`; a stale one and its successor. */
  cardIds: string[];
  chart: Json;
  table: TableHead | null;
  at: string;
}

/** The first rows of a table; `GET /api/runs/:id/table` has them all. */
export interface TableHead extends Table {
  /** Of the whole table. */
  rowCount: number;
}

export interface TalkRun extends Pick<RunReport, "runId" | "conversationId" | "status" | "action" | "attempts"> {
  /** From the message to the answer or the card. */
  tookMs: number | null;
  /** Why no plan was accepted. */
  errorCode: string | null;
  /** What the person who asked thought of it. */
  verdict: "up" | "down" | null;
}

export interface TalkView {
  conversationId: string;
  platform: string;
  /** While people of the shop have the talk: the ticket. */
  ticketId: number | null;
  /** The oldest first. */
  entries: TalkEntry[];
  /** There is more before the first. */
  isCut: boolean;
  /** As they stand now. */
  cards: ApprovalCard[];
}

export interface TicketView {
  id: number;
  status: "open" | "closed";
  issue: string;
  note: string | null;
  customer: CustomerName | null;
  orderId: number | null;
  runId: string | null;
  /** Where it came from; null when nobody would read an answer. */
  conversation: { conversationId: string; platform: string; author: Requester } | null;
  createdAt: string;
  closedAt: string | null;
}

interface CustomerName {
  id: number;
  name: string;
  email: string;
}

export interface CustomerRow extends CustomerName {
  orders: number;
  openTickets: number;
  lastOrderAt: string | null;
}

export interface OrderView {
  id: number;
  status: string;
  totalAmount: string;
  createdAt: string;
  lines: { itemId: string; name: string; quantity: number; unitPrice: string }[];
}

export interface CustomerView extends CustomerName {
  /** Accounts of Slack and Discord: "discord:123". */
  handles: string[];
  /** All lists: the newest first, and no more than the newest 50. */
  orders: OrderView[];
  tickets: TicketView[];
  conversations: ConversationRow[];
}

export interface ConversationRow {
  conversationId: string;
  platform: string;
  ticketId: number | null;
  /** What was asked last, and how often was asked. */
  lastText: string;
  lastAt: string;
  requests: number;
}

export interface LedgerEntry {
  /** Counts up from 1 without a gap. */
  position: number;
  transactionId: string;
  kind: string;
  summary: string;
  itemId: string | null;
  quantity: number | null;
  orderId: number | null;
  customerId: number | null;
  runId: string | null;
  amount: string;
  balanceAfter: string;
  createdAt: string;
}

/** The newest first; `next`: what to send for more. */
export interface LedgerPage {
  entries: LedgerEntry[];
  next: number | null;
}

export interface SearchResult {
  customers: CustomerName[];
  orders: (Pick<OrderView, "id" | "status" | "totalAmount" | "createdAt"> & { customer: CustomerName })[];
  tickets: TicketView[];
  items: { itemId: string; name: string; quantityInStock: number; price: string }[];
  runs: { runId: string; request: string; name: string | null; status: string; createdAt: string }[];
}

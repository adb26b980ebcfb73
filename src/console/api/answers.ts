// The JSON of docs/http.md that is not a stored run: what the calls of the page answer with.
import type { Json } from "../../json.ts";
import type { Row } from "../../operations/operation.ts";
import type { TableHead } from "../../platforms/web-answers.ts";
import type { ApprovalCard, ApprovalState, RunDetail, RunReport, StageMark } from "../../report.ts";
import type { Requester } from "../../requester.ts";

export type Decision = "confirm" | "cancel" | "approve" | "reject";

export interface ShopView {
  people: Requester[];
  inventory: Row[];
  /** The newest first. */
  transactions: Row[];
  balance: string | number;
  model: string;
  isLocal: boolean;
}

export interface RunSummary {
  runId: string;
  request: string;
  status: string;
  action: RunReport["action"];
  requester: Pick<RunDetail["requester"], "name" | "role">;
  approval: null | { id: string; state: ApprovalState };
  createdAt: string;
}

/** What admins must hear of today. */
export interface NoticeView {
  text: string;
  createdAt: string;
}

/** What a message or a press came to. */
export interface Answer {
  answerText: string;
  /** Null where it belongs to no run: a "yes" with no card, a fault before there was a plan. */
  report: RunReport | null;
  /** The card it is about and, where that went stale, its successor. */
  cards: ApprovalCard[];
  chart: Json;
  table: TableHead | null;
}

export type MessageEvent =
  | { kind: "status"; mark: StageMark }
  | { kind: "content"; text: string }
  | { kind: "done"; answer: Answer };

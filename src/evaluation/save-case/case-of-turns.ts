// The turns of a talk in; the case that expects the last of them to go as it went, in the form of a suite's file, out.
import type { Config } from "../../config.ts";
import type { Change, Row } from "../../operations/operation.ts";
import { buttonsNeeded } from "../../policy.ts";
import type { StoredRun } from "../../run-detail.ts";
import type { ExpectedChange } from "../evaluation.ts";
import type { TalkTurn } from "./talk-turns.ts";

/** One request of a suite's file. */
export interface WrittenCase extends Partial<WrittenTurn> {
  id: string;
  role: string;
  customerId: number | null;
  turns?: WrittenTurn[];
}

interface WrittenTurn {
  request: string;
  /** [] where it is not judged. */
  status: string | [];
  changes: ExpectedChange[];
  needs?: string;
  press?: false;
  answerMentions?: string[];
}

export function caseOfTurns(id: string, turns: TalkTurn[], limits: Config["approval"]): WrittenCase {
  const written = turns.map(({ run, isPressed }, index) =>
    index === turns.length - 1 ? judgedTurn(run, limits) : earlierTurn(run, isPressed),
  );
  const [only, ...more] = written;
  const last = turns.at(-1)?.run;
  const { role, customerId } = last?.basis?.task.requester ?? { role: "customer", customerId: null };
  const who = { id, role, customerId };
  return only !== undefined && more.length === 0 ? { ...who, ...only } : { ...who, turns: written };
}

/** What was said before is not judged, but its card is pressed where it was. */
function earlierTurn(run: StoredRun, isPressed: boolean): WrittenTurn {
  const changes = [...(isPressed ? run.changeset.changes.map(expected) : []), ...handover(run)];
  return { request: run.request, status: [], changes, ...(isPressed ? {} : { press: false }) };
}

function judgedTurn(run: StoredRun, limits: Config["approval"]): WrittenTurn {
  const needs = buttonsNeeded(run.basis?.task.requester.role ?? "customer", run.changeset, limits);
  const figures = figuresIn(run.answerText);
  return {
    request: run.request,
    status: run.status,
    changes: [...run.changeset.changes.map(expected), ...handover(run)],
    ...(needs.length === 0 ? {} : { needs: needs.join("+") }),
    ...(figures.length === 0 ? {} : { answerMentions: figures }),
  };
}

/** The ticket by which the staff take over; a plan's own tickets stand among its changes. */
function handover(run: StoredRun): ExpectedChange[] {
  const isHandedOver = run.status === "failed" && (run.basis?.ticketId ?? null) !== null;
  const customerId = run.basis?.task.requester.customerId ?? null;
  return isHandedOver ? [{ table: "tickets", key: "new", field: "status", after: "open", customerId }] : [];
}

/** What the same request makes of a new row in every store; ids and times are the shop's to give. */
const NEW_ROW: { [table in Change["table"]]: string[] } = {
  inventory: [],
  transactions: ["kind", "itemId", "quantity", "amount", "balanceAfter"],
  orders: ["customerId", "totalAmount", "lines"],
  tickets: ["customerId", "orderId"],
};

function expected({ table, key, before, after }: Change): ExpectedChange {
  if (before === null) {
    const status = after?.status === undefined ? {} : { field: "status", after: after.status };
    return { table, key: "new", ...status, ...only(after ?? {}, NEW_ROW[table]) };
  }
  const [field = "", ...others] = Object.keys(after ?? {});
  return {
    table,
    key,
    field,
    before: before[field] ?? null,
    after: after?.[field] ?? null,
    ...only(after ?? {}, others),
  };
}

function only(row: Row, columns: string[]): Row {
  return Object.fromEntries(columns.flatMap((column) => (row[column] === undefined ? [] : [[column, row[column]]])));
}

const MOST_FIGURES = 12;

/** Amounts, counts and ids: "$240.00", "10", "SG006". */
function figuresIn(answer: string): string[] {
  const figures = answer.match(/\$?\d[\d,]*(?:\.\d+)?|\b\p{Lu}{2,5}\d{2,}\b/gu) ?? [];
  return [...new Set(figures.map((figure) => figure.replace(/,$/, "")))].slice(0, MOST_FIGURES);
}

// A talk in, what the built-in planner made of its last turn out: the real sandbox, database, operations and rules.
import { extractPlan } from "../../src/agent/plan.ts";
import { type BrokenRule, type Status, validate } from "../../src/agent/validate.ts";
import type { OperationCall } from "../../src/changeset/changeset.ts";
import { createDryRun } from "../../src/changeset/dry-run.ts";
import { readConfig } from "../../src/config.ts";
import type { Database } from "../../src/database/database.ts";
import type { Json } from "../../src/json.ts";
import { createBuiltInPlanner } from "../../src/model/built-in.ts";
import type { PlanRequest } from "../../src/model/model.ts";
import type { Change } from "../../src/operations/operation.ts";
import { droppedBy, isDropped, type OpenIntent, openAfter, openOnCard } from "../../src/records/open-intents.ts";
import type { Requester } from "../../src/requester.ts";
import { createSandbox } from "../../src/sandbox/pool.ts";
import { openStore } from "../support/store.ts";

interface Answered {
  status: Status | null;
  text: string;
  pending: Json;
  calls: OperationCall[];
  changes: Change[];
  code: string;
  /** Why the plan would not have been accepted. */
  broken: BrokenRule | { code: string; message: string } | null;
}

export interface Road {
  database: Database;
  /** Each turn is answered before the next is said; nothing is confirmed in between. */
  talk(requester: Requester, turns: string[]): Promise<Answered>;
  close(): Promise<void>;
}

export async function openRoad(): Promise<Road> {
  const config = readConfig({});
  const database = await openStore();
  const sandbox = createSandbox(config.sandbox);
  const dryRun = createDryRun({ database, sandbox, limits: config.sandbox });
  const planner = createBuiltInPlanner();
  const now = new Date("2025-10-04T12:00:00Z");

  async function answer(request: PlanRequest): Promise<Answered> {
    const reply = await planner.write({ turns: [], request }, AbortSignal.timeout(1_000));
    const plan = extractPlan(reply.kind === "text" ? reply.text : "");
    const code = plan.kind === "plan" ? plan.code : "";
    const run = await dryRun({ code, request, now, runId: "run_test" });
    const shared = { code, calls: run.changeset.calls, changes: run.changeset.changes };
    if (run.outcome.kind === "failed") {
      return { ...shared, status: null, text: "", pending: null, broken: run.outcome.error };
    }
    const verdict = validate({ ...run, answer: run.outcome.answer, request, code }, config.request);
    if (verdict.kind === "broken") {
      return {
        ...shared,
        status: null,
        text: String(run.outcome.answer.answer_text),
        pending: null,
        broken: verdict.rule,
      };
    }
    const { status, answerText, extras } = verdict.answer;
    return { ...shared, status, text: answerText, pending: extras.pending, broken: null };
  }

  async function talk(requester: Requester, turns: string[]): Promise<Answered> {
    const history: PlanRequest["history"] = [];
    let open: OpenIntent[] = [];
    let cards: OpenIntent[] = [];
    let answered: Answered | null = null;
    for (const turn of turns) {
      answered = await answer({
        user_request: turn,
        history: [...history],
        requester,
        now: now.toISOString(),
        pending: [...open, ...cards],
      });
      const { pending, calls } = answered;
      const staged = calls.map(({ name }) => name);
      const dropped = droppedBy(pending);
      open = openAfter(open, { pending, staged, askedAt: now.toISOString() }, config.open);
      const isGone = ({ intent }: OpenIntent) => staged.includes(intent) || isDropped(dropped, intent);
      cards = [...openOnCard(calls, now.toISOString()), ...cards.filter((card) => !isGone(card))];
      history.push({ who: "customer", text: turn }, { who: "shop", text: answered.text });
    }
    if (answered === null) throw new Error("a talk needs a turn");
    return answered;
  }

  return {
    database,
    talk,
    close: async () => {
      await sandbox.close();
      await database.close();
    },
  };
}

/** "SG001 23→25, -160.00, order 285.00": what would change, short enough for a row of a table. */
export function changesText(changes: Change[]): string {
  return changes.map(changeText).join(", ");
}

function changeText({ table, key, before, after }: Change): string {
  switch (table) {
    case "inventory":
      return `${key} ${before?.quantityInStock}→${after?.quantityInStock}`;
    case "transactions":
      return `${after?.amount}`;
    case "orders":
      if (before === null) return `order ${after?.totalAmount}`;
      return `${key} ${after?.status ?? after?.lines}`;
    case "tickets":
      return before === null ? "ticket" : `ticket ${key} ${after?.status}`;
  }
}

const NAMES = ["", "Alice", "Bruno", "Chiyo", "Dara", "Elif"];

/** "staff", "guest", or a customer's number. */
export function whoIs(who: string): Requester {
  if (who === "staff" || who === "admin") return { role: who, customerId: null, name: null };
  const customerId = who === "guest" ? null : Number(who);
  return { role: "customer", customerId, name: customerId === null ? null : (NAMES[customerId] ?? null) };
}

// What came of a request → all of it in one statement, for every request passes here: where the request stands, the run
// with its attempts, what it cost, the card that somebody must decide on, and the reply.
import type { Attempt } from "../agent/loop.ts";
import { type FailureReport, reportFailure } from "../agent/repair.ts";
import type { Changeset } from "../changeset/changeset.ts";
import type { HostCallRecord } from "../changeset/host.ts";
import type { Transaction } from "../database/database.ts";
import { Prisma } from "../database/generated/client.ts";
import type { Model, PlanRequest } from "../model/model.ts";
import type { StageMark } from "../report.ts";
import type { Person } from "../requester.ts";
import { insertApproval, type NewApproval, replaceOpenCards } from "./approvals.ts";
import type { Dropped, OpenIntent } from "./open-intents.ts";
import { insertReply, type NewReply } from "./outbox.ts";
import { type RequestStage, RequestTaken } from "./requests.ts";
import { type RunOutcome, totalUsage } from "./runs.ts";
import { costsNothing, insertSpending } from "./spending.ts";

export interface NewAnswer {
  run: NewRun;
  /** Takes the place of the person's cards for the same that nobody has decided on yet. */
  approval: NewApproval | null;
  reply: NewReply;
  requester: Person;
}

interface NewRun {
  id: string;
  requestId: string;
  /** Where the request stands with this run. */
  stage: RequestStage;
  outcome: RunOutcome;
  /** The plan's STATUS, or how it went without a plan. */
  status: string;
  action: "read" | "mutate";
  changeset: Changeset;
  /** What the person is told: the plan's answer, or the house's own words when there is none. */
  answerText: string;
  /** What guards took away or let through with doubt, in words. */
  warnings: string[];
  /** Why no plan was accepted. */
  error: FailureReport | null;
  /** What its person has left open after it; null when it says nothing about that, and everything stays as it was. */
  open: OpenIntent[] | null;
  /** Wishes that the plan ended without staging them: their cards go too. */
  dropped: Dropped;
  model: Pick<Model, "name" | "parameters">;
  promptVersion: string;
  /** What the plan was told, so that it can be run again without a model. */
  task: PlanRequest;
  stages: StageMark[];
}

const NO_EXTRAS = { pending: null, answer_rows: null, answer_json: null, chart: null };

const NOTHING = Prisma.sql`SELECT`;
const NO_REQUEST = Prisma.sql`SELECT NULL::text AS request_id WHERE false`;
/** Nothing else is kept of a run that is not. */
const IF_SAVED = Prisma.sql`WHERE EXISTS (SELECT FROM run)`;

/** Only while the request is open: throws `RequestTaken` when another worker has ended it. */
export async function saveAnswer(tx: Transaction, { run, approval, reply, requester }: NewAnswer): Promise<void> {
  const { outcome } = run;
  const accepted = outcome.kind === "accepted" ? outcome : null;
  const last = outcome.attempts.at(-1) ?? null;
  const code = accepted?.code ?? last?.code ?? null;
  const log = last?.dryRun?.outcome.log ?? [];
  const usage = totalUsage(outcome.attempts);
  const open = run.open === null ? {} : { open: run.open };
  const extras = { ...(accepted?.answer.extras ?? NO_EXTRAS), warnings: run.warnings, ...open };
  const rows = await tx.$queryRaw<{ saved: boolean }[]>`
    WITH request AS (
      UPDATE requests SET stage = ${run.stage} WHERE id = ${run.requestId} AND stage = 'received' RETURNING id
    ), run AS (
      INSERT INTO runs (id, request_id, status, action, answer_text, code, log, error, extras, model, parameters, prompt_version,
        changeset, stages, usage, task)
      SELECT ${run.id}, request.id, ${run.status}, ${run.action},
        ${run.answerText}, ${code}, ${log}::text[], ${jsonOrNull(run.error)}::jsonb,
        ${JSON.stringify(extras)}::jsonb, ${run.model.name},
        ${JSON.stringify(run.model.parameters)}::jsonb, ${run.promptVersion},
        ${JSON.stringify(run.changeset)}::jsonb, ${JSON.stringify(run.stages)}::jsonb,
        ${JSON.stringify(usage)}::jsonb, ${JSON.stringify(run.task)}::jsonb
      FROM request RETURNING id
    ), attempt AS (
      INSERT INTO attempts (run_id, number, reply, code, host_calls, log, changeset, failure, usage, timings)
      SELECT run.id, a.* FROM run, jsonb_to_recordset(${JSON.stringify(outcome.attempts.map(attemptRow))}::jsonb)
        AS a (number int, reply text, code text, "hostCalls" jsonb, log text[], changeset jsonb, failure jsonb,
          usage jsonb, timings jsonb)
    ), approval AS (
      ${approval === null ? NOTHING : insertApproval(approval, IF_SAVED)}
    ), replaced AS (
      ${approval === null ? NO_REQUEST : replaceOpenCards(approval, run.dropped, IF_SAVED)}
    ), closed AS (
      UPDATE requests SET stage = 'done' WHERE id IN (SELECT request_id FROM replaced)
    ), spent AS (
      ${costsNothing(usage) ? NOTHING : insertSpending(requester, usage, IF_SAVED)}
    ), reply AS (
      ${insertReply(reply, IF_SAVED)}
    )
    SELECT EXISTS (SELECT FROM run) AS saved`;
  if (rows[0]?.saved !== true) throw new RequestTaken();
}

function jsonOrNull(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

function attemptRow({ number, reply, code, dryRun, failure, usage, timings }: Attempt) {
  return {
    number,
    reply,
    code,
    hostCalls: (dryRun?.hostCalls ?? []).map(callRow),
    log: dryRun?.outcome.log ?? [],
    changeset: dryRun?.changeset ?? null,
    failure: failure === null ? null : reportFailure(failure),
    usage,
    timings,
  };
}

/** As text, because a jsonb column keeps the keys of an object in an order of its own: a plan may show a row as it came. */
function callRow({ name, args, result, effects, ms }: HostCallRecord) {
  return { name, args, result: JSON.stringify(result), effects: effects === null ? null : JSON.stringify(effects), ms };
}

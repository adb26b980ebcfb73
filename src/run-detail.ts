// A run's id in, everything kept of it out: what is shown, and what it can be worked again from.
import { z } from "zod";
import { cardOf } from "./card.ts";
import type { Effects } from "./changeset/apply-calls.ts";
import type { Changeset } from "./changeset/changeset.ts";
import type { Transaction } from "./database/database.ts";
import type { PlanRequest } from "./model/model.ts";
import { readApproval } from "./records/approvals.ts";
import { OpenIntents } from "./records/open-intents.ts";
import { PersonSchema } from "./records/person.ts";
import { readReport, storedChanges, storedChangeset } from "./records/runs.ts";
import type { RunDetail } from "./report.ts";
import { nameOf, type Person } from "./requester.ts";

export type StoredCall = Shown["hostCalls"][number] & {
  /** Missing in runs that were stored before effects were. */
  effects?: Effects | null;
};

export type StoredAttempt = Omit<Shown, "hostCalls"> & { hostCalls: StoredCall[]; changeset: Changeset | null };

type Shown = RunDetail["attemptList"][number];

/** What a run was worked from, beside the model's replies and the shop's. */
export interface ReplayBasis {
  task: PlanRequest;
  requester: Person;
  notRead: string[];
  /** The one by which the request was handed over, or that the run opened. */
  ticketId: number | null;
}

export interface StoredRun extends RunDetail {
  attemptList: StoredAttempt[];
  /** null once it was deleted. */
  basis: ReplayBasis | null;
}

export const HostResultSchema = z.union([
  z.object({ ok: z.literal(true), value: z.json() }),
  z.object({
    ok: z.literal(false),
    error: z.object({ code: z.string(), message: z.string(), facts: z.record(z.string(), z.json()) }),
  }),
]);

/** The order of the keys is the one in which plans are told them: they may show what they were told as it is. */
export const PlanRequestSchema = z.object({
  user_request: z.string(),
  history: z.array(z.object({ who: z.enum(["customer", "shop"]), text: z.string() })),
  requester: z.object({
    role: z.enum(["customer", "staff", "admin"]),
    customerId: z.int().nullable(),
    name: z.string().nullable(),
  }),
  now: z.string(),
  pending: z.union([OpenIntents, z.json()]),
});

const FromText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom", message: "is no JSON" });
    return z.NEVER;
  }
});

// Written by `saveAnswer` alone. Before effects were kept, results stood there as they are.
const CallRow = z.union([
  z.object({
    name: z.string(),
    args: z.json(),
    result: FromText.pipe(HostResultSchema),
    effects: FromText.pipe(z.custom<Effects>()).nullable(),
    ms: z.number(),
  }),
  z.object({ name: z.string(), args: z.json(), result: HostResultSchema, ms: z.number() }),
]);

const Stored = {
  parameters: z.record(z.string(), z.json()),
  hostCalls: z.array(CallRow),
  failure: z
    .object({ code: z.string(), message: z.string(), line: z.number().optional() })
    .transform(({ line, ...rest }) => (line === undefined ? rest : { ...rest, line }))
    .nullable(),
  usage: z.object({ promptTokens: z.number(), completionTokens: z.number(), costUsd: z.number() }),
  timings: z.object({ modelMs: z.number(), runMs: z.number(), checkMs: z.number() }),
  extras: z.object({ pending: z.json(), answer_rows: z.json(), answer_json: z.json(), chart: z.json() }),
  warnings: z.object({ warnings: z.array(z.string()).default([]) }),
};

/** Everything kept of a run; null when there is no such run. */
export async function readDetail(tx: Transaction, runId: string): Promise<StoredRun | null> {
  const report = await readReport(tx, runId);
  const run = await tx.run.findUnique({
    where: { id: runId },
    include: {
      request: { include: { messages: { orderBy: { position: "asc" }, select: { notRead: true } } } },
      attempts: { orderBy: { number: "asc" } },
      approvals: { orderBy: { createdAt: "desc" }, take: 1 },
    },
  });
  if (report === null || run === null) return null;
  const ticket = await tx.ticket.findFirst({ where: { runId }, orderBy: { id: "asc" }, select: { id: true } });
  const requester = PersonSchema.parse(run.request.requester);
  const { name, role, customerId } = requester;
  const task = PlanRequestSchema.safeParse(run.task);
  const latest = run.approvals[0] ?? null;
  const approval = latest === null ? null : await readApproval(tx, latest.id);
  return {
    ...report,
    request: run.request.text,
    requester: { name: nameOf({ name, role }), role, customerId },
    createdAt: run.createdAt.toISOString(),
    promptVersion: run.promptVersion,
    parameters: Stored.parameters.parse(run.parameters),
    extras: Stored.extras.parse(run.extras),
    warnings: Stored.warnings.parse(run.extras).warnings,
    changeset: storedChangeset(run.changeset),
    card: approval === null ? null : cardOf(approval),
    committedChanges: latest === null ? null : storedChanges(latest.committed),
    attemptList: run.attempts.map((attempt) => ({
      number: attempt.number,
      reply: attempt.reply,
      code: attempt.code,
      hostCalls: Stored.hostCalls.parse(attempt.hostCalls),
      log: attempt.log,
      failure: Stored.failure.parse(attempt.failure),
      usage: Stored.usage.parse(attempt.usage),
      timings: Stored.timings.parse(attempt.timings),
      changeset: attempt.changeset === null ? null : storedChangeset(attempt.changeset),
    })),
    basis: task.success
      ? {
          task: task.data,
          requester,
          notRead: run.request.messages.flatMap(({ notRead }) => notRead),
          ticketId: ticket?.id ?? null,
        }
      : null,
  };
}

/** Without what a run is only worked again from: a person's other talk is no part of what was done. */
export function shownDetail({ basis: _, attemptList, ...run }: StoredRun): RunDetail {
  return {
    ...run,
    attemptList: attemptList.map(({ changeset: __, hostCalls, ...attempt }) => ({
      ...attempt,
      hostCalls: hostCalls.map(({ name, args, result, ms }) => ({ name, args, result, ms })),
    })),
  };
}

// A run's id in, everything kept of it out.
import { z } from "zod";
import { cardOf } from "./card.ts";
import type { Transaction } from "./database/database.ts";
import { readApproval } from "./records/approvals.ts";
import { PersonSchema } from "./records/person.ts";
import { readReport, storedChanges, storedChangeset } from "./records/runs.ts";
import type { RunDetail } from "./report.ts";
import { nameOf } from "./requester.ts";

const Stored = {
  parameters: z.record(z.string(), z.json()),
  hostCalls: z.array(z.object({ name: z.string(), args: z.json(), result: z.json(), ms: z.number() })),
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
export async function readDetail(tx: Transaction, runId: string): Promise<RunDetail | null> {
  const report = await readReport(tx, runId);
  const run = await tx.run.findUnique({
    where: { id: runId },
    include: {
      request: true,
      attempts: { orderBy: { number: "asc" } },
      approvals: { orderBy: { createdAt: "desc" }, take: 1 },
    },
  });
  if (report === null || run === null) return null;
  const { name, role, customerId } = PersonSchema.parse(run.request.requester);
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
    })),
  };
}

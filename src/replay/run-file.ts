// The text of a file that `trace --json` printed, or that the evaluation wrote of a failing run, in; the stored run out.
import { z } from "zod";
import type { Changeset } from "../changeset/changeset.ts";
import type { Change, Terms } from "../operations/operation.ts";
import { PersonSchema } from "../records/person.ts";
import type { ApprovalCard, RunReport } from "../report.ts";
import { HostResultSchema, PlanRequestSchema, type StoredRun } from "../run-detail.ts";

const Row = z.record(z.string(), z.json());
const ChangeSchema: z.ZodType<Change> = z.object({
  table: z.enum(["inventory", "transactions", "orders", "tickets"]),
  key: z.union([z.string(), z.number()]),
  before: Row.nullable(),
  after: Row.nullable(),
});
const TermsSchema: z.ZodType<Terms> = z.object({
  operation: z.string(),
  subject: z.string(),
  customer: z.object({ id: z.number(), name: z.string() }).nullable(),
  orderId: z.number().nullable(),
  quantity: z.number().nullable(),
  unitPrice: z.string().nullable(),
  amount: z.string(),
  before: z.json(),
  after: z.json(),
  names: z.record(z.string(), z.string()),
});
const ChangesetSchema: z.ZodType<Changeset> = z.object({
  calls: z.array(z.object({ name: z.string(), args: z.json() })),
  changes: z.array(ChangeSchema),
  terms: z.array(TermsSchema),
  remarks: z.array(z.string()),
  digest: z.string(),
});
const EffectsSchema = z.object({
  changes: z.array(ChangeSchema),
  terms: z.array(TermsSchema),
  remarks: z.array(z.string()),
});
const Failure = z.object({ code: z.string(), message: z.string(), line: z.number().exactOptional() }).nullable();
const Usage = z.object({ promptTokens: z.number(), completionTokens: z.number(), costUsd: z.number() });

const RunFile: z.ZodType<StoredRun> = z.object({
  runId: z.string(),
  conversationId: z.string(),
  status: z.string(),
  action: z.enum(["read", "mutate"]),
  answerText: z.string(),
  code: z.string().nullable(),
  log: z.array(z.string()),
  error: Failure,
  attempts: z.number(),
  model: z.string(),
  changes: z.array(ChangeSchema),
  approval: z.custom<RunReport["approval"]>(),
  stages: z.array(z.custom<RunReport["stages"][number]>()),
  usage: Usage,
  request: z.string(),
  requester: z.object({ name: z.string(), role: z.string(), customerId: z.number().nullable() }),
  createdAt: z.string(),
  promptVersion: z.string(),
  parameters: z.record(z.string(), z.json()),
  warnings: z.array(z.string()),
  extras: z.object({ pending: z.json(), answer_rows: z.json(), answer_json: z.json(), chart: z.json() }),
  changeset: ChangesetSchema,
  card: z.custom<ApprovalCard | null>(),
  committedChanges: z.array(ChangeSchema).nullable(),
  attemptList: z.array(
    z.object({
      number: z.number(),
      reply: z.string(),
      code: z.string().nullable(),
      hostCalls: z.array(
        z.object({
          name: z.string(),
          args: z.json(),
          result: HostResultSchema,
          effects: EffectsSchema.nullable().exactOptional(),
          ms: z.number(),
        }),
      ),
      log: z.array(z.string()),
      failure: Failure,
      usage: Usage,
      timings: z.object({ modelMs: z.number(), runMs: z.number(), checkMs: z.number() }),
      changeset: ChangesetSchema.nullable(),
    }),
  ),
  basis: z
    .object({
      task: PlanRequestSchema,
      requester: PersonSchema,
      notRead: z.array(z.string()),
      ticketId: z.number().nullable(),
    })
    .nullable(),
});

/** Either the run, or what is wrong with the text, by path. */
export function parseRunFile(text: string): { kind: "run"; run: StoredRun } | { kind: "wrong"; why: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { kind: "wrong", why: "it is no JSON" };
  }
  const parsed = RunFile.safeParse(json);
  if (parsed.success) return { kind: "run", run: parsed.data };
  const [issue] = parsed.error.issues;
  return { kind: "wrong", why: `${issue?.path.join(".") || "the whole"}: ${issue?.message}` };
}

// A changeset in; made real and kept as an approved run is, so that it can be undone.
import { approve, type Changeset } from "../../src/changeset/changeset.ts";
import { type Reapplied, reapply } from "../../src/changeset/commit.ts";
import type { Database, Transaction } from "../../src/database/database.ts";
import { Prisma } from "../../src/database/generated/client.ts";
import type { Change } from "../../src/operations/operation.ts";
import { asJson } from "../../src/records/runs.ts";
import type { Requester } from "../../src/requester.ts";

interface KeptRun {
  requester: Requester;
  runId: string;
  now: Date;
}

/** Throws, and changes nothing, when the commit is not what was approved. */
export async function commitRun(database: Database, changeset: Changeset, kept: KeptRun): Promise<Reapplied> {
  return database.transaction(async (tx) => {
    const outcome = await reapply(tx, approve(changeset, []), kept);
    if (outcome.kind !== "same") throw new Error(`what was approved is ${outcome.kind}`);
    await keepRun(tx, changeset, kept, outcome.changes);
    return outcome;
  });
}

/** `committed`: null while a button is missing. */
export async function keepRun(tx: Transaction, changeset: Changeset, kept: KeptRun, committed: Change[] | null) {
  const { requester, runId, now } = kept;
  const conversation = { id: "cnv_test", platform: "test", place: "thread" };
  await tx.conversation.upsert({ where: { id: conversation.id }, create: conversation, update: {} });
  const request = { id: `req_${runId}`, conversationId: conversation.id, text: "Please", stage: "done" };
  const person = { person: `test:${requester.name}`, ...requester };
  await tx.request.create({ data: { ...request, requester: person } });
  const planned = { status: "success", action: "mutate", answerText: "Ready.", model: "test", promptVersion: "" };
  const stored = { log: [], extras: {}, parameters: {}, stages: [], task: {}, usage: {}, changeset: asJson(changeset) };
  await tx.run.create({ data: { id: runId, requestId: request.id, ...planned, ...stored } });
  await tx.approval.create({
    data: {
      id: `apr_${runId}`,
      runId,
      conversationId: conversation.id,
      state: committed === null ? "pending" : "committed",
      needs: committed === null ? ["requester"] : [],
      decisions: [],
      changeset: asJson(changeset),
      committed: committed === null ? Prisma.DbNull : committed.map(asJson),
      expiresAt: now,
      decidedAt: committed === null ? null : now,
    },
  });
}

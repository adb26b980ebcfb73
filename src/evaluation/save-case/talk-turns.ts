// A stored run in; the turns of its talk up to it, each with whether its card was pressed before the run, out.
import type { Transaction } from "../../database/database.ts";
import { PersonSchema } from "../../records/person.ts";
import { readDetail, type StoredRun } from "../../run-detail.ts";

export interface TalkTurn {
  run: StoredRun;
  isPressed: boolean;
}

/** The oldest first, the run itself last; only what the run was told of. */
export async function readTurns(tx: Transaction, run: StoredRun): Promise<[TalkTurn, ...TalkTurn[]]> {
  const turns: TalkTurn[] = [];
  const told = new Set(run.basis?.task.history.flatMap(({ who, text }) => (who === "customer" ? [text] : [])));
  const own = await tx.run.findUniqueOrThrow({ where: { id: run.runId }, include: { request: true } });
  const earlier = await tx.request.findMany({
    where: { conversationId: own.request.conversationId, position: { lt: own.request.position } },
    orderBy: { position: "desc" },
    take: told.size,
    include: {
      messages: { select: { text: true } },
      runs: {
        where: { createdAt: { lt: own.createdAt } },
        orderBy: { createdAt: "desc" },
        take: 1,
        include: { approvals: { where: { state: "committed", decidedAt: { lt: own.createdAt } } } },
      },
    },
  });
  const person = run.basis?.requester.person;
  for (const { messages, requester, runs } of earlier.toReversed()) {
    const [last] = runs;
    const isTold = messages.some(({ text }) => told.has(text)) && PersonSchema.parse(requester).person === person;
    const before = last === undefined || !isTold ? null : await readDetail(tx, last.id);
    if (last !== undefined && before !== null) turns.push({ run: before, isPressed: last.approvals.length > 0 });
  }
  const last = { run, isPressed: run.changeset.calls.length > 0 };
  const [first, ...more] = turns;
  return first === undefined ? [last] : [first, ...more, last];
}

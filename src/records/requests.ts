// Messages that were stored → requests that are worked, one after the other.
import type { Transaction } from "../database/database.ts";
import type { Person } from "../requester.ts";
import { newId } from "./id.ts";
import type { WaitingMessage } from "./work.ts";

/** Where a request stands in the records; the finer stages on the way are told as progress only. */
export type RequestStage = "received" | "waiting" | "done" | "failed";

export interface OpenRequest {
  id: string;
  conversationId: string;
  platform: string;
  place: string;
  requester: Person;
  text: string;
  /** Nothing is ever added to it. */
  standsAlone: boolean;
  keys: string[];
  /** What came with the messages and nobody looked at. */
  notRead: string[];
  receivedAt: Date;
  drafts: number;
  /** Where the first message's trace goes on, and the others'. */
  trace: string | null;
  otherTraces: (string | null)[];
}

/** Another worker was faster, or the request is finished: what this one worked out does not count. */
export class RequestTaken extends Error {
  override name = "RequestTaken";
  constructor() {
    super("Another worker has this request.");
  }
}

/**
 * The request that these messages of one person are: a new one, or the one that the first of them was taken for already,
 * with the later ones added. Throws `RequestTaken` when somebody else took one of them or ended the request; in a transaction,
 * which the adding needs, nothing is taken then.
 */
export async function takeRequest(
  tx: Transaction,
  { conversationId, platform, place }: { conversationId: string; platform: string; place: string },
  messages: [WaitingMessage, ...WaitingMessage[]],
): Promise<OpenRequest> {
  const [first] = messages;
  const fresh = messages.filter((message) => message.request === null);
  const known = first.request;
  const words = fresh.map((message) => message.text);
  const text = [...(known === null ? [] : [known.text]), ...words].join("\n");
  const request = {
    id: known?.id ?? newId("req"),
    conversationId,
    platform,
    place,
    requester: known?.requester ?? first.author,
    text,
    standsAlone: first.standsAlone,
    keys: messages.map((message) => message.key),
    notRead: messages.flatMap((message) => message.notRead),
    receivedAt: first.receivedAt,
    drafts: known?.drafts ?? 0,
    trace: first.trace,
    otherTraces: messages.slice(1).map((message) => message.trace),
  };
  if (fresh.length === 0) return request;
  const ids = fresh.map((message) => message.id);
  // Counted inside the statement: of two workers that take the same messages, the second finds them taken.
  const count =
    known === null
      ? await tx.$executeRaw`
          WITH taken AS (
            UPDATE messages SET request_id = ${request.id} WHERE id = ANY(${ids}) AND request_id IS NULL RETURNING id
          )
          INSERT INTO requests (id, conversation_id, requester, text, stage)
          SELECT ${request.id}, ${conversationId}, ${JSON.stringify(request.requester)}::jsonb, ${text}, 'received'
          WHERE (SELECT count(*) FROM taken) = ${ids.length}`
      : await tx.$executeRaw`
          WITH taken AS (
            UPDATE messages SET request_id = ${request.id} WHERE id = ANY(${ids}) AND request_id IS NULL RETURNING id
          )
          UPDATE requests SET text = ${text}
          WHERE id = ${request.id} AND stage = 'received' AND (SELECT count(*) FROM taken) = ${ids.length}`;
  if (count !== 1) throw new RequestTaken();
  return request;
}

/** Notes that a draft was dropped, because more was written while it was made. */
export async function countDraft(tx: Transaction, requestId: string): Promise<void> {
  await tx.request.updateMany({ where: { id: requestId }, data: { drafts: { increment: 1 } } });
}

/** The request is worked again after this time, and not before. */
export async function delayRequest(tx: Transaction, requestId: string, ms: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE requests SET not_before = clock_timestamp() + ${ms}::float8 * interval '1 ms' WHERE id = ${requestId}`;
}

export async function setStage(tx: Transaction, requestId: string, stage: RequestStage): Promise<void> {
  await tx.request.updateMany({ where: { id: requestId }, data: { stage } });
}

/** Notes that working the request failed for reasons of our own; how often by now. */
export async function countTry(tx: Transaction, requestId: string): Promise<number> {
  const { tries } = await tx.request.update({ where: { id: requestId }, data: { tries: { increment: 1 } } });
  return tries;
}

/** Puts the person's last failed request of this conversation back to work. Its id, or null when there is none. */
export async function reopenFailed(tx: Transaction, conversationId: string, person: string): Promise<string | null> {
  const failed = await tx.request.findFirst({
    where: { conversationId, stage: "failed", requester: { path: ["person"], equals: person } },
    orderBy: { position: "desc" },
  });
  if (failed === null) return null;
  const { count } = await tx.request.updateMany({
    where: { id: failed.id, stage: "failed" },
    data: { stage: "received", tries: 0, drafts: 0, notBefore: null },
  });
  return count === 1 ? failed.id : null;
}

// A conversation that was woken in; its presses, requests and replies worked, in this order, until nothing is left, out.
// One worker at a time has a conversation, whatever the queue delivers twice.
import type { Transaction } from "../database/database.ts";
import type { WorkAgain } from "../queue/queue.ts";
import { openApprovalsIn } from "../records/approvals.ts";
import type { UnsentReply } from "../records/outbox.ts";
import { countPressTry, storePress } from "../records/presses.ts";
import { countTry, type OpenRequest, RequestTaken, reopenFailed, setStage, takeRequest } from "../records/requests.ts";
import { MOST_AT_ONCE, readWork, type WaitingPress } from "../records/work.ts";
import { inSpan } from "../telemetry/tracing.ts";
import { answerRequest, giveUp } from "./answer-request.ts";
import { nextBurst } from "./burst.ts";
import { commitChangeset, giveUpPress } from "./commit-changeset.ts";
import { passOn } from "./held-conversation.ts";
import { openPlace } from "./open-place.ts";
import { postReplies } from "./post-reply.ts";
import { typedPress, typedWord } from "./typed-button.ts";
import type { WorkConversation, WorkerParts } from "./worker.ts";

/** What one look at a conversation came to: something was done, or it rests, for good or for a while. */
type Step = { kind: "worked" } | { kind: "rests"; againMs: WorkAgain };

const WORKED: Step = { kind: "worked" };
const RESTS: Step = { kind: "rests", againMs: null };

export function createWorker(parts: WorkerParts): WorkConversation {
  const { config, database, log } = parts;
  const burstLimits = { ...config.burst, mostChars: config.request.messageChars };

  async function workNext(conversationId: string, signal: AbortSignal): Promise<Step> {
    const found = await readWork(database.client, conversationId, config.outbox.tries);
    const work = { ...found, conversationId, place: await openPlace(conversationId, found, parts) };
    const posted = await postReplies(work, work.replies, parts);
    if (work.press !== null) {
      const { press } = work;
      const about = { "tillhand.conversation_id": conversationId, "tillhand.approval_id": press.approvalId };
      const replies = await inSpan("work press", { kind: "consumer", parent: press.trace, attributes: about }, () =>
        workPress({ ...press, platform: work.platform, place: work.place }),
      );
      await postReplies(work, replies, parts);
      return WORKED;
    }
    const burst = nextBurst(work.messages, burstLimits);
    if (burst === null) return posted > 0 ? WORKED : RESTS;
    if (burst.waitMs > 0) return { kind: "rests", againMs: burst.waitMs };
    const take = (tx: Transaction) => takeRequest(tx, work, burst.messages);
    // A new request cannot be half taken: its messages would refer to nothing.
    const isNew = burst.messages[0].request === null;
    const request = await (isNew ? take(database.client) : database.transaction(take));
    const about = { "tillhand.conversation_id": conversationId, "tillhand.request_id": request.id };
    const replies = await inSpan(
      "answer request",
      { kind: "consumer", parent: request.trace, links: request.otherTraces, attributes: about },
      () => (work.ticketId === null ? workRequest(request, signal) : passOn(request, work.ticketId, parts)),
    );
    await postReplies(work, replies, parts);
    // A draft that was dropped, or a typed button: there is something to do at once.
    if (replies.length === 0) return WORKED;
    // Whatever came in meanwhile has woken the conversation again, so what was seen is all there is to do; and where more
    // was seen, other conversations have their turn before it.
    const isAll = burst.messages.length === work.messages.length && work.messages.length < MOST_AT_ONCE;
    return isAll ? RESTS : { kind: "rests", againMs: 0 };
  }

  async function workPress(press: WaitingPress): Promise<UnsentReply[]> {
    try {
      return await commitChangeset(press, parts);
    } catch (error) {
      const isLastTry = (await countPressTry(database.client, press.id)) >= config.request.tries;
      if (!isLastTry) throw error;
      log.error({ approvalId: press.approvalId, err: error }, "press given up");
      return giveUpPress(press, parts);
    }
  }

  async function workRequest(request: OpenRequest, signal: AbortSignal): Promise<UnsentReply[]> {
    try {
      if (await workTypedWord(request)) return [];
      return await answerRequest(request, parts, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RequestTaken) throw error;
      const isLastTry = (await countTry(database.client, request.id)) >= config.request.tries;
      if (!isLastTry) throw error;
      log.error({ requestId: request.id, err: error }, "request given up");
      return [await giveUp(request, parts)];
    }
  }

  /** True when the request was a typed button and is settled by it. */
  async function workTypedWord(request: OpenRequest): Promise<boolean> {
    const word = typedWord(request.text);
    if (word === null) return false;
    return database.transaction(async (tx) => {
      const { conversationId, requester, keys, id, trace } = request;
      if (word === "retry") {
        const reopened = await reopenFailed(tx, conversationId, requester.person);
        if (reopened === null) return false;
        // The answer to the old request is the answer to this message too.
        await tx.message.updateMany({ where: { requestId: id }, data: { requestId: reopened } });
        await setStage(tx, id, "done");
        return true;
      }
      const pressed = typedPress(word, request, await openApprovalsIn(tx, conversationId));
      if (pressed === null) return false;
      const [key] = keys;
      if (key === undefined) return false;
      const press = { key, person: requester, reason: null, answerTo: null, ...pressed };
      await storePress(tx, conversationId, press, trace);
      await setStage(tx, id, "done");
      return true;
    });
  }

  async function workUntilRest(conversationId: string, signal: AbortSignal): Promise<{ againMs: WorkAgain }> {
    while (!signal.aborted) {
      const step = await workNext(conversationId, signal);
      if (step.kind === "rests") return step;
    }
    return { againMs: null };
  }

  return async (conversationId, signal) => {
    try {
      const rest = await database.exclusively(`conversation ${conversationId}`, (lost) =>
        workUntilRest(conversationId, AbortSignal.any([signal, lost])),
      );
      return rest === null ? config.queue.busyMs : rest.againMs;
    } catch (error) {
      if (signal.aborted) return null;
      log.error({ conversationId, err: error }, "work failed; it will be tried again");
      throw error;
    }
  };
}

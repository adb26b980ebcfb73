// A conversation that was woken in; its presses, requests and replies worked, in this order, until nothing is left, out.
import { openApprovalsIn } from "../records/approvals.ts";
import type { UnsentReply } from "../records/outbox.ts";
import { countPressTry, storePress } from "../records/presses.ts";
import { countTry, type OpenRequest, reopenFailed, setStage, takeRequest } from "../records/requests.ts";
import { readWork, type WaitingPress } from "../records/work.ts";
import { answerRequest, giveUp } from "./answer-request.ts";
import { commitChangeset, giveUpPress } from "./commit-changeset.ts";
import { postReplies } from "./post-reply.ts";
import { typedPress, typedWord } from "./typed-button.ts";
import type { WorkConversation, WorkerParts } from "./worker.ts";

export function createWorker(parts: WorkerParts): WorkConversation {
  const { config, database, log } = parts;

  /** False when there was nothing to do. */
  async function workNext(conversationId: string, signal: AbortSignal): Promise<boolean> {
    const work = await readWork(database.client, conversationId, config.outbox.tries);
    const posted = await postReplies(work, work.replies, parts);
    if (work.press !== null) {
      await postReplies(work, await workPress(work.press), parts);
      return true;
    }
    const request = await takeRequest(database.client, conversationId, work.messages, {
      mostChars: config.request.messageChars,
      standsAlone: (text) => typedWord(text) !== null,
    });
    if (request === null) return posted > 0;
    await postReplies(work, await workRequest(request, signal), parts);
    return true;
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
      return [await answerRequest(request, parts, signal)];
    } catch (error) {
      signal.throwIfAborted();
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
      const { conversationId, requester, keys, id } = request;
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
      await storePress(tx, conversationId, { key, person: requester, reason: null, ...pressed });
      await setStage(tx, id, "done");
      return true;
    });
  }

  return async (conversationId, signal) => {
    try {
      let isWorking = true;
      while (isWorking && !signal.aborted) isWorking = await workNext(conversationId, signal);
    } catch (error) {
      if (signal.aborted) return;
      log.error({ conversationId, err: error }, "work failed; it will be tried again");
      throw error;
    }
  };
}

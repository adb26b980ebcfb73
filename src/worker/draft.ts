// A request that is being answered in; word that its question is no longer the whole question out. A draft that comes too
// late is dropped before it is stored, so it can never be committed.
import type { Transaction } from "../database/database.ts";
import type { OpenRequest } from "../records/requests.ts";
import { nextMessage } from "../records/work.ts";
import { isMore, isWhole } from "./burst.ts";
import type { WorkerParts } from "./worker.ts";

/** More was written by the same person meanwhile: both are to be answered together. */
export class DraftStale extends Error {
  override name = "DraftStale";
  constructor() {
    super("The person went on writing.");
  }
}

export async function isDraftStale(tx: Transaction, request: OpenRequest, parts: WorkerParts): Promise<boolean> {
  const { burst, request: limits } = parts.config;
  if (request.drafts >= burst.drafts || isWhole(request)) return false;
  const later = await nextMessage(tx, request.conversationId);
  const earlier = { author: request.requester };
  return later !== null && isMore(later, earlier, request.text.length, limits.messageChars);
}

/** Runs `work`, whose signal aborts with `DraftStale` as soon as more is written, so that no model call is wasted. */
export async function whileWhole<T>(
  request: OpenRequest,
  parts: WorkerParts,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stale = new AbortController();
  const watch = setInterval(() => {
    isDraftStale(parts.database.client, request, parts).then(
      (isStale) => isStale && stale.abort(new DraftStale()),
      // The look before storing is the one that counts.
      () => {},
    );
  }, parts.config.burst.watchMs);
  try {
    return await work(AbortSignal.any([signal, stale.signal]));
  } finally {
    clearInterval(watch);
  }
}

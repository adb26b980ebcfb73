// The open session in; what is said there, by the assistant or by people of the shop, read every so often.
import { useCallback, useEffect } from "react";
import type { TalkView } from "../../platforms/web-answers.ts";
import { ApiError } from "../api/api-error.ts";
import type { CallerClient } from "../api/caller-client.ts";
import { usePolled } from "../api/use-polled.ts";

const everyMs = 3_000;

export interface TalkRead {
  who: string;
  /** null: the service does not have it, or not any more. */
  talk: TalkView | null;
}

/** Returns whether it could not be read, and a function that reads it now. `onRead` has to be stable. */
export function useTalk(
  client: CallerClient,
  { who, sessionId }: { who: string; sessionId: string | null },
  onRead: (read: TalkRead) => void,
): { hasFailed: boolean; refresh: () => void } {
  const read = useCallback(
    async (): Promise<TalkRead | null> =>
      sessionId === null ? null : { who, talk: await readTalk(client, sessionId) },
    [client, who, sessionId],
  );
  const { value, problem, refresh } = usePolled(read, everyMs);
  useEffect(() => {
    if (value !== null) onRead(value);
  }, [value, onRead]);
  return { hasFailed: problem !== null, refresh };
}

async function readTalk(client: CallerClient, sessionId: string): Promise<TalkView | null> {
  try {
    return await client.readTalk(sessionId);
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === "NO_SUCH_CONVERSATION") return null;
    throw cause;
  }
}

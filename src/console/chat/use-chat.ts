// The talk of the person at the page: what was said, and what one can do: send a message, decide a card, judge an answer.
import { useCallback, useEffect, useReducer } from "react";
import type { ApprovalCard } from "../../report.ts";
import type { Requester } from "../../requester.ts";
import type { Decision } from "../api/answers.ts";
import { ApiError, connectionError } from "../api/api-error.ts";
import type { CallerClient, Verdict } from "../api/caller-client.ts";
import type { Client } from "../api/client.ts";
import { ownId } from "../api/own-id.ts";
import { keepSession, readKept } from "./kept-sessions.ts";
import { keptSessions, type Session, sessionOf, sessionsReducer } from "./sessions.ts";
import { isOpenTurn } from "./turn.ts";
import { type TalkRead, useTalk } from "./use-talk.ts";

export interface Chat {
  session: Session;
  cards: { [cardId: string]: ApprovalCard };
  isAnswering: boolean;
  /** What was said before is being read. */
  isOpening: boolean;
  draft: (text: string) => void;
  send: (message: string) => void;
  /** Fails with an ApiError; what the card then shows is read anew. */
  decide: (card: ApprovalCard, decision: Decision, reason: string | null) => Promise<void>;
  rate: (runId: string, verdict: Verdict) => Promise<void>;
  /** Begins a new talk. */
  leave: () => void;
}

interface Caller {
  client: Client;
  /** The same for this person. */
  asCaller: CallerClient;
  /** The chooser's value. */
  who: string;
  /** Goes to the server; null where a token says it. */
  requester: Requester | null;
}

export function useChat({ client, asCaller, who, requester }: Caller, onShopMoved: () => void): Chat {
  const [state, dispatch] = useReducer(sessionsReducer, null, () => keptSessions(readKept()));
  const session = sessionOf(state, who);

  const { sessionId } = session;
  useEffect(() => keepSession(who, sessionId), [who, sessionId]);
  const onRead = useCallback(
    ({ who, talk }: TalkRead) => dispatch(talk === null ? { type: "missed", who } : { type: "talkRead", who, talk }),
    [],
  );
  const talk = useTalk(asCaller, { who, sessionId }, onRead);

  async function answer(turnId: string, message: string): Promise<void> {
    const openSessionId = sessionId ?? (await client.openSession());
    dispatch({ type: "opened", who, sessionId: openSessionId });
    const sent = { message, messageId: turnId, sessionId: openSessionId };
    for await (const event of client.sendMessage(sent, requester)) {
      if (event.kind === "status") dispatch({ type: "staged", who, turnId, mark: event.mark });
      if (event.kind === "content") dispatch({ type: "worded", who, turnId, text: event.text });
      if (event.kind === "done") dispatch({ type: "answered", who, turnId, answer: event.answer });
    }
    // The message may have decided or replaced an older card.
    talk.refresh();
    onShopMoved();
  }

  function send(message: string): void {
    const turnId = ownId();
    dispatch({ type: "sent", who, turnId, message });
    answer(turnId, message).catch((cause: unknown) =>
      dispatch({ type: "failed", who, turnId, problem: connectionError(cause).message }),
    );
  }

  async function decide(card: ApprovalCard, decision: Decision, reason: string | null): Promise<void> {
    try {
      const { answerText, cards } = await client.decide(card.id, decision, reason, requester);
      dispatch({ type: "cardsSeen", cards });
      // The card stands as it was: the words say why the press did not count.
      const now = cards[0];
      if (now?.state === "pending" && now.decisions.length === card.decisions.length) {
        throw new ApiError("REFUSED", answerText);
      }
    } finally {
      talk.refresh();
      onShopMoved();
    }
  }

  return {
    session,
    cards: state.cards,
    isAnswering: session.turns.some((turn) => turn.isHere && isOpenTurn(turn)),
    isOpening: !session.isRead && !talk.hasFailed,
    draft: (text) => dispatch({ type: "drafted", who, draft: text }),
    send,
    decide,
    rate: async (runId, verdict) => {
      await asCaller.rate(runId, verdict);
      dispatch({ type: "rated", who, runId, verdict });
    },
    leave: () => dispatch({ type: "left", who }),
  };
}

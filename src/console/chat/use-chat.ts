// The talk of the person at the page: what was said, and the two things one can do, send a message and decide a card.
import { useCallback, useMemo, useReducer, useRef } from "react";
import type { Json } from "../../json.ts";
import type { ApprovalCard, RunReport } from "../../report.ts";
import type { Requester } from "../../requester.ts";
import type { Decision } from "../api/answers.ts";
import { ApiError, connectionError } from "../api/api-error.ts";
import type { Client } from "../api/client.ts";
import { isOpenTurn, noSessions, type Session, sessionOf, sessionsReducer } from "./sessions.ts";
import { useOpenCards } from "./use-open-cards.ts";

export interface Chat {
  session: Session;
  cards: { [cardId: string]: ApprovalCard };
  isAnswering: boolean;
  draft: (text: string) => void;
  send: (message: string) => void;
  /** Fails with an ApiError; what the card then shows is read anew. */
  decide: (card: ApprovalCard, decision: Decision, reason: string | null) => Promise<void>;
}

/** `who` is the chooser's value; `caller` goes to the server and is null where a token says it. */
export function useChat(client: Client, who: string, caller: Requester | null, onShopMoved: () => void): Chat {
  const [state, dispatch] = useReducer(sessionsReducer, noSessions);
  const session = sessionOf(state, who);
  const turnIds = useRef(0);

  const seeCards = useCallback((cards: ApprovalCard[]) => {
    dispatch({ type: "cardsSeen", cards });
  }, []);
  const ownCards = useMemo(
    () => session.turns.flatMap((turn) => turn.cardIds.flatMap((id) => state.cards[id] ?? [])),
    [session.turns, state.cards],
  );
  const readOpenCards = useOpenCards(client, ownCards, seeCards, onShopMoved);

  async function answer(turnId: number, message: string): Promise<void> {
    let sessionId = session.sessionId;
    if (sessionId === null) {
      sessionId = await client.openSession();
      dispatch({ type: "opened", who, sessionId });
    }
    for await (const event of client.sendMessage(message, sessionId, caller)) {
      if (event.kind === "status") dispatch({ type: "staged", who, turnId, mark: event.mark });
      if (event.kind === "content") dispatch({ type: "worded", who, turnId, text: event.text });
      if (event.kind === "done") {
        const { answer } = event;
        dispatch({ type: "answered", who, turnId, answer, chart: await readChart(client, answer.report) });
      }
    }
    // The message may have decided or replaced an older card.
    readOpenCards();
    onShopMoved();
  }

  function send(message: string): void {
    turnIds.current += 1;
    const turnId = turnIds.current;
    dispatch({ type: "sent", who, turnId, message });
    answer(turnId, message).catch((cause: unknown) =>
      dispatch({ type: "failed", who, turnId, problem: connectionError(cause).message }),
    );
  }

  async function decide(card: ApprovalCard, decision: Decision, reason: string | null): Promise<void> {
    try {
      const { answerText, cards } = await client.decide(card.id, decision, reason, caller);
      seeCards(cards);
      // The card stands as it was: the words say why the press did not count.
      const now = cards[0];
      if (now?.state === "pending" && now.decisions.length === card.decisions.length) {
        throw new ApiError("REFUSED", answerText);
      }
    } finally {
      readOpenCards();
      onShopMoved();
    }
  }

  return {
    session,
    cards: state.cards,
    isAnswering: session.turns.some(isOpenTurn),
    draft: (text) => dispatch({ type: "drafted", who, draft: text }),
    send,
    decide,
  };
}

/** A picture is kept with the run only. Without it the answer's words still stand. */
async function readChart(client: Client, report: RunReport | null): Promise<Json> {
  if (report === null || report.status !== "success" || report.action !== "read") return null;
  return client.readRun(report.runId).then(
    (run) => run.extras.chart,
    () => null,
  );
}

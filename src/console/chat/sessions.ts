// Everything said on this page: each person's session with its turns, and the newest state of every card. Pure.
import type { Json } from "../../json.ts";
import type { ApprovalCard, RunReport, StageMark } from "../../report.ts";
import type { Answer } from "../api/answers.ts";

export interface Turn {
  id: number;
  message: string;
  /** The newest stage of an open request; null before the first and after the answer. */
  stage: StageMark | null;
  answerText: string;
  isAnswered: boolean;
  /** The run behind the answer, where there is one. */
  report: RunReport | null;
  chart: Json;
  /** Why no answer came. */
  problem: string | null;
  /** The cards of this answer, the newest last: a stale one is followed by its successor. */
  cardIds: string[];
}

export interface Session {
  sessionId: string | null;
  draft: string;
  turns: Turn[];
}

export interface Sessions {
  people: { [personValue: string]: Session };
  cards: { [cardId: string]: ApprovalCard };
}

export type SessionsAction =
  | { type: "drafted"; who: string; draft: string }
  | { type: "sent"; who: string; turnId: number; message: string }
  | { type: "opened"; who: string; sessionId: string }
  | { type: "staged"; who: string; turnId: number; mark: StageMark }
  | { type: "worded"; who: string; turnId: number; text: string }
  | { type: "answered"; who: string; turnId: number; answer: Answer; chart: Json }
  | { type: "failed"; who: string; turnId: number; problem: string }
  | { type: "cardsSeen"; cards: ApprovalCard[] };

export const noSessions: Sessions = { people: {}, cards: {} };
const newSession: Session = { sessionId: null, draft: "", turns: [] };

export const sessionOf = (state: Sessions, who: string): Session => state.people[who] ?? newSession;
export const isOpenTurn = (turn: Turn): boolean => !turn.isAnswered && turn.problem === null;
export const conversationsOf = (session: Session): string[] => [
  ...new Set(session.turns.flatMap((turn) => (turn.report === null ? [] : [turn.report.conversationId]))),
];

export function sessionsReducer(state: Sessions, action: SessionsAction): Sessions {
  switch (action.type) {
    case "drafted":
      return changeSession(state, action.who, () => ({ draft: action.draft }));
    case "sent":
      return changeSession(state, action.who, ({ turns }) => ({
        turns: [...turns, newTurn(action.turnId, action.message)],
      }));
    case "opened":
      return changeSession(state, action.who, () => ({ sessionId: action.sessionId }));
    case "staged":
      return changeTurn(state, action, () => ({ stage: action.mark }));
    case "worded":
      return changeTurn(state, action, ({ answerText }) => ({ answerText: answerText + action.text }));
    case "answered":
      return seeCards(
        changeTurn(state, action, () => ({
          stage: null,
          answerText: action.answer.answerText,
          isAnswered: true,
          report: action.answer.report,
          chart: action.chart,
          cardIds: newCardIds(state, action.who, action.answer.cards),
        })),
        action.answer.cards,
      );
    case "failed":
      return changeTurn(state, action, () => ({ stage: null, problem: action.problem }));
    case "cardsSeen":
      return seeCards(state, action.cards);
  }
}

const newTurn = (id: number, message: string): Turn => ({
  id,
  message,
  stage: null,
  answerText: "",
  isAnswered: false,
  report: null,
  chart: null,
  problem: null,
  cardIds: [],
});

function changeSession(state: Sessions, who: string, change: (session: Session) => Partial<Session>): Sessions {
  const session = sessionOf(state, who);
  return { ...state, people: { ...state.people, [who]: { ...session, ...change(session) } } };
}

function changeTurn(
  state: Sessions,
  { who, turnId }: { who: string; turnId: number },
  change: (turn: Turn) => Partial<Turn>,
): Sessions {
  return changeSession(state, who, ({ turns }) => ({
    turns: turns.map((turn) => (turn.id === turnId ? { ...turn, ...change(turn) } : turn)),
  }));
}

/** A typed "yes" answers with a card that already hangs in the talk: it stays where it is. */
function newCardIds(state: Sessions, who: string, [card]: ApprovalCard[]): string[] {
  if (card === undefined) return [];
  return sessionOf(state, who).turns.some((turn) => turn.cardIds.includes(card.id)) ? [] : [card.id];
}

/** Answers may overtake each other: a card ends only once, and its decisions only grow in number. */
const isNews = (known: ApprovalCard | undefined, seen: ApprovalCard): boolean =>
  known === undefined || (known.state === "pending" && seen.decisions.length >= known.decisions.length);

/** Keeps the cards, and hangs the successor of a stale one under it. */
function seeCards(state: Sessions, seen: ApprovalCard[]): Sessions {
  if (seen.length === 0) return state;
  const cards = { ...state.cards };
  for (const card of seen) {
    if (isNews(cards[card.id], card)) cards[card.id] = card;
  }
  const successorOf = (id: string) => {
    const next = cards[id]?.state === "stale" ? cards[id].replacedById : null;
    return next !== null && next in cards ? next : null;
  };
  const withSuccessors = (ids: string[]): string[] => {
    const last = ids.at(-1);
    const next = last === undefined ? null : successorOf(last);
    return next === null || ids.includes(next) ? ids : withSuccessors([...ids, next]);
  };
  const people = Object.fromEntries(
    Object.entries(state.people).map(([who, session]) => [
      who,
      { ...session, turns: session.turns.map((turn) => ({ ...turn, cardIds: withSuccessors(turn.cardIds) })) },
    ]),
  );
  return { people, cards };
}

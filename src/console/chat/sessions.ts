// Everything said on this page: each person's session with its turns, and the newest state of every card. Pure.
import type { TalkView } from "../../platforms/web-answers.ts";
import type { ApprovalCard, StageMark } from "../../report.ts";
import type { Answer } from "../api/answers.ts";
import type { Verdict } from "../api/caller-client.ts";
import type { KeptSessions } from "./kept-sessions.ts";
import { runOf, withTalk } from "./talk-turns.ts";
import { newTurn, type Turn } from "./turn.ts";

export interface Session {
  sessionId: string | null;
  draft: string;
  turns: Turn[];
  /** While people of the shop have the talk: the ticket. */
  ticketId: number | null;
  /** What was said before is read, or there is nothing. */
  isRead: boolean;
}

export interface Sessions {
  people: { [personValue: string]: Session };
  cards: { [cardId: string]: ApprovalCard };
}

export type SessionsAction =
  | { type: "drafted"; who: string; draft: string }
  | { type: "sent"; who: string; turnId: string; message: string }
  | { type: "opened"; who: string; sessionId: string }
  | { type: "staged"; who: string; turnId: string; mark: StageMark }
  | { type: "worded"; who: string; turnId: string; text: string }
  | { type: "answered"; who: string; turnId: string; answer: Answer }
  | { type: "failed"; who: string; turnId: string; problem: string }
  | { type: "talkRead"; who: string; talk: TalkView }
  /** The service has no such conversation. */
  | { type: "missed"; who: string }
  | { type: "rated"; who: string; runId: string; verdict: Verdict }
  /** A new talk begins; the old one is kept by the service only. */
  | { type: "left"; who: string }
  | { type: "cardsSeen"; cards: ApprovalCard[] };

export const noSessions: Sessions = { people: {}, cards: {} };
const newSession: Session = { sessionId: null, draft: "", turns: [], ticketId: null, isRead: true };
/** The talks that were open when the page was left. */
export const keptSessions = (kept: KeptSessions): Sessions => ({
  people: Object.fromEntries(
    Object.entries(kept).map(([who, sessionId]) => [who, { ...newSession, sessionId, isRead: false }]),
  ),
  cards: {},
});

export const sessionOf = (state: Sessions, who: string): Session => state.people[who] ?? newSession;
export const conversationsOf = (session: Session): string[] => [
  ...new Set(session.turns.flatMap((turn) => (turn.run === null ? [] : [turn.run.conversationId]))),
];

export function sessionsReducer(state: Sessions, action: SessionsAction): Sessions {
  switch (action.type) {
    case "drafted":
      return changeSession(state, action.who, () => ({ draft: action.draft }));
    case "sent":
      return changeSession(state, action.who, ({ turns }) => ({
        turns: [...turns, { ...newTurn(action.turnId, action.message), isHere: true }],
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
          chart: action.answer.chart,
          table: action.answer.table,
          run: action.answer.report === null ? null : runOf(action.answer.report),
          cardIds: newCardIds(state, action.who, action.answer.cards),
        })),
        action.answer.cards,
      );
    case "failed":
      return changeTurn(state, action, () => ({ stage: null, problem: action.problem }));
    case "talkRead": {
      const { talk, who } = action;
      const read = ({ turns }: Session) => ({ turns: withTalk(turns, talk), ticketId: talk.ticketId, isRead: true });
      return seeCards(changeSession(state, who, read), talk.cards);
    }
    case "rated": {
      const { runId, verdict } = action;
      return changeSession(state, action.who, ({ turns }) => ({
        turns: turns.map((turn) => (turn.run?.runId === runId ? { ...turn, run: { ...turn.run, verdict } } : turn)),
      }));
    }
    case "missed":
      // A message on its way opens the conversation; before it is there, nothing is missing.
      return sessionOf(state, action.who).turns.length > 0
        ? state
        : changeSession(state, action.who, ({ draft }) => ({ ...newSession, draft }));
    case "left":
      return changeSession(state, action.who, () => newSession);
    case "cardsSeen":
      return seeCards(state, action.cards);
  }
}

function changeSession(state: Sessions, who: string, change: (session: Session) => Partial<Session>): Sessions {
  const session = sessionOf(state, who);
  return { ...state, people: { ...state.people, [who]: { ...session, ...change(session) } } };
}

function changeTurn(
  state: Sessions,
  { who, turnId }: { who: string; turnId: string },
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

// What was said stays with the person who said it, and a card shows its newest state.
import { expect, test } from "vitest";
import {
  noSessions,
  type Sessions,
  type SessionsAction,
  sessionOf,
  sessionsReducer,
} from "../../src/console/chat/sessions.ts";
import { isOpenTurn } from "../../src/console/chat/turn.ts";
import { aliceCard } from "./card-fixture.ts";

const after = (...actions: SessionsAction[]): Sessions => actions.reduce(sessionsReducer, noSessions);
const answered = (turnId: string, cards = [aliceCard()]): SessionsAction => ({
  type: "answered",
  who: "customer:1",
  turnId,
  answer: { answerText: "Ready.", report: null, cards, chart: null, table: null },
});
const sent = (turnId: string, who = "customer:1"): SessionsAction => ({
  type: "sent",
  who,
  turnId,
  message: "Buy 2 Moon",
});

test("two people on one page keep their own talks, also while an answer is under way", () => {
  const state = after(sent("1"), sent("2", "admin:"), answered("1"));
  expect(sessionOf(state, "customer:1").turns.map(isOpenTurn)).toEqual([false]);
  expect(sessionOf(state, "admin:").turns.map(isOpenTurn)).toEqual([true]);
});

test("the words of an answer are shown as they come, and the whole answer once it is there", () => {
  const words: SessionsAction = { type: "worded", who: "customer:1", turnId: "1", text: "Rea" };
  expect(sessionOf(after(sent("1"), words), "customer:1").turns[0]?.answerText).toBe("Rea");
  expect(sessionOf(after(sent("1"), words, answered("1")), "customer:1").turns[0]?.answerText).toBe("Ready.");
});

test("a typed yes decides the card above and hangs no second copy under its answer", () => {
  const state = after(sent("1"), answered("1"), sent("2"), answered("2", [aliceCard({ state: "committed" })]));
  expect(sessionOf(state, "customer:1").turns.map(({ cardIds }) => cardIds)).toEqual([["apr_1"], []]);
  expect(state.cards.apr_1?.state).toBe("committed");
});

test("the successor of a stale card appears under it", () => {
  const cards = [aliceCard({ state: "stale", replacedById: "apr_2" }), aliceCard({ id: "apr_2" })];
  const state = after(sent("1"), answered("1"), { type: "cardsSeen", cards });
  expect(sessionOf(state, "customer:1").turns[0]?.cardIds).toEqual(["apr_1", "apr_2"]);
});

test("a slow answer cannot reopen a card that has ended", () => {
  const ended = aliceCard({ state: "committed" });
  const state = after(
    sent("1"),
    answered("1"),
    { type: "cardsSeen", cards: [ended] },
    { type: "cardsSeen", cards: [aliceCard()] },
  );
  expect(state.cards.apr_1?.state).toBe("committed");
});

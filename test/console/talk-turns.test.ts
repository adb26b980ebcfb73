// What the service keeps of a talk comes back to the page as it was, and what is under way on the page is not lost by it.
import { expect, test } from "vitest";
import {
  noSessions,
  type Sessions,
  type SessionsAction,
  sessionOf,
  sessionsReducer,
} from "../../src/console/chat/sessions.ts";
import { turnsOf } from "../../src/console/chat/talk-turns.ts";
import { isOpenTurn } from "../../src/console/chat/turn.ts";
import type { TalkEntry, TalkView } from "../../src/platforms/web-answers.ts";
import { aliceCard } from "./card-fixture.ts";

const at = "2026-11-30T10:00:00.000Z";
const author = { role: "customer" as const, customerId: 1, name: "Alice" };
const wrote = (id: string, text = "Buy 2 Moon"): TalkEntry => ({ kind: "message", id, text, author, notRead: [], at });
const run = {
  runId: "run_1",
  conversationId: "con_1",
  status: "success",
  action: "mutate" as const,
  attempts: 1,
  tookMs: 40,
  errorCode: null,
  verdict: null,
};
const answered = (to: string[], cardIds = ["apr_1"], text = "Ready."): TalkEntry => ({
  ...{ kind: "answer" as const, id: `out_${to.join("")}`, to, text, run, cardIds, chart: null, table: null, at },
});
const talk = (entries: TalkEntry[], cards = [aliceCard()]): TalkView => ({
  ...{ conversationId: "con_1", platform: "web", ticketId: null, entries, isCut: false, cards },
});
const after = (...actions: SessionsAction[]): Sessions => actions.reduce(sessionsReducer, noSessions);
const who = "customer:1";
const turns = (state: Sessions) => sessionOf(state, who).turns;
const read = (view: TalkView): SessionsAction => ({ type: "talkRead", who, talk: view });
const sent = (turnId: string): SessionsAction => ({ type: "sent", who, turnId, message: "Buy 2 Moon" });

test("after a reload the message, its answer and its card are there again", () => {
  const state = after(read(talk([wrote("m1"), answered(["m1"])])));
  expect(turns(state)).toMatchObject([{ message: "Buy 2 Moon", answerText: "Ready.", cardIds: ["apr_1"], run }]);
  expect(state.cards.apr_1?.state).toBe("pending");
});

test("a typed yes has its answer under it, and the card stays where it was", () => {
  const entries = [wrote("m1"), answered(["m1"]), wrote("m2", "yes"), answered(["m2"], ["apr_1"], "Done.")];
  expect(turnsOf(talk(entries)).map(({ answerText, cardIds }) => [answerText, cardIds])).toEqual([
    ["Ready.", ["apr_1"]],
    ["Done.", []],
  ]);
});

test("a card that went stale comes back with its successor under it", () => {
  const outcome: TalkEntry = {
    kind: "outcome",
    id: "out_2",
    text: "",
    run,
    cardIds: ["apr_1", "apr_2"],
    chart: null,
    table: null,
    at,
  };
  const [turn, ...more] = turnsOf(talk([wrote("m1"), answered(["m1"]), outcome]));
  expect([turn?.cardIds, more]).toEqual([["apr_1", "apr_2"], []]);
});

test("words of a person of the shop appear by themselves", () => {
  const news: TalkEntry = { kind: "news", id: "out_9", text: "Sam: we send a new pair.", at };
  expect(turnsOf(talk([wrote("m1"), answered(["m1"]), news])).at(-1)).toMatchObject({
    message: null,
    answerText: "Sam: we send a new pair.",
    isAnswered: true,
  });
});

test("of messages that were answered together the last one shows the answer, and none waits", () => {
  const shown = turnsOf(talk([wrote("m1", "hi"), wrote("m2", "two moon"), answered(["m1", "m2"])]));
  expect(shown.map(({ answerText }) => answerText)).toEqual(["", "Ready."]);
  expect(shown.filter(isOpenTurn)).toEqual([]);
});

test("a read that is older than the message leaves it where it is, with its stage", () => {
  const mark = { stage: "planning" as const, atMs: 3 };
  const state = after(sent("m1"), { type: "staged", who, turnId: "m1", mark }, read(talk([])));
  expect(turns(state)).toMatchObject([{ id: "m1", stage: mark, isAnswered: false }]);
  const seen = sessionsReducer(state, read(talk([wrote("m1")])));
  expect(turns(seen)).toMatchObject([{ id: "m1", stage: mark }]);
});

test("an answer that was lost on the way to the page is found in the talk", () => {
  const state = after(sent("m1"), { type: "failed", who, turnId: "m1", problem: "no connection" });
  const seen = sessionsReducer(state, read(talk([wrote("m1"), answered(["m1"])])));
  expect(turns(seen)).toMatchObject([{ answerText: "Ready.", problem: null, isAnswered: true }]);
});

test("a message that another page sent is not taken for one that this page waits for", () => {
  const [turn] = turns(after(read(talk([wrote("m1")]))));
  expect(turn).toMatchObject({ isHere: false, isAnswered: false });
});

test("a talk that the service does not have any more begins afresh, unless its first message is on its way", () => {
  const opened: SessionsAction = { type: "opened", who, sessionId: "ses_1" };
  const missed: SessionsAction = { type: "missed", who };
  expect(sessionOf(after(opened, missed), who).sessionId).toBeNull();
  expect(sessionOf(after(sent("m1"), opened, missed), who).sessionId).toBe("ses_1");
});

test("a judgement is shown on the answer that it is about", () => {
  const state = after(read(talk([wrote("m1"), answered(["m1"])])), {
    type: "rated",
    who,
    runId: "run_1",
    verdict: "up",
  });
  expect(turns(state)[0]?.run?.verdict).toBe("up");
});

// What staff say to the built-in planner after the sale, and what comes of it; customers are told who can do it.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { understand } from "../../src/model/built-in/understand.ts";
import type { PlanRequest } from "../../src/model/model.ts";
import { commitRun } from "../support/committed-run.ts";
import { alice, type PlanCall, resetStore, staff, stage } from "../support/store.ts";
import { changesText, openRoad, type Road, whoIs } from "./built-in-road.ts";

let road: Road;
beforeAll(async () => {
  road = await openRoad();
});
beforeEach(() => resetStore(road.database));
afterAll(() => road.close());

const NOW = new Date("2025-10-04T12:00:00Z");

async function book(runId: string, requester: typeof staff, ...calls: PlanCall[]) {
  const { changeset, failedWrite } = await stage(road.database, requester, calls, NOW);
  expect(failedWrite).toBe(null);
  const now = new Date(NOW.getTime() + Number(runId.slice(-1)) * 60_000);
  await commitRun(road.database, changeset, { requester, runId, now });
}

function meaning(text: string) {
  const requester = { role: "staff" as const, customerId: null, name: null };
  const request: PlanRequest = { user_request: text, history: [], requester, now: "", pending: null };
  return understand(request);
}

test.each([
  ["undo run_7f3k2m9x4q1a", { runId: "run_7f3k2m9x4q1a", last: null }],
  ["Please undo the run run_7f3k2m9x4q1a.", { runId: "run_7f3k2m9x4q1a" }],
  ["can you reverse run_0xe1?", { runId: "run_0xe1" }],
  ["undo the last sale", { runId: null, last: "purchase", customerName: null }],
  ["Undo the last sale to Alice", { last: "purchase", customerName: "alice" }],
  ["undo our latest delivery", { last: "restock" }],
  ["undo the last thing", { last: "any" }],
  ["undo that", { runId: null, last: null }],
])("%s", (text, wanted) => {
  expect(meaning(text)).toMatchObject({ kind: "undo", ...wanted });
});

test.each([
  ["add a note to ticket 3: Called her, No answer.", { ticketId: 3, note: "Called her, No answer." }],
  ["Please add a note to ticket #12: she'll come by", { ticketId: 12, note: "she'll come by" }],
  ["note on ticket 1: lens sent", { ticketId: 1, note: "lens sent" }],
  ["leave a comment on ticket 1 saying it is done", { ticketId: 1, note: "it is done" }],
  ["add to ticket 1: paid in cash", { ticketId: 1, note: "paid in cash" }],
  ["add a note to ticket 1", { ticketId: 1, note: null }],
])("%s", (text, wanted) => {
  expect(meaning(text)).toEqual({ kind: "note-on-ticket", ...wanted });
});

test.each([
  [
    "correct TXN003 to 95.00 because the price was wrong",
    { transactionId: "TXN003", amount: 95, reason: "the price was wrong" },
  ],
  ["Correct txn003 to $95.50, Miscounted.", { transactionId: "TXN003", amount: 95.5, reason: "Miscounted." }],
  ["TXN003 should have been -20 as agreed", { amount: -20, reason: "agreed" }],
  ["correct TXN003 to 1,095.00 since he paid more", { amount: 1095, reason: "he paid more" }],
  ["correct TXN003 to 95.00", { amount: 95, reason: null }],
])("%s", (text, wanted) => {
  expect(meaning(text)).toMatchObject({ kind: "correct-transaction", ...wanted });
});

test.each(["should I undo the last sale?", "do not undo the last sale", "what was the last sale?", "undo the Moon"])(
  "%s undoes nothing",
  async (text) => {
    await book("run_1", alice, ["shop.purchase", { itemId: "SG002", quantity: 1 }]);
    expect((await road.talk(whoIs("staff"), [text])).changes).toEqual([]);
  },
);

const BUYS: PlanCall = ["shop.purchase", { itemId: "SG002", quantity: 3 }];

test("the last sale that still stands is undone, whatever was booked after it", async () => {
  await book("run_1", alice, BUYS);
  await book("run_2", staff, ["shop.restock", { itemId: "SG003", quantity: 5 }]);
  const answered = await road.talk(whoIs("staff"), ["undo the last sale"]);
  expect(answered).toMatchObject({ broken: null, status: "success" });
  expect(answered.text).toBe(
    "The undoing of run_1 (sale of 3 SG002 of Alice) is ready for an admin to approve; $285.00 will be paid out.",
  );
  expect(changesText(answered.changes)).toBe("SG002 3→6, -285.00, 1009 cancelled");
  const named = await road.talk(whoIs("staff"), ["undo run_2"]);
  expect(changesText(named.changes)).toBe("SG003 8→3, 0.00");
  expect(await road.talk(whoIs("staff"), ["undo the last sale to Bruno"])).toMatchObject({ status: "no_match" });
});

test("what cannot be undone is answered with the reason", async () => {
  await book("run_1", alice, BUYS);
  await road.database.client.order.update({ where: { id: 1009 }, data: { status: "shipped" } });
  expect(await road.talk(whoIs("staff"), ["undo the last sale"])).toMatchObject({
    broken: null,
    status: "invalid_request",
    text: "That cannot be undone. Order 1009 has moved on since: it is shipped now.",
  });
  expect(await road.talk(whoIs("staff"), ["undo run_zzzz"])).toMatchObject({ broken: null, status: "no_match" });
});

test("notes and corrections are staged in the person's own words", async () => {
  const note = await road.talk(whoIs("staff"), ["add a note to ticket 1: New lens is on its way."]);
  expect(note).toMatchObject({
    broken: null,
    status: "success",
    text: "The note on ticket 1 is ready to be confirmed.",
  });
  expect(note.changes).toMatchObject([{ table: "tickets", key: 1, after: { note: "New lens is on its way." } }]);
  await book("run_1", staff, ["shop.returnItem", { itemId: "SG002", quantity: 1 }]);
  const correction = await road.talk(whoIs("staff"), ["correct TXN002 to 90.00 because the case was missing"]);
  expect(correction).toMatchObject({
    broken: null,
    text: "The correction of TXN002 by $5.00 more is ready for an admin to approve.",
  });
  expect(correction.changes).toMatchObject([
    { after: { kind: "correction", amount: "5.00", summary: expect.stringContaining("the case was missing") } },
  ]);
  expect(await road.talk(whoIs("staff"), ["correct TXN002 to 90.00"])).toMatchObject({ status: "invalid_request" });
  expect(await road.talk(whoIs("staff"), ["correct TXN999 to 1 because of me"])).toMatchObject({ status: "no_match" });
});

test.each(["undo the last sale", "add a note to ticket 1: hello", "correct TXN001 to 1.00 because I say so"])(
  "a customer who says %s is told that staff do that",
  async (text) => {
    const answered = await road.talk(whoIs("1"), [text]);
    expect(answered).toMatchObject({ broken: null, status: "unsupported_intent", changes: [] });
  },
);

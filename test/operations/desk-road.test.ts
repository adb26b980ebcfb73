// The desk on the whole road: asked in words, shown on a card, pressed by the right person, real.
import { afterEach, expect, test } from "vitest";
import { createBuiltInPlanner } from "../../src/model/built-in.ts";
import type { Person } from "../../src/requester.ts";
import { ada, alice, freshStoreForEachTest, noor, openShop, type Shop, sam } from "../support/shop.ts";

const parts = freshStoreForEachTest();
let shop: Shop;
afterEach(() => shop.close());

async function open(environment: { [name: string]: string } = {}) {
  const { database, sandbox } = parts;
  shop = await openShop({ database, sandbox, model: createBuiltInPlanner(), environment });
}

async function cardFor(person: Person, text: string) {
  const { reply } = await shop.ask(person, text);
  if (reply.card === null) throw new Error(reply.text);
  return reply.card;
}

const stockOf = async (itemId: string) =>
  (await parts.database.client.item.findUniqueOrThrow({ where: { itemId } })).quantityInStock;

test("a sale that was confirmed is undone by staff, after an admin who did not ask for it has approved", async () => {
  await open();
  const sale = await cardFor(alice, "I want to buy 3 wayfarer");
  await shop.press(alice, "confirm", sale.id);
  expect(await stockOf("SG002")).toBe(3);
  const card = await cardFor(ada, "undo the last sale");
  expect(card).toMatchObject({ needs: ["admin"], amount: "-285.00" });
  expect(card.lines).toEqual([
    `Undo run ${sale.runId} of Alice: cancel order 1009; put back 3 × Wayfarer (SG002); pay out $285.00`,
  ]);
  expect(await shop.press(ada, "approve", card.id)).not.toMatchObject({ card: { state: "committed" } });
  expect(await shop.press(noor, "approve", card.id)).toMatchObject({ card: { state: "committed" } });
  expect(await stockOf("SG002")).toBe(6);
  expect(await parts.database.client.order.findUnique({ where: { id: 1009 } })).toMatchObject({ status: "cancelled" });
  expect((await shop.ask(sam, `undo ${sale.runId}`)).reply).toMatchObject({
    card: null,
    text: "That cannot be undone. Another run undid it already.",
  });
  expect((await shop.ask(sam, `undo ${card.runId}`)).reply.text).toContain("an undoing, which is final");
});

test("an undoing that was approved too late says why nothing was changed", async () => {
  await open();
  const sale = await cardFor(alice, "I want to buy 3 wayfarer");
  await shop.press(alice, "confirm", sale.id);
  const card = await cardFor(sam, "undo the last sale");
  await parts.database.client.order.update({ where: { id: 1009 }, data: { status: "shipped" } });
  expect(await shop.press(ada, "approve", card.id)).toMatchObject({
    card: { state: "stale", staleReason: "Order 1009 has moved on since: it is shipped now." },
  });
  expect(await stockOf("SG002")).toBe(3);
});

test("a run that waits for its button cannot be undone", async () => {
  await open();
  const sale = await cardFor(alice, "I want to buy 3 wayfarer");
  expect((await shop.ask(sam, `undo ${sale.runId}`)).reply.text).toContain("never booked");
});

test("a note needs the one who writes it, a correction an admin", async () => {
  await open();
  const note = await cardFor(sam, "add a note to ticket 1: A new lens is on its way.");
  expect(note).toMatchObject({ needs: ["requester"], lines: ["Note on ticket 1 of Bruno: A new lens is on its way."] });
  expect(await shop.press(sam, "confirm", note.id)).toMatchObject({ card: { state: "committed" } });
  const correction = await cardFor(sam, "correct TXN001 to 499.50 because of a wrong count");
  expect(correction).toMatchObject({
    needs: ["admin"],
    lines: ["Correct TXN001, booked as opening, from $500.00 to $499.50"],
  });
  expect(await shop.press(ada, "approve", correction.id)).toMatchObject({ card: { state: "committed" } });
  const last = await parts.database.client.transaction.findFirst({ orderBy: { position: "desc" } });
  expect(last).toMatchObject({ kind: "correction", refersTo: "TXN001" });
  expect(String(last?.balanceAfter)).toBe("499.5");
});

test.each([
  ["30", "outside"],
  ["36500", "within"],
])("with RETURN_WINDOW_DAYS at %s an old purchase is %s the window: taken back all the same", async (days, place) => {
  await open({ RETURN_WINDOW_DAYS: days });
  const card = await cardFor(sam, "return 2 aviators for Alice");
  expect(card.remarks).toEqual([
    "Order 1008 of 25 Sep 2025 is on record.",
    expect.stringMatching(new RegExp(`^Order 1008 is \\d+ days old, ${place} the return window of ${days} days\\.$`)),
  ]);
  expect(await shop.press(ada, "approve", card.id)).toMatchObject({ card: { state: "committed" } });
});

// A table of phrases, typos, hesitations and tricks: each is answered as its row says and changes exactly that.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { changesText, openRoad, type Road, whoIs } from "./built-in-road.ts";

const ITEMS = ["Aviator", "Wayfarer", "Mystique", "Sport", "Classic", "Moon", "Pouch"];

const rows = readFileSync(new URL("../fixtures/built-in-phrases.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((row) => row.trim() !== "" && !row.startsWith("#"))
  .map((row) => {
    const [who = "", talk = "", status = "", changes = "", items = ""] = row.split("|").map((cell) => cell.trim());
    return { who, talk, status, changes, items };
  });

let road: Road;
beforeAll(async () => {
  road = await openRoad();
});
afterAll(() => road.close());

test.each(rows)("$who: $talk", async ({ who, talk, status, changes, items }) => {
  const answered = await road.talk(whoIs(who), talk.split("›"));
  expect(answered.broken).toBeNull();
  const named = items.split(" ").filter((name) => name !== "");
  const shown = { status: answered.status, changes: changesText(answered.changes) };
  expect({ ...shown, text: answered.text }).toEqual({ status, changes, text: expect.any(String) });
  if (named.length > 0) expect(namesIn(answered.text)).toEqual(named);
});

function namesIn(text: string): string[] {
  return ITEMS.filter((name) => text.includes(name)).sort((a, b) => text.indexOf(a) - text.indexOf(b));
}

test("units sold are sales less returns, in words", async () => {
  const { database } = road;
  await database.transaction(async (tx) => {
    const row = { orderId: null, runId: null, createdAt: new Date("2025-10-04T10:00:00Z") };
    const sale = { ...row, kind: "sale", itemId: "SG006", quantity: 3, amount: "360.00", balanceAfter: "860.00" };
    const back = { ...row, kind: "return", itemId: "SG006", quantity: 1, amount: "-120.00", balanceAfter: "740.00" };
    await tx.transaction.create({ data: { ...sale, transactionId: "TXN002", position: 2, summary: "Sale" } });
    await tx.transaction.create({ data: { ...back, transactionId: "TXN003", position: 3, summary: "Return" } });
  });
  const answered = await road.talk(whoIs("staff"), ["units sold per item"]);
  expect(answered.text).toBe("Units sold, less returns, by item so far: Moon 2; 2 in all.");
  const moon = await road.talk(whoIs("staff"), ["how many moon have we sold?"]);
  expect(moon.text).toBe("Units sold, less returns: 2 Moon.");
});

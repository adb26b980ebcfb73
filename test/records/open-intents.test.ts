import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/json.ts";
import { droppedBy, isDropped, type OpenIntent, openAfter, openOnCard } from "../../src/records/open-intents.ts";

const LIMITS = { intents: 3, intentChars: 2_000 };
const EARLIER = "2026-01-01T10:00:00.000Z";
const NOW = "2026-01-01T10:05:00.000Z";

const operation = fc.constantFrom("purchase", "returnItem", "refund", "cancelOrder", "openTicket");
const missing = fc.array(fc.constantFrom("quantity", "itemId", "orderId"), { maxLength: 2 });
const asked = fc.record({ intent: operation, collected: fc.constant({ itemId: "SG001" }), missing });
const open: fc.Arbitrary<OpenIntent[]> = fc
  .uniqueArray(asked, { maxLength: 3, selector: ({ intent }) => intent })
  .map((all) => all.filter((one) => one.missing.length > 0).map((one) => ({ ...one, askedAt: EARLIER })));
const pending: fc.Arbitrary<Json> = fc.oneof(
  fc.constant(null),
  fc.constant("drop"),
  asked,
  fc.array(fc.oneof(asked, fc.constant("drop")), { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value))),
);
const staged = fc.array(operation, { maxLength: 2 });

describe("whatever a plan says and does", () => {
  test("what a person has open is kept unless it was staged, dropped, asked for anew or pushed out by newer ones", () => {
    fc.assert(
      fc.property(open, pending, staged, (before, said, calls) => {
        const after = openAfter(before, { pending: said, staged: calls, askedAt: NOW }, LIMITS);
        const anew = after.filter(({ askedAt }) => askedAt === NOW);
        const dropped = droppedBy(said);
        for (const wish of before) {
          const isOver = calls.some((name) => name === wish.intent) || isDropped(dropped, wish.intent);
          const isAnew = anew.some(({ intent }) => intent === wish.intent);
          const isKept = after.some((one) => one.intent === wish.intent && one.askedAt === EARLIER);
          if (isOver || isAnew) expect(isKept).toBe(false);
          else expect(isKept || after.length === LIMITS.intents).toBe(true);
        }
      }),
    );
  });

  test("only questions are kept, each operation's own once, and no more than a few of a few words", () => {
    fc.assert(
      fc.property(open, pending, staged, (before, said, calls) => {
        const after = openAfter(before, { pending: said, staged: calls, askedAt: NOW }, LIMITS);
        expect(after.length).toBeLessThanOrEqual(LIMITS.intents);
        for (const wish of after) {
          expect(wish.missing.length).toBeGreaterThan(0);
          expect(JSON.stringify(wish).length).toBeLessThanOrEqual(LIMITS.intentChars);
        }
      }),
    );
  });

  test("a plan that says nothing of it and stages nothing leaves everything as it was", () => {
    fc.assert(
      fc.property(open, (before) => {
        expect(openAfter(before, { pending: null, staged: [], askedAt: NOW }, LIMITS)).toEqual(before);
      }),
    );
  });
});

test("what models write is taken as they mean it: a return is the operation returnItem, and nothing said is something missing", () => {
  const said = [{ intent: "return", collected: { itemId: "SG001" } }, "what?", { collected: {} }];
  expect(openAfter([], { pending: said, staged: [], askedAt: NOW }, LIMITS)).toEqual([
    { intent: "returnItem", collected: { itemId: "SG001" }, missing: ["an answer"], askedAt: NOW },
  ]);
});

test("an endless answer is not remembered", () => {
  const said = { intent: "purchase", collected: { words: "moon ".repeat(1_000) }, missing: ["quantity"] };
  expect(openAfter([], { pending: said, staged: [], askedAt: NOW }, LIMITS)).toEqual([]);
});

test("what is on a card is told by operation, with nothing missing", () => {
  const calls = [
    { name: "purchase", args: { itemId: "SG001", quantity: 2 } },
    { name: "refund", args: { orderId: 1001 } },
    { name: "purchase", args: { itemId: "SG007", quantity: 1 } },
  ];
  expect(openOnCard(calls, NOW)).toEqual([
    {
      intent: "purchase",
      collected: { lines: [calls[0]?.args, calls[2]?.args] },
      missing: [],
      askedAt: NOW,
    },
    { intent: "refund", collected: { orderId: 1001 }, missing: [], askedAt: NOW },
  ]);
});

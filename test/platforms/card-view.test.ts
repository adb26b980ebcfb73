// A card on a chat platform tells who asked for what, what it would change, and whose button is missing.
import { describe, expect, test } from "vitest";
import { moneyWords } from "../../src/platforms/card-rows.ts";
import { cardText, cardView, type SeenBy } from "../../src/platforms/card-view.ts";
import type { ApprovalCard, ApprovalState } from "../../src/report.ts";

const card = (changed: Partial<ApprovalCard> = {}): ApprovalCard => ({
  id: "apr_1",
  runId: "run_1",
  conversationId: "con_1",
  state: "pending",
  needs: ["requester"],
  request: "Sell 3 Wayfarer",
  requester: { name: "Alice", role: "customer", person: "slack:T1:U1" },
  language: "en",
  lines: ["Sell 3 × Wayfarer (SG002) at $95.00 = $285.00"],
  staffLines: changed.lines ?? ["Sell 3 × Wayfarer (SG002) at $95.00 = $285.00"],
  remarks: ["Order 1008 of 25 Sep 2025 is on record."],
  changes: [
    { table: "inventory", key: "SG002", before: { quantityInStock: 10 }, after: { quantityInStock: 7 } },
    {
      table: "transactions",
      key: "TXN002",
      before: null,
      after: { transactionId: "TXN002", kind: "sale", amount: "285.00", balanceAfter: "5890.00", itemId: "SG002" },
    },
  ],
  amount: "285.00",
  expiresAt: "2026-11-30T10:15:00.000Z",
  createdAt: "2026-11-30T10:00:00.000Z",
  decisions: [],
  staleReason: null,
  replacedById: null,
  ...changed,
});

const labels = (changed: Partial<ApprovalCard>, seenBy: SeenBy) =>
  cardView(card(changed), seenBy).buttons.map(({ label }) => label);

describe("what it tells", () => {
  test("each telling column before and after, the item by its name", () => {
    expect(cardView(card(), "place").rows).toEqual([
      { what: "SG002 Wayfarer · in stock", before: "10", after: "7" },
      { what: "Ledger TXN002 · amount", before: "—", after: "$285.00" },
      { what: "Ledger TXN002 · till", before: "—", after: "$5,890.00" },
    ]);
  });

  test("an order's lines where they change, and not where the order is new", () => {
    const lines = (text: string) => ({ lines: text, totalAmount: "120.00" });
    const rows = (change: { before: ReturnType<typeof lines> | null; after: ReturnType<typeof lines> }) =>
      cardView(card({ changes: [{ table: "orders", key: 1002, ...change }] }), "place").rows.map(({ after }) => after);
    expect(rows({ before: lines("2 x SG005"), after: lines("2 x SG006") })).toEqual(["2 × SG006", "$120.00"]);
    expect(rows({ before: null, after: lines("2 x SG005") })).toEqual(["$120.00"]);
  });

  test("a name is found in any sentence about the item, and left out where there is none", () => {
    const what = (line: string) => cardView(card({ lines: [line] }), "place").rows[0]?.what;
    expect(what("Set the stock of Heart of Gold (SG002) from 10 to 7")).toBe("SG002 Heart of Gold · in stock");
    expect(what("Change order 7 from 1 × Moon (SG006), 2 × Way (SG002) to 1 × Moon (SG006)")).toBe(
      "SG002 Way · in stock",
    );
    expect(what("Close ticket 7")).toBe("SG002 · in stock");
  });

  test("a long list is cut, and says how much is left out", () => {
    const changes = Array.from({ length: 25 }, (_, i) => ({
      table: "inventory" as const,
      key: `SG${i}`,
      before: { quantityInStock: 1 },
      after: { quantityInStock: 0 },
    }));
    const view = cardView(card({ changes }), "place");
    expect([view.rows.length, view.more]).toEqual([20, 5]);
    expect(cardText(view)).toContain("and 5 more");
  });

  test("a long request is cut between letters as people see them", () => {
    const { text } = cardView(card({ request: "👩‍👩‍👧".repeat(400) }), "place").asked;
    expect(text).toBe(`${"👩‍👩‍👧".repeat(299)}…`);
  });

  test("money goes into the till or out of it, exact to the cent, or does not move", () => {
    const words = (amount: string) => cardView(card({ amount }), "place").amountWords;
    expect(words("285.00")).toBe("+$285.00 into the till");
    expect(words("-160.00")).toBe("−$160.00 out of the till");
    expect(words("9007199254740993.01")).toBe("+$9,007,199,254,740,993.01 into the till");
    expect(words("0.00")).toBeNull();
    expect(moneyWords("6.5")).toBe("$6.50");
  });
});

describe("what it says of where it stands", () => {
  test("in its title", () => {
    const titles: { [state in ApprovalState]: string } = {
      pending: "Waiting for Alice to confirm",
      committed: "Done",
      rejected: "Declined",
      cancelled: "Cancelled",
      expired: "Expired",
      stale: "Out of date",
      replaced: "Replaced",
    };
    for (const [state, title] of Object.entries(titles)) {
      expect(cardView(card({ state: state as ApprovalState }), "place").title).toBe(title);
    }
    expect(cardView(card({ needs: ["admin"] }), "place").title).toBe("Waits for an admin");
  });

  test("and, once it has ended, in a sentence with the reason", () => {
    const stale = { state: "stale" as const, staleReason: "The price of Moon went from $120.00 to $130.00" };
    expect(cardView(card(stale), "place").ending).toBe(
      "The price of Moon went from $120.00 to $130.00. Nothing was changed.",
    );
    expect(cardView(card({ ...stale, replacedById: "apr_2" }), "place").ending).toMatch(/A new card shows/);
    expect(cardView(card({ state: "expired" }), "place").ending).toMatch(/^Nobody decided in time/);
    expect(cardView(card(), "place").ending).toBeNull();
  });

  test("until when it is open, as long as it is", () => {
    expect(cardView(card(), "place").expiresAt).toEqual(new Date("2026-11-30T10:15:00.000Z"));
    expect(cardView(card({ state: "committed" }), "place").expiresAt).toBeNull();
  });

  test("who decided what, and why", () => {
    const at = "2026-11-30T10:05:00.000Z";
    const decisions = [
      { name: "Alice", decision: "confirm", at },
      { name: "Ada", decision: "reject", at, reason: "too much" },
    ];
    expect(cardView(card({ state: "rejected", decisions }), "place").decided).toEqual([
      { words: "Alice confirmed", at, reason: null },
      { words: "Ada declined", at, reason: "too much" },
    ]);
  });
});

describe("whose buttons it has", () => {
  test("of the person who asked, where they asked", () => {
    expect(labels({}, "place")).toEqual(["Confirm", "Cancel"]);
    expect(labels({ needs: ["requester", "admin"] }, "place")).toEqual(["Confirm", "Cancel"]);
    expect(labels({}, "staff")).toEqual([]);
  });

  test("of the admins, for whom it waits, and whoever asked may take it back", () => {
    expect(labels({ needs: ["admin"] }, "staff")).toEqual(["Approve", "Decline"]);
    expect(labels({ needs: ["admin"] }, "place")).toEqual(["Approve", "Decline", "Take it back"]);
  });

  test("none once it is decided", () => {
    for (const state of ["committed", "rejected", "cancelled", "expired", "stale", "replaced"] as const) {
      expect(labels({ state, needs: ["admin"] }, "staff")).toEqual([]);
      expect(cardView(card({ state, needs: ["admin"] }), "staff").showsPlan).toBe(false);
    }
  });

  test("the plan can be looked at while an admin decides, but not in a customer's talk", () => {
    const shows = (role: string, seenBy: SeenBy, needs: ApprovalCard["needs"] = ["admin"]) =>
      cardView(card({ needs, requester: { name: "Sam", role, person: "p" } }), seenBy).showsPlan;
    expect([shows("customer", "staff"), shows("customer", "place"), shows("staff", "place")]).toEqual([
      true,
      false,
      true,
    ]);
    expect(shows("staff", "place", ["requester"])).toBe(false);
  });
});

test("a screen reader gets all of it", () => {
  const decisions = [{ name: "Alice", decision: "confirm", at: "2026-11-30T10:05:00.000Z" }];
  expect(cardText(cardView(card({ needs: ["admin"], decisions }), "staff"))).toBe(`Waits for an admin
Alice (customer) asked: Sell 3 Wayfarer
Sell 3 × Wayfarer (SG002) at $95.00 = $285.00
SG002 Wayfarer · in stock: 10 → 7
Ledger TXN002 · amount: — → $285.00
Ledger TXN002 · till: — → $5,890.00
Order 1008 of 25 Sep 2025 is on record.
+$285.00 into the till
Alice confirmed, 30 Nov 2026, 10:05 UTC
Open until 30 Nov 2026, 10:15 UTC`);
});

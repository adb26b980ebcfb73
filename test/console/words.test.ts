// Figures, times, people and changes read the same everywhere on the page.
import { expect, test } from "vitest";
import { factsOf } from "../../src/console/card/column-words.ts";
import { stageWords, stepOf, steps } from "../../src/console/chat/stage-words.ts";
import { timeLeft } from "../../src/console/clock-words.ts";
import { money, tillWords } from "../../src/console/money.ts";
import { personOptions } from "../../src/console/person.ts";
import {
  conversationAddress,
  customerAddress,
  itemAddress,
  parseRoute,
  runAddress,
  searchAddress,
  ticketAddress,
} from "../../src/console/route.ts";

test("amounts have cents, thousands and a real minus", () => {
  expect([money("5890"), money(6.5), money("-160.00"), money(null)]).toEqual(["$5,890.00", "$6.50", "−$160.00", "—"]);
  expect(tillWords("-160.00")).toBe("$160.00 out of the till");
  expect(tillWords("0.00")).toBe("No money moves");
});

test("a countdown ends at the moment of expiry", () => {
  const at = (now: string) => timeLeft("2026-11-30T10:15:00Z", new Date(now));
  expect(at("2026-11-30T10:00:00Z")).toBe("15 min 00 s");
  expect(at("2026-11-30T10:14:59.500Z")).toBe("1 s");
  expect(at("2026-11-30T10:15:00Z")).toBeNull();
});

test("people have stable option values", () => {
  const named = (role: "customer" | "staff" | "admin", customerId: number | null, name: string) => ({
    role,
    customerId,
    name,
  });
  const people = [
    named("customer", null, "Guest"),
    named("customer", 1, "Alice"),
    named("staff", null, "Sam"),
    named("admin", null, "Ada"),
    named("admin", null, "Noor"),
  ];
  expect(personOptions(people).map(({ value }) => value)).toEqual([
    "customer:",
    "customer:1",
    "staff:",
    "admin:",
    "admin:2",
  ]);
});

test("a card tells what a person decides on, and every column when asked", () => {
  const change = {
    table: "transactions" as const,
    key: "TXN002",
    before: null,
    after: { transactionId: "TXN002", kind: "sale", amount: "240.00", balanceAfter: "740.00" },
  };
  expect(factsOf(change, false).map(({ label, before, after }) => [label, before, after])).toEqual([
    ["Amount", "—", "$240.00"],
    ["Till", "—", "$740.00"],
  ]);
  expect(factsOf(change, true)).toHaveLength(4);
});

test("the lines of an order are told only where they change", () => {
  const lines = (itemId: string) => ({ lines: [{ itemId, quantity: 2, unitPrice: "60.00" }] });
  const change = { table: "orders" as const, key: 1002, before: lines("SG005"), after: lines("SG006") };
  expect(factsOf(change, false)[0]).toMatchObject({ before: "2 × SG005 at $60.00", after: "2 × SG006 at $60.00" });
});

test("the address of a run opens that run", () => {
  expect(parseRoute(runAddress("run_1"))).toEqual({ view: "run", runId: "run_1" });
  expect(parseRoute("#/runs")).toEqual({ view: "runs" });
  expect(parseRoute("")).toEqual({ view: "chat" });
});

test("each address of the page opens its view, and a broken one the chat", () => {
  expect(parseRoute(ticketAddress(3))).toEqual({ view: "tickets", ticketId: 3 });
  expect(parseRoute("#/tickets")).toEqual({ view: "tickets", ticketId: null });
  expect(parseRoute(customerAddress(1))).toEqual({ view: "customer", customerId: 1 });
  expect(parseRoute("#/customers/one")).toEqual({ view: "customers" });
  expect(parseRoute(conversationAddress("cnv_1"))).toEqual({ view: "conversation", conversationId: "cnv_1" });
  expect(parseRoute(itemAddress("SG001"))).toEqual({ view: "stock", itemId: "SG001" });
  expect(parseRoute(searchAddress("50% off/é"))).toEqual({ view: "search", query: "50% off/é" });
  expect(parseRoute("#/search/50%")).toEqual({ view: "search", query: "50%" });
  expect(parseRoute("#/nowhere")).toEqual({ view: "chat" });
});

test("each stage has words and a step on the way", () => {
  const stages = [
    "received",
    "delayed",
    "loading",
    "planning",
    "running",
    "checking",
    "repairing",
    "collecting",
  ] as const;
  for (const stage of [...stages, "waiting", "committing", "done"] as const) {
    expect(stageWords({ stage, atMs: 0 })).not.toBe("");
    expect(stepOf(stage)).toBeLessThanOrEqual(steps);
  }
});

// What the shop's people look up and do over HTTP, and that nobody else can.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Database } from "../../src/database/database.ts";
import { openStore, resetStore } from "../support/store.ts";
import { openWebShop, type WebShop } from "../support/web-shop.ts";

let database: Database;
let shop: WebShop;
beforeAll(async () => {
  database = await openStore();
  shop = await openWebShop({ database });
});
beforeEach(() => resetStore(database));
afterAll(async () => {
  await shop.close();
  await database.close();
});

const SAM = "role=staff&name=Sam";
const asSam = { role: "staff", name: "Sam" };
const Sent = z.looseObject({ card: z.looseObject({ id: z.string() }).nullish(), runId: z.string() });
const Ledger = z.object({
  entries: z.array(z.looseObject({ position: z.int(), amount: z.string(), balanceAfter: z.string() })),
  next: z.int().nullable(),
});

const say = async (message: string, more: object = {}) =>
  Sent.parse((await shop.call("/api/messages", { message, customerId: 1, complete: true, ...more })).body);
async function buy(message: string, customerId = 1): Promise<void> {
  const { card } = await say(message, { customerId });
  await shop.call(`/api/approvals/${card?.id}`, { decision: "confirm" });
}
async function wishForPerson(sessionId: string, customerId = 1): Promise<number> {
  await say("I want to talk to a real person please", { sessionId, customerId });
  const [ticket] = await database.client.ticket.findMany({ orderBy: { id: "desc" }, take: 1 });
  return ticket?.id ?? 0;
}

const READS = ["search?q=alice", "ledger", "customers", "customers/1", "tickets", "tickets/1"];
const WRITES = ["tickets/1/answers", "tickets/1/resolve"];

test.each(READS)("a customer who reads /api/%s is told that it is the staff's", async (path) => {
  const query = path.includes("?") ? "&" : "?";
  for (const claim of ["customerId=1", "role=customer", "name=Sam"]) {
    const answered = await shop.call(`/api/${path}${query}${claim}`);
    expect(answered).toMatchObject({ status: 403, body: { error: { code: "STAFF_ONLY" } } });
  }
  expect((await shop.call(`/api/${path}${query}${SAM}`)).status).toBe(200);
});

test.each(WRITES)("a customer who writes to /api/%s changes nothing", async (path) => {
  for (const claim of [{ customerId: 1 }, { role: "customer" }, {}]) {
    const answered = await shop.call(`/api/${path}`, { text: "hello", ...claim });
    expect(answered).toMatchObject({ status: 403, body: { error: { code: "STAFF_ONLY" } } });
  }
  expect(await database.client.ticket.findUnique({ where: { id: 1 } })).toMatchObject({ status: "open" });
  expect(await database.client.outbox.count()).toBe(0);
});

test.each([
  ["ledger?before=x", "before"],
  ["ledger?limit=100000", "limit"],
  ["ledger?befor=3", "befor"],
  ["search", "q"],
  ["search?q=%20", "q"],
  [`search?q=${"x".repeat(101)}`, "q"],
  ["search?q=%00", "q"],
  ["tickets?status=lost", "status"],
  ["customers/1?full=1", "full"],
])("/api/%s gets a 400 that names what is wrong", async (path, name) => {
  const answered = await shop.call(`/api/${path}${path.includes("?") ? "&" : "?"}${SAM}`);
  expect(answered).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining(name) } } });
});

test.each([
  ["customers/99", "NO_SUCH_CUSTOMER"],
  ["customers/alice", "NO_SUCH_CUSTOMER"],
  ["tickets/99", "NO_SUCH_TICKET"],
  ["tickets/9999999999", "NO_SUCH_TICKET"],
])("/api/%s is not there", async (path, code) => {
  expect(await shop.call(`/api/${path}?${SAM}`)).toMatchObject({ status: 404, body: { error: { code } } });
});

describe("the ledger", () => {
  test("read page by page it is the whole chain of balances, and ends with the till", async () => {
    await buy("3 classic and 1 aviator please");
    await buy("one pouch please", 4);
    const entries: z.infer<typeof Ledger>["entries"] = [];
    for (let before: number | null = null; ; ) {
      const from = before === null ? "" : `&before=${before}`;
      const page = Ledger.parse((await shop.call(`/api/ledger?limit=2&${SAM}${from}`)).body);
      entries.push(...page.entries);
      before = page.next;
      if (before === null) break;
      // What is booked meanwhile belongs before the first page.
      if (entries.length === 2) await buy("two moon please", 2);
    }
    expect(entries.map(({ position }) => position)).toEqual([4, 3, 2, 1]);
    for (const [index, entry] of entries.entries()) {
      const before = Number(entries[index + 1]?.balanceAfter ?? 0);
      expect(Number(entry.balanceAfter)).toBeCloseTo(before + Number(entry.amount), 2);
    }
    expect(entries[0]?.balanceAfter).toBe("766.50");
  });
});

describe("customers", () => {
  test("one customer's orders, tickets and conversations are seen together", async () => {
    await buy("two moon please");
    const ticketId = await wishForPerson("ses_alice");
    expect((await shop.call(`/api/customers/1?${SAM}`)).body).toMatchObject({
      name: "Alice",
      email: "alice@example.com",
      orders: [
        { status: "pending", totalAmount: "240.00", lines: [{ itemId: "SG006", name: "Moon", quantity: 2 }] },
        {},
        {},
        {},
      ],
      tickets: [{ id: ticketId, status: "open", conversation: { platform: "web" } }],
      conversations: [{ lastText: "I want to talk to a real person please", ticketId, requests: 1 }, { requests: 1 }],
    });
  });

  test("they are listed by name, page by page", async () => {
    const Names = z.object({ customers: z.array(z.looseObject({ name: z.string() })), next: z.int().nullable() });
    const first = Names.parse((await shop.call(`/api/customers?limit=3&${SAM}`)).body);
    const second = Names.parse((await shop.call(`/api/customers?limit=3&after=${first.next}&${SAM}`)).body);
    const names = [...first.customers, ...second.customers].map(({ name }) => name);
    expect([names, second.next]).toEqual([["Alice", "Bruno", "Chiyo", "Dara", "Elif"], null]);
  });
});

describe("search", () => {
  const find = async (q: string) => (await shop.call(`/api/search?q=${encodeURIComponent(q)}&${SAM}`)).body;

  test("a customer is found by name, e-mail and id, with their orders, tickets and runs", async () => {
    const ticketId = await wishForPerson("ses_alice");
    for (const q of ["alice", "ALICE@example", "1"]) {
      expect(await find(q)).toMatchObject({ customers: expect.arrayContaining([expect.objectContaining({ id: 1 })]) });
    }
    expect(await find("alice@example.com")).toMatchObject({
      customers: [{ id: 1 }],
      orders: [{ customer: { id: 1 } }, {}, {}],
      tickets: [{ id: ticketId }],
      runs: [{ request: "I want to talk to a real person please" }],
    });
  });

  test("an order, a ticket, an item and a run are found by their ids", async () => {
    const { runId } = await say("how many wayfarer are left");
    expect(await find("1004")).toMatchObject({ orders: [{ id: 1004 }] });
    expect(await find("#1004")).toMatchObject({ orders: [{ id: 1004 }] });
    expect(await find("lens of order")).toMatchObject({ tickets: [{ id: 1 }] });
    expect(await find("sg003")).toMatchObject({ items: [{ itemId: "SG003", name: "Mystique" }] });
    expect(await find(runId)).toMatchObject({ runs: [{ runId }] });
  });

  test("signs that mean something to a database are only signs", async () => {
    for (const q of ["%", "_", "\\", "'; DROP TABLE customers; --", "100%"]) {
      expect(await find(q)).toMatchObject({ customers: [], items: [] });
    }
  });
});

describe("tickets", () => {
  test("the answer of a person reaches the customer's talk, and the assistant stays silent", async () => {
    const ticketId = await wishForPerson("ses_alice");
    const answered = await shop.call(`/api/tickets/${ticketId}/answers`, { text: "We send a new pair.", ...asSam });
    expect(answered).toMatchObject({ status: 200, body: { message: expect.stringContaining("on its way") } });
    const talk = await shop.call("/api/conversations/ses_alice?customerId=1");
    expect(talk.body).toMatchObject({ ticketId });
    expect(JSON.stringify(talk.body)).toContain("Sam: We send a new pair.");
  });

  test("the same answer sent twice is posted once", async () => {
    const ticketId = await wishForPerson("ses_alice");
    const answer = { text: "We send a new pair.", actId: "act-1", ...asSam };
    await shop.call(`/api/tickets/${ticketId}/answers`, answer);
    expect((await shop.call(`/api/tickets/${ticketId}/answers`, answer)).status).toBe(200);
    const talk = JSON.stringify((await shop.call("/api/conversations/ses_alice?customerId=1")).body);
    expect(talk.split("We send a new pair.")).toHaveLength(2);
  });

  test("resolved, it is closed, the customer is told, and the assistant answers again", async () => {
    const ticketId = await wishForPerson("ses_alice");
    const resolved = await shop.call(`/api/tickets/${ticketId}/resolve`, asSam);
    expect(resolved).toMatchObject({ status: 200, body: { ticket: { status: "closed" } } });
    const again = await shop.call(`/api/tickets/${ticketId}/resolve`, asSam);
    expect(again).toMatchObject({ status: 409, body: { error: { code: "TICKET_CLOSED" } } });
    const late = await shop.call(`/api/tickets/${ticketId}/answers`, { text: "One more thing", ...asSam });
    expect(late.status).toBe(409);
    const { body } = await shop.call("/api/messages", {
      message: "how many wayfarer are left",
      customerId: 1,
      sessionId: "ses_alice",
    });
    expect(body).toMatchObject({ status: "success", answerText: expect.stringContaining("6") });
  });

  test("a ticket that came from no conversation says that an answer would reach nobody", async () => {
    const answered = await shop.call("/api/tickets/1/answers", { text: "hello", ...asSam });
    expect(answered).toMatchObject({ status: 409, body: { error: { code: "NO_CONVERSATION" } } });
  });

  test.each([
    ["nothing", "  ", 400],
    ["5,000 characters", "x".repeat(5_000), 413],
  ])("an answer of %s is refused", async (_title, text, status) => {
    const ticketId = await wishForPerson("ses_alice");
    expect((await shop.call(`/api/tickets/${ticketId}/answers`, { text, ...asSam })).status).toBe(status);
  });

  test("open and closed ones are listed apart, the newest first", async () => {
    const first = await wishForPerson("ses_alice");
    const second = await wishForPerson("ses_bruno", 2);
    const Ids = z.object({ tickets: z.array(z.looseObject({ id: z.int() })), next: z.int().nullable() });
    const ids = async (query: string) => {
      const { tickets, next } = Ids.parse((await shop.call(`/api/tickets?${query}&${SAM}`)).body);
      return [tickets.map(({ id }) => id), next];
    };
    expect(await ids("status=open&limit=2")).toEqual([[second, first], first]);
    expect(await ids(`status=open&before=${first}`)).toEqual([[1], null]);
    expect(await ids("status=closed")).toEqual([[2], null]);
  });
});

describe("with a token", () => {
  const headers = { authorization: "Bearer a-token-of-enough-characters" };
  let guarded: WebShop;
  beforeAll(async () => {
    guarded = await openWebShop({ database, environment: { CONSOLE_TOKEN: "a-token-of-enough-characters" } });
  });
  afterAll(() => guarded.close());

  test.each(READS)("/api/%s is told to its holder, who is an admin, and to nobody else", async (path) => {
    expect((await guarded.call(`/api/${path}`)).status).toBe(401);
    expect((await guarded.call(`/api/${path}`, undefined, headers)).status).toBe(200);
    const claimed = `/api/${path}${path.includes("?") ? "&" : "?"}${SAM}`;
    expect((await guarded.call(claimed, undefined, headers)).status).toBe(403);
  });
});

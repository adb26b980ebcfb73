// For any store and any sequence of operations: the commit does what the dry run showed, a simple model of the shop
// agrees with every row, and a failure after any write leaves no trace.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Store } from "../../prisma/seed.ts";
import { startApplication } from "../../src/changeset/apply-calls.ts";
import type { OperationCall } from "../../src/changeset/changeset.ts";
import type { Database, Transaction } from "../../src/database/database.ts";
import { commitRun } from "../support/committed-run.ts";
import { admin, alice, openStore, resetStore, stage } from "../support/store.ts";
import { linesText, modelOf, newRun, play, type ShopModel, type Wanted } from "./shop-model.ts";

let database: Database;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.close());

const NOW = new Date("2025-10-04T12:00:00Z");

function amount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const itemId = fc.constantFrom("A", "B", "C");
const cents = fc.oneof(fc.constantFrom(0, 1, 5, 10, 99, 999_999), fc.nat({ max: 20_000 }));
const status = fc.constantFrom("pending", "delivered", "shipped", "cancelled");

const storeArbitrary: fc.Arbitrary<Store> = fc
  .record({
    stock: fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 12 }), fc.nat({ max: 3 })),
    prices: fc.tuple(cents, cents, cents),
    opening: fc.integer({ min: -100_000, max: 100_000 }),
    orders: fc.array(
      fc.record({
        customerId: fc.constantFrom(1, 2),
        status,
        itemId,
        quantity: fc.integer({ min: 1, max: 4 }),
        price: cents,
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ stock, prices, opening, orders }) => ({
    inventory: ["A", "B", "C"].map((id, index) => ({
      itemId: id,
      name: `Item ${id}`,
      description: "",
      quantityInStock: stock[index] ?? 0,
      price: amount(prices[index] ?? 0),
    })),
    customers: [1, 2].map((id) => ({ id, email: `${id}@example.com`, name: `Customer ${id}` })),
    orders: orders.map((order, index) => ({
      id: 1001 + index,
      customerId: order.customerId,
      status: order.status,
      createdAt: "2025-09-20T10:00:00Z",
      lines: [{ itemId: order.itemId, quantity: order.quantity, unitPrice: amount(order.price) }],
    })),
    tickets: [
      { id: 1, customerId: 1, status: "open", issue: "Help", createdAt: "2025-09-20T10:00:00Z", closedAt: null },
    ],
    transactions: [
      {
        transactionId: "TXN001",
        kind: "opening",
        summary: "Opening balance",
        amount: amount(opening),
        balanceAfter: amount(opening),
        createdAt: "2025-09-01T00:00:00Z",
      },
    ],
  }));

const quantity = fc.integer({ min: 1, max: 5 });
const orderId = fc.integer({ min: 1001, max: 1005 });
const ticketId = fc.integer({ min: 1, max: 3 });
const note = fc.constant("Called.");
/** Whatever does not undo. */
const plainCall: fc.Arbitrary<OperationCall> = fc.oneof(
  fc.record({ itemId, quantity, customerId: fc.constantFrom(1, 2, null) }).map((args) => ({ name: "purchase", args })),
  fc.record({ itemId, quantity }).map((args) => ({ name: "returnItem", args })),
  fc
    .record({ itemId, quantity, customerName: fc.constant("Customer 1") })
    .map((args) => ({ name: "returnItem", args })),
  fc.record({ itemId, quantity, orderId }).map((args) => ({ name: "returnItem", args })),
  fc.record({ orderId }).map((args) => ({ name: "refund", args })),
  fc.record({ orderId }).map((args) => ({ name: "cancelOrder", args })),
  fc
    .record({ orderId, lines: fc.array(fc.record({ itemId, quantity }), { minLength: 1, maxLength: 3 }) })
    .map((args) => ({ name: "updateOrder", args })),
  fc
    .record({ itemId, quantity, unitCost: cents.map((value) => value / 100) })
    .map((args) => ({ name: "restock", args })),
  fc
    .record({ itemId, quantityInStock: fc.nat({ max: 9 }), reason: fc.constant("Counted.") })
    .map((args) => ({ name: "adjustStock", args })),
  fc.record({ issue: fc.constant("Help") }).map((args) => ({ name: "openTicket", args })),
  fc.record({ ticketId, note }).map((args) => ({ name: "noteOnTicket", args })),
  fc.record({ ticketId, note }, { requiredKeys: ["ticketId"] }).map((args) => ({ name: "closeTicket", args })),
  fc
    .record({
      transactionId: fc.integer({ min: 1, max: 9 }).map((place) => `TXN00${place}`),
      amount: fc.integer({ min: -20_000, max: 20_000 }).map((value) => value / 100),
      reason: fc.constant("Miscounted."),
    })
    .map((args) => ({ name: "correctTransaction", args })),
);
/** Names the run so many before the last, or one that never was. */
const undoing: fc.Arbitrary<OperationCall> = fc.nat({ max: 3 }).map((back) => ({ name: "undo", args: { back } }));
const call = fc.oneof({ weight: 6, arbitrary: plainCall }, { weight: 1, arbitrary: undoing });
/** `isPossible`: what would be refused is left out, for most of what is made up by chance is. */
const plan = fc.record({ calls: fc.array(call, { minLength: 1, maxLength: 4 }), isPossible: fc.boolean() });
/** Undoings by themselves too, for they seldom fit among others. */
const plans = fc.array(
  fc.oneof(
    plan,
    undoing.map((each) => ({ calls: [each], isPossible: false })),
  ),
  {
    minLength: 1,
    maxLength: 6,
  },
);

function withRunId({ name, args }: OperationCall, runs: number): OperationCall {
  return name === "undo" ? { name, args: { runId: `run_${runs - (args as { back: number }).back}` } } : { name, args };
}

/** The calls that the model does not refuse, one after the other. */
function possible(model: ShopModel, calls: OperationCall[]): OperationCall[] {
  let shop = structuredClone(model);
  let run = newRun(shop);
  return calls.filter(({ name, args }) => {
    const [triedShop, triedRun] = structuredClone([shop, run] as const);
    if (play(triedShop, triedRun, name, args as Wanted) !== null) return false;
    [shop, run] = [triedShop, triedRun];
    return true;
  });
}

/** All that the shop holds, in the simplest form. */
async function snapshot(client: Database["client"]) {
  const items = await client.item.findMany({ orderBy: { itemId: "asc" } });
  const orders = await client.order.findMany({
    orderBy: { id: "asc" },
    include: { lines: { orderBy: { position: "asc" } } },
  });
  const rows = await client.transaction.findMany({ orderBy: { position: "asc" } });
  return {
    stock: items.map((item) => `${item.quantityInStock} x ${item.itemId}`),
    orders: orders.map(
      (order) => `${order.id} ${order.status} ${order.totalAmount.mul(100)}: ${linesText(order.lines)}`,
    ),
    rows: rows.map((row) => `${row.transactionId} ${row.amount.mul(100)} → ${row.balanceAfter.mul(100)}`),
    refersTo: rows.map((row) => row.refersTo),
    tickets: (await client.ticket.findMany({ orderBy: { id: "asc" } })).map(({ status, note }) => ({ status, note })),
  };
}

function pictureOf(model: ShopModel): Awaited<ReturnType<typeof snapshot>> {
  let balance = 0;
  return {
    stock: [...model.stock].map(([id, left]) => `${left} x ${id}`),
    orders: [...model.orders].map(([id, order]) => `${id} ${order.status} ${order.cents}: ${linesText(order.lines)}`),
    rows: model.rows.map(({ cents: moved }, index) => {
      balance += moved;
      return `${idAt(index)} ${moved} → ${balance}`;
    }),
    refersTo: model.rows.map(({ refersTo }) => (refersTo === null ? null : idAt(refersTo))),
    tickets: model.tickets,
  };
}

function idAt(place: number): string {
  return `TXN${String(place + 1).padStart(3, "0")}`;
}

/** The run's number is that of the commit; the model is told of it as of every run that may be undone. */
async function commitAndNote(
  changeset: Parameters<typeof commitRun>[1],
  run: { runId: string; isUndoing: boolean; before: ShopModel; after: ShopModel },
) {
  const { runId, isUndoing, before, after } = run;
  const outcome = await commitRun(database, changeset, { requester: admin, runId, now: NOW });
  expect(outcome).toEqual({ kind: "same", changes: changeset.changes });
  const [was, is] = [before, after].map((model) => structuredClone({ ...model, runs: new Map() }));
  if (was !== undefined && is !== undefined) {
    after.runs.set(runId, { before: was, after: is, state: isUndoing ? "undoing" : "booked" });
  }
}

function stageAll(calls: OperationCall[]) {
  const named = calls.map(({ name, args }): [string, typeof args] => [`shop.${name}`, args]);
  return stage(database, admin, named, NOW);
}

test("the commit is what the dry run showed, and a simple model of the shop foretells both", async () => {
  let committed = 0;
  let undone = 0;
  await fc.assert(
    fc.asyncProperty(storeArbitrary, plans, async (store, sequence) => {
      await resetStore(database, store);
      let model = modelOf(store);
      let number = 0;
      for (const { calls: wanted, isPossible } of sequence) {
        const named = wanted.map((each) => withRunId(each, number));
        const calls = isPossible ? possible(model, named) : named;
        const tried = structuredClone(model);
        const run = newRun(tried);
        let refusal: string | null = null;
        for (const { name, args } of calls) refusal ??= play(tried, run, name, args as Wanted);
        const { changeset, failedWrite } = await stageAll(calls);
        expect(failedWrite?.code ?? null).toBe(refusal);
        expect(await snapshot(database.client)).toEqual(pictureOf(model));
        if (failedWrite !== null) {
          expect(changeset.changes).toEqual([]);
          continue;
        }
        const { isUndoing } = run;
        await commitAndNote(changeset, { runId: `run_${++number}`, isUndoing, before: model, after: tried });
        model = tried;
        expect(await snapshot(database.client)).toEqual(pictureOf(model));
        committed += 1;
        if (isUndoing) undone += 1;
      }
    }),
    { numRuns: 40 },
  );
  // The generator must not make refusals only.
  expect(committed).toBeGreaterThan(30);
  expect(undone).toBeGreaterThan(3);
});

test("undoing what was booked last brings stock, balance and every order back to what they were", async () => {
  let undone = 0;
  const plan = fc.array(plainCall, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(storeArbitrary, plan, plan, async (store, first, last) => {
      await resetStore(database, store);
      const model = modelOf(store);
      const earlier = possible(model, first);
      const run = newRun(model);
      for (const { name, args } of earlier) play(model, run, name, args as Wanted);
      await book(earlier, "run_1");
      const before = await snapshot(database.client);
      const calls = possible(model, last);
      await book(calls, "run_2");
      await book([{ name: "undo", args: { runId: "run_2" } }], "run_3");
      const after = await snapshot(database.client);
      expect(after.stock).toEqual(before.stock);
      expect(balanceOf(after.rows)).toBe(balanceOf(before.rows));
      // What the run had opened stays on file, ended.
      expect(after.orders.slice(0, before.orders.length)).toEqual(before.orders);
      for (const order of after.orders.slice(before.orders.length)) expect(order).toMatch(/^\d+ cancelled /);
      expect(after.tickets.slice(0, before.tickets.length)).toEqual(before.tickets);
      for (const { status } of after.tickets.slice(before.tickets.length)) expect(status).toBe("closed");
      if (calls.length > 0) undone += 1;
    }),
    { numRuns: 20 },
  );
  expect(undone).toBeGreaterThan(10);
});

async function book(calls: OperationCall[], runId: string): Promise<void> {
  const { changeset, failedWrite } = await stageAll(calls);
  expect(failedWrite).toBe(null);
  await commitRun(database, changeset, { requester: admin, runId, now: NOW });
}

function balanceOf(rows: string[]): string | undefined {
  return rows.at(-1)?.split(" → ")[1];
}

class PulledPlug extends Error {}

test("a failure after the n-th write leaves no trace, for every n", async () => {
  const calls: OperationCall[] = [
    { name: "purchase", args: { itemId: "SG005", quantity: 3 } },
    { name: "purchase", args: { itemId: "SG001", quantity: 1 } },
    { name: "cancelOrder", args: { orderId: 1002 } },
    { name: "returnItem", args: { itemId: "SG001", quantity: 1, orderId: 1008 } },
    { name: "refund", args: { orderId: 1001 } },
    { name: "openTicket", args: { issue: "Help" } },
  ];
  await resetStore(database);
  const before = await snapshot(database.client);
  const attempt = (statements: number) =>
    database.transaction(async (tx) => {
      const application = startApplication(failingAfter(tx, statements), { requester: alice, now: NOW, runId: "r" });
      for (const each of calls) await application.apply(each);
    });
  let failures = 0;
  for (let statements = 0; ; statements++) {
    const ended = await attempt(statements).then(
      () => "done",
      (error: unknown) => error,
    );
    if (ended === "done") break;
    expect(ended).toBeInstanceOf(PulledPlug);
    expect(await snapshot(database.client)).toEqual(before);
    failures += 1;
  }
  expect(failures).toBe(12);
  expect((await snapshot(database.client)).rows).toHaveLength(5);
});

const WRITES = new Set(["$executeRaw", "create", "createMany", "updateMany", "updateManyAndReturn", "deleteMany"]);

/** The transaction itself, pulled from under the operation after so many writes. */
function failingAfter(tx: Transaction, writes: number): Transaction {
  let left = writes;
  const pulled = (owner: object, name: string | symbol): unknown => {
    const real: unknown = Reflect.get(owner, name);
    if (typeof real === "object" && real !== null) return new Proxy(real, { get: pulled });
    if (typeof real !== "function" || !WRITES.has(String(name))) return real;
    return async (...args: unknown[]) => {
      const result: unknown = await Reflect.apply(real, owner, args);
      if (left-- <= 0) throw new PulledPlug();
      return result;
    };
  };
  return new Proxy<Transaction>(tx, { get: pulled });
}

// Transactions that meet each other, wait for each other or take too long, on a real server.
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database, Transaction } from "../../src/database/database.ts";
import { createStore, hasPostgres, openAt, postgresForThisFile } from "../support/postgres-server.ts";
import { resetStore } from "../support/store.ts";

const TIMEOUT_MS = 500;
const POOL = 3;

describe.skipIf(!hasPostgres())("Postgres", () => {
  const server = postgresForThisFile();
  let database: Database;
  /** The same one, for those who take too long. */
  let hasty: Database;
  let outsider: Client;
  let conflicts = 0;

  beforeAll(async () => {
    const url = await createStore(server());
    database = await openAt(url, { settings: { pool: POOL }, onConflict: () => conflicts++ });
    hasty = await openAt(url, { settings: { pool: POOL }, limits: { timeoutMs: TIMEOUT_MS } });
    outsider = new Client({ connectionString: url });
    await outsider.connect();
  });
  beforeEach(async () => {
    await resetStore(database);
    conflicts = 0;
  });
  afterAll(async () => {
    await outsider.end();
    await hasty.close();
    await database.close();
  });

  const stockOf = async (itemId: string) =>
    (await database.client.item.findUniqueOrThrow({ where: { itemId } })).quantityInStock;
  const setStock = (tx: Transaction, itemId: string, quantityInStock: number) =>
    tx.item.update({ where: { itemId }, data: { quantityInStock } });

  test("B26: a transaction that waited for a lock beyond its time is tried once more, in a fresh one", async () => {
    await outsider.query("BEGIN; UPDATE inventory SET name = 'Locked' WHERE item_id = 'SG002'");
    let calls = 0;
    const waiting = hasty.transaction(async (tx) => {
      calls++;
      await setStock(tx, "SG001", 1);
      await setStock(tx, "SG002", 2);
    });
    await sleep(TIMEOUT_MS + 200);
    await outsider.query("COMMIT");
    await waiting;
    expect([calls, await stockOf("SG001"), await stockOf("SG002")]).toEqual([2, 1, 2]);
  });

  test("B26: where it takes too long again it rejects, and nothing half is left", async () => {
    const before = [await stockOf("SG001"), await stockOf("SG002")];
    let calls = 0;
    const slow = hasty.transaction(async (tx) => {
      calls++;
      await setStock(tx, "SG001", 1);
      await sleep(TIMEOUT_MS + 200);
      await setStock(tx, "SG002", 2);
    });
    await expect(slow).rejects.toMatchObject({ code: "P2028" });
    expect(calls).toBe(2);
    expect([await stockOf("SG001"), await stockOf("SG002")]).toEqual(before);
    expect(hasty.pool()).toMatchObject({ used: 0, waiting: 0 });
  });

  test("B29: more transactions at once than there are connections all finish", async () => {
    const before = await stockOf("SG001");
    const one = () =>
      database.transaction(async (tx) => {
        await tx.$queryRaw`SELECT 1 AS slept FROM pg_sleep(0.05)`;
        await tx.item.update({ where: { itemId: "SG001" }, data: { quantityInStock: { increment: 1 } } });
      });
    await Promise.all(Array.from({ length: POOL * 4 + 1 }, one));
    expect(await stockOf("SG001")).toBe(before + POOL * 4 + 1);
  });

  test("B30: a transaction that times out during a nested create rejects, and the process lives on", async () => {
    const unhandled: unknown[] = [];
    const hear = (error: unknown) => unhandled.push(error);
    process.on("unhandledRejection", hear);
    const late = hasty.transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 AS slept FROM pg_sleep(0.7)`;
      await tx.order.create({
        data: {
          id: 5000,
          status: "pending",
          totalAmount: 1,
          customer: { create: { id: 77, email: "nested@example.com", name: "Nested" } },
          lines: { create: [{ position: 1, itemId: "SG001", quantity: 1, unitPrice: 1 }] },
        },
      });
    });
    await expect(late).rejects.toMatchObject({ code: "P2028" });
    await sleep(100);
    process.removeListener("unhandledRejection", hear);
    expect(unhandled).toEqual([]);
    expect(await database.client.customer.count({ where: { id: 77 } })).toBe(0);
  });

  test.each([
    ["serialisation failure", "40001"],
    ["deadlock", "40P01"],
  ])("B32: a %s raised inside raw SQL is tried again", async (_, sqlState) => {
    let calls = 0;
    await database.transaction(async (tx) => {
      await setStock(tx, "SG001", 7);
      if (++calls < 3) await tx.$executeRawUnsafe(`DO $$ BEGIN RAISE SQLSTATE '${sqlState}'; END $$`);
    });
    expect([calls, conflicts, await stockOf("SG001")]).toEqual([3, 2, 7]);
  });

  test("B32: a serialisation failure that only the commit brings is tried again", async () => {
    await outsider.query(`
      CREATE SEQUENCE commits;
      CREATE FUNCTION fail_twice() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF nextval('commits') < 3 THEN RAISE SQLSTATE '40001'; END IF; RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER late AFTER UPDATE ON inventory DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION fail_twice()`);
    await database.transaction((tx) => setStock(tx, "SG001", 7));
    await outsider.query("DROP TRIGGER late ON inventory");
    expect([conflicts, await stockOf("SG001")]).toEqual([2, 7]);
  });

  test.each(["raw SQL", "model queries"])("B32: A then B against B then A in %s: both finish", async (way) => {
    const { promise: bothHaveOne, resolve: go } = Promise.withResolvers<void>();
    let begun = 0;
    const add = (tx: Transaction, itemId: string) =>
      way === "raw SQL"
        ? tx.$executeRaw`UPDATE inventory SET quantity_in_stock = quantity_in_stock + 1 WHERE item_id = ${itemId}`
        : tx.item.update({ where: { itemId }, data: { quantityInStock: { increment: 1 } } });
    const before = [await stockOf("SG001"), await stockOf("SG002")];
    const cross = (first: string, second: string) =>
      database.transaction(async (tx) => {
        await add(tx, first);
        if (++begun === 2) go();
        await bothHaveOne;
        await add(tx, second);
      });
    await Promise.all([cross("SG001", "SG002"), cross("SG002", "SG001")]);
    expect([await stockOf("SG001"), await stockOf("SG002")]).toEqual(before.map((stock) => stock + 2));
    expect(conflicts).toBe(1);
  });

  test("a conflict that never ends is thrown as it came, after the tries that the settings give", async () => {
    let calls = 0;
    const hopeless = database.rehearse(async (tx) => {
      calls++;
      await tx.$executeRawUnsafe("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$");
    });
    await expect(hopeless).rejects.toMatchObject({ code: "P2010" });
    expect([calls, conflicts]).toEqual([6, 5]);
  });

  test("B34: two who take the last piece at once: one gets it, and none are left", async () => {
    await setStock(database.client, "SG003", 1);
    const take = () =>
      database.transaction(async (tx) => {
        const { count } = await tx.item.updateMany({
          where: { itemId: "SG003", quantityInStock: { gte: 1 } },
          data: { quantityInStock: { decrement: 1 } },
        });
        return count === 1 ? "sold" : "sold out";
      });
    expect((await Promise.all([take(), take()])).toSorted()).toEqual(["sold", "sold out"]);
    expect(await stockOf("SG003")).toBe(0);
  });

  test("B37b: of transactions side by side, those taken back take nothing of the others with them", async () => {
    const before = await stockOf("SG001");
    const one = (keeps: boolean) =>
      database
        .transaction(async (tx) => {
          await tx.item.update({ where: { itemId: "SG001" }, data: { quantityInStock: { increment: 1 } } });
          if (!keeps) throw new Error("taken back");
        })
        .catch(() => {});
    await Promise.all(Array.from({ length: 20 }, (_, index) => one(index % 2 === 0)));
    expect(await stockOf("SG001")).toBe(before + 10);
  });

  test("a failure that the work swallowed is no success: the transaction rejects with it", async () => {
    const before = await stockOf("SG001");
    const careless = database.transaction(async (tx) => {
      await setStock(tx, "SG001", 1);
      await tx.$queryRaw`SELECT 1 / 0`.catch(() => {});
      await tx.item.count().catch(() => {});
      return "done";
    });
    await expect(careless).rejects.toMatchObject({ cause: { originalCode: "22012" } });
    expect(await stockOf("SG001")).toBe(before);
  });
});

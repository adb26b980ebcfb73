import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { hasPostgres, openPostgresStore, type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { openStore, resetStore } from "../support/store.ts";

// What everybody relies on, whatever the technology: every database passes this suite.
interface Subject {
  database: Database;
  end(): Promise<void>;
}

async function openOnPostgres(): Promise<Subject> {
  const server: PostgresServer = await startPostgres();
  return { database: await openPostgresStore(server), end: () => server.stop() };
}

const DATABASES: { [name: string]: { isThere: boolean; open: () => Promise<Subject> } } = {
  PGlite: { isThere: true, open: async () => ({ database: await openStore(), end: async () => {} }) },
  Postgres: { isThere: hasPostgres(), open: openOnPostgres },
};

for (const [name, { isThere, open }] of Object.entries(DATABASES)) {
  describe.skipIf(!isThere)(name, () => {
    let database: Database;
    let end = async () => {};
    beforeAll(async () => {
      ({ database, end } = await open());
    });
    beforeEach(() => resetStore(database));
    afterAll(async () => {
      await database.close();
      await end();
    });

    const stockOf = async (itemId: string) =>
      (await database.client.item.findUniqueOrThrow({ where: { itemId } })).quantityInStock;
    const setStock = (itemId: string, quantityInStock: number) => ({ where: { itemId }, data: { quantityInStock } });

    test("a transaction's writes are there when it has ended, and its result is handed back", async () => {
      const result = await database.transaction(async (tx) => {
        await tx.item.update(setStock("SG001", 1));
        await tx.item.update(setStock("SG002", 2));
        return "both";
      });
      expect([result, await stockOf("SG001"), await stockOf("SG002")]).toEqual(["both", 1, 2]);
    });

    test("a transaction that throws writes nothing, and rejects with exactly what was thrown", async () => {
      const before = await stockOf("SG001");
      const thrown = new Error("changed my mind");
      const rejected = await database
        .transaction(async (tx) => {
          await tx.item.update(setStock("SG001", 1));
          throw thrown;
        })
        .catch((error: unknown) => error);
      expect(rejected).toBe(thrown);
      expect(await stockOf("SG001")).toBe(before);
    });

    test("a transaction that the database itself refuses writes nothing", async () => {
      const before = await stockOf("SG001");
      const refused = database.transaction(async (tx) => {
        await tx.item.update(setStock("SG001", 1));
        await tx.item.update(setStock("SG002", -1));
      });
      await expect(refused).rejects.toThrow(/stock_not_negative/);
      expect(await stockOf("SG001")).toBe(before);
    });

    test("a rehearsal sees its own writes, hands back its result and leaves nothing", async () => {
      const before = await stockOf("SG001");
      const seen = await database.rehearse(async (tx) => {
        await tx.item.update(setStock("SG001", 1));
        return (await tx.item.findUniqueOrThrow({ where: { itemId: "SG001" } })).quantityInStock;
      });
      expect([seen, await stockOf("SG001")]).toEqual([1, before]);
    });

    test("a rehearsal that throws leaves nothing either, and rejects with exactly what was thrown", async () => {
      const before = await stockOf("SG001");
      const thrown = new Error("no");
      const rejected = await database
        .rehearse(async (tx) => {
          await tx.item.update(setStock("SG001", 1));
          throw thrown;
        })
        .catch((error: unknown) => error);
      expect([rejected, await stockOf("SG001")]).toEqual([thrown, before]);
    });

    test("transactions that count up the same row side by side lose nothing", async () => {
      const before = await stockOf("SG001");
      const sell = () =>
        database.transaction((tx) =>
          tx.item.update({ where: { itemId: "SG001" }, data: { quantityInStock: { increment: 1 } } }),
        );
      await Promise.all(Array.from({ length: 20 }, sell));
      expect(await stockOf("SG001")).toBe(before + 20);
    });

    test("an amount comes back to the cent, however large", async () => {
      const amount = "9999999999.99";
      await database.client.item.update({ where: { itemId: "SG001" }, data: { price: amount } });
      const { price } = await database.client.item.findUniqueOrThrow({ where: { itemId: "SG001" } });
      expect(price.toFixed(2)).toBe(amount);
    });

    test("what one holds exclusively, another is refused at once, and gets when the work has ended", async () => {
      const { promise: worked, resolve: finish } = Promise.withResolvers<void>();
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const first = database.exclusively("conversation-1", async (lost) => {
        begin();
        await worked;
        return lost.aborted ? "lost" : "kept";
      });
      await begun;
      expect(await database.exclusively("conversation-1", async () => "second")).toBe(null);
      expect(await database.exclusively("conversation-2", async () => "beside")).toBe("beside");
      finish();
      expect(await first).toBe("kept");
      expect(await database.exclusively("conversation-1", async () => "later")).toBe("later");
    });

    test("work that throws gives its name back too", async () => {
      const thrown = new Error("no");
      const rejected = await database
        .exclusively("conversation-1", () => Promise.reject(thrown))
        .catch((error: unknown) => error);
      expect(rejected).toBe(thrown);
      expect(await database.exclusively("conversation-1", async () => "later")).toBe("later");
    });

    test("of many that ask for one name at once, one gets it", async () => {
      const ask = () => database.exclusively("conversation-1", () => new Promise((resolve) => setTimeout(resolve, 50)));
      const got = await Promise.all(Array.from({ length: 10 }, ask));
      expect(got.filter((result) => result !== null)).toHaveLength(1);
    });

    test("it tells of its connections, and that it is well", async () => {
      await database.ping();
      const { idle, waiting } = database.pool();
      expect(idle).toBeGreaterThan(0);
      expect(waiting).toBe(0);
      await database.rehearse(async () => expect(database.pool().used).toBe(1));
    });

    test("closed, it does not say that it is well", async () => {
      const { database: other, end: endOther } = await open();
      await other.close();
      await expect(other.ping()).rejects.toThrow();
      await endOther();
    });
  });
}

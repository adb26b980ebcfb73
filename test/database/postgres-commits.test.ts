// Many who buy at once on a real server: the till's lock keeps the balance chain whole.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { approve } from "../../src/changeset/changeset.ts";
import { reapply } from "../../src/changeset/commit.ts";
import type { Database } from "../../src/database/database.ts";
import { hasPostgres, openPostgresStore, postgresForThisFile } from "../support/postgres-server.ts";
import { alice, resetStore, stage } from "../support/store.ts";

const COMMITS = 30;
const NOW = new Date("2025-10-05T09:00:00Z");

describe.skipIf(!hasPostgres())("Postgres", () => {
  const server = postgresForThisFile();
  let database: Database;
  beforeAll(async () => {
    database = await openPostgresStore(server(), { settings: { pool: 8, processes: 1 } });
  });
  beforeEach(() => resetStore(database));
  afterAll(() => database.close());

  const buy = async (index: number) => {
    const { changeset } = await stage(database, alice, [["shop.purchase", { itemId: "SG001", quantity: 1 }]]);
    return database.transaction((tx) =>
      reapply(tx, approve(changeset, []), { requester: alice, now: NOW, runId: `run-${index}` }),
    );
  };

  test(`${COMMITS} commits and ${COMMITS} dry runs side by side keep the balance chain whole`, async () => {
    await database.transaction((tx) => tx.item.updateMany({ data: { quantityInStock: COMMITS } }));
    const outcomes = await Promise.all(Array.from({ length: COMMITS }, (_, index) => buy(index)));
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(outcomes.map(() => "same"));
    const rows = await database.client.transaction.findMany({ orderBy: { position: "asc" } });
    expect(rows.map((row) => row.position)).toEqual(Array.from({ length: COMMITS + 1 }, (_, index) => index + 1));
    for (const [index, row] of rows.entries()) {
      expect(row.balanceAfter.equals(row.amount.add(rows[index - 1]?.balanceAfter ?? 0))).toBe(true);
    }
    const item = await database.client.item.findUniqueOrThrow({ where: { itemId: "SG001" } });
    expect(item.quantityInStock).toBe(0);
  });

  test("B34: of thirty who buy the last five at once, five get one", async () => {
    await database.client.item.update({ where: { itemId: "SG001" }, data: { quantityInStock: COMMITS } });
    const staged = await Promise.all(
      Array.from({ length: COMMITS }, () =>
        stage(database, alice, [["shop.purchase", { itemId: "SG001", quantity: 1 }]]),
      ),
    );
    await database.client.item.update({ where: { itemId: "SG001" }, data: { quantityInStock: 5 } });
    const outcomes = await Promise.all(
      staged.map(({ changeset }, index) =>
        database
          .transaction(async (tx) => {
            const outcome = await reapply(tx, approve(changeset, []), {
              requester: alice,
              now: NOW,
              runId: `r${index}`,
            });
            if (outcome.kind !== "same") throw new Error(outcome.kind);
          })
          .then(
            () => "sold",
            (error: unknown) => (error instanceof Error ? error.message : "?"),
          ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "sold")).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === "refused")).toHaveLength(COMMITS - 5);
    const item = await database.client.item.findUniqueOrThrow({ where: { itemId: "SG001" } });
    expect(item.quantityInStock).toBe(0);
  });
});

import { describe, expect, test } from "vitest";
import { createChance } from "../support/chance.ts";
import { createChatFleet } from "../support/chat-fleet.ts";
import { createChatPeople } from "../support/chat-people.ts";
import { type ChatServers, openChatServers } from "../support/chat-servers.ts";
import { canBeDecided, movedBy, ourPosts, repeatedOnSlack, saysItWorks } from "../support/chat-sight.ts";
import { isLong } from "../support/scale.ts";
import { hasServers, serversForThisFile } from "../support/server-shop.ts";

const SEED = Number(process.env.SEED ?? 20_261_130);
const KILLS = isLong ? 60 : 4;
const CUSTOMERS = isLong ? 8 : 4;
const LONGEST_MS = isLong ? 40 * 60_000 : 240_000;
const SETTLED = { timeout: 90_000, interval: 500 };

// Short enough that much happens; the time until a dead process' conversation is taken over is the least allowed.
const ENVIRONMENT = {
  DATABASE_POOL: "5",
  QUEUE_CONCURRENCY: "4",
  QUEUE_LOCK_MS: "10000",
  QUEUE_STALLED_MS: "1000",
  SWEEP_MS: "1000",
  BURST_MS: "50",
  CONFIRM_MINUTES: "1000",
  MAX_MESSAGES_PER_MINUTE: "100000",
  SANDBOX_WALL_MS: "8000",
  SANDBOX_CPU_MS: "8000",
};
// Slack's own are at once, a minute and five minutes.
const RETRY_DELAYS_MS = [50, 1_000, 3_000, 5_000, 10_000];

const UNDONE = `
  SELECT ((SELECT count(*) FROM messages WHERE request_id IS NULL)
    + (SELECT count(*) FROM requests WHERE stage = 'received')
    + (SELECT count(*) FROM presses WHERE outcome IS NULL)
    + (SELECT count(*) FROM outbox WHERE sent_at IS NULL))::int AS count`;
const WAITING = "SELECT count(*)::int AS count FROM approvals WHERE state = 'pending'";
const BOOKED_TWICE = "SELECT run_id FROM transactions WHERE run_id IS NOT NULL GROUP BY run_id HAVING count(*) > 1";
const NOT_BOOKED = `
  SELECT a.id, a.state, t.transaction_id FROM (SELECT * FROM approvals WHERE state = 'committed') a
    FULL JOIN (SELECT * FROM transactions WHERE run_id IS NOT NULL) t ON t.run_id = a.run_id
  WHERE a.id IS NULL OR t.run_id IS NULL`;
const PRESSED_TWICE = `
  SELECT approval_id FROM presses WHERE outcome = 'committed' GROUP BY approval_id HAVING count(*) > 1`;
/** Replies for everybody, by their place. */
const TOLD = `
  SELECT c.place, count(*)::int AS count FROM outbox o JOIN conversations c ON c.id = o.conversation_id
  WHERE c.platform = 'discord' AND o.reply->>'to' = 'everybody' GROUP BY c.place`;
const FAULTS = "SELECT id, refused FROM outbox WHERE refused IS NOT NULL OR reply->>'text' LIKE '%went wrong%'";

describe.skipIf(!hasServers())("a shop on Slack and Discord", () => {
  const servers = serversForThisFile();

  async function booksOf({ sql }: ChatServers) {
    const [pouch] = await sql<{ stock: number }>(
      "SELECT quantity_in_stock AS stock FROM inventory WHERE item_id = 'SG007'",
    );
    const [mystique] = await sql<{ stock: number }>(
      "SELECT quantity_in_stock AS stock FROM inventory WHERE item_id = 'SG003'",
    );
    const [till] = await sql<{ cents: number }>(
      "SELECT (balance_after * 100)::int AS cents FROM transactions ORDER BY position DESC LIMIT 1",
    );
    return { pouches: pouch?.stock ?? 0, mystiques: mystique?.stock ?? 0, cents: till?.cents ?? 0 };
  }

  /** What the cards that say "Done" add up to; the copies of the staff say the same once more. */
  function moved(shop: ChatServers) {
    const { staff, discordStaff } = shop.where;
    const cards = ourPosts(shop).filter(({ at }) => at !== staff && at !== discordStaff);
    const sum = (itemId: string) =>
      cards
        .flatMap((post) => movedBy(post, itemId) ?? [])
        .reduce((total, one) => ({ pieces: total.pieces + one.pieces, cents: total.cents + one.cents }), {
          ...{ pieces: 0, cents: 0 },
        });
    const [pouches, mystiques] = [sum("SG007"), sum("SG003")];
    return { pouches: pouches.pieces, mystiques: mystiques.pieces, cents: pouches.cents + mystiques.cents };
  }

  test("whoever is killed, everybody is answered once, and the books add up with the cards that say Done", {
    timeout: LONGEST_MS,
  }, async () => {
    const shop = await openChatServers(servers, ENVIRONMENT, { retryDelaysMs: RETRY_DELAYS_MS });
    const customers = Array.from({ length: CUSTOMERS }, (_, number) => shop.discord.addUser(`customer-${number}`));
    for (const [number, customer] of customers.entries()) {
      await shop.sql(`INSERT INTO accounts VALUES ('discord:${customer}', ${1 + (number % 5)}, 'test')`);
    }
    await shop.sql("UPDATE inventory SET quantity_in_stock = 100000 WHERE item_id = 'SG007'");
    const before = await booksOf(shop);
    const fleet = createChatFleet((role) => shop.start(role), createChance(SEED));
    try {
      await fleet.start(isLong ? ["intake", "intake", "worker", "worker"] : ["intake", "worker", "worker"]);
      const people = createChatPeople(shop, customers, createChance(SEED + 1));
      await Promise.race([fleet.killSome(KILLS), people.gone]);
      await people.stop();
      await shop.slack.settled();
      const count = async (statement: string) => (await shop.sql<{ count: number }>(statement))[0]?.count;
      // Commands that arrived twice, since whoever typed them tried again, were approved by nobody yet.
      const approved = async () => {
        if ((await count(UNDONE)) === 0 && (await count(WAITING)) !== 0) await people.approveAll();
        return [await count(UNDONE), await count(WAITING)];
      };
      await expect.poll(approved, SETTLED).toEqual([0, 0]);

      const deaths = Object.entries(Object.groupBy(fleet.dead, ({ role }) => role));
      const killed = deaths.map(([role, list]) => `${list?.length} ${role}`).join(", ");
      const repeated = repeatedOnSlack(shop);
      process.stdout.write(
        `seed ${SEED}: killed ${killed}; ${people.written.length} messages, ${people.again} tried again, ` +
          `${repeated.length} repeated on Slack\n`,
      );

      const posts = ourPosts(shop);
      const unanswered = people.written.filter(({ id }) => !posts.some(({ at }) => at === id));
      expect(unanswered).toEqual([]);
      expect(await shop.sql(FAULTS)).toEqual([]);
      expect(await shop.sql(BOOKED_TWICE)).toEqual([]);
      expect(await shop.sql(PRESSED_TWICE)).toEqual([]);
      expect(await shop.sql(NOT_BOOKED)).toEqual([]);
      const after = await booksOf(shop);
      const total = moved(shop);
      expect(after).toEqual({
        pouches: before.pouches + total.pouches,
        mystiques: before.mystiques + total.mystiques,
        cents: before.cents + total.cents,
      });
      expect(posts.filter(canBeDecided)).toEqual([]);
      expect(posts.filter(saysItWorks)).toEqual([]);

      // On Discord each reply stands there once, for a nonce is known again.
      const told = await shop.sql<{ place: string; count: number }>(TOLD);
      const stand = told.map(({ place }) => posts.filter(({ at }) => at === place.split("/").at(-1)).length);
      expect(stand).toEqual(told.map((one) => one.count));
      // On Slack it is looked for before it is posted again.
      expect(repeated.length).toBeLessThanOrEqual(fleet.dead.length);
    } finally {
      await shop.close();
    }
  });
});

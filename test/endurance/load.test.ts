import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { Receipt } from "../../src/intake.ts";
import { createLocalPlatform } from "../../src/platforms/local.ts";
import type { IncomingMessage, Reply } from "../../src/platforms/platform.ts";
import { startProduction } from "../../src/presets/production.ts";
import { storeMessage } from "../../src/records/messages.ts";
import type { Service } from "../../src/service.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { createChance } from "../support/chance.ts";
import { type MainProcess, startMain } from "../support/main-process.ts";
import { createStore } from "../support/postgres-server.ts";
import { isLong } from "../support/scale.ts";
import { hasServers, serversForThisFile } from "../support/server-shop.ts";
import { alice } from "../support/shop.ts";

const CONVERSATIONS = isLong ? 1_000 : 60;
const TEXTS = [
  "How many Wayfarer are left?",
  "Do you have any round sunglasses in stock?",
  "What does the Classic cost?",
  "I want to buy 1 pair of aviator sunglasses.",
  "How many Aviator are left?",
];
const MESSAGES = CONVERSATIONS * TEXTS.length;
/** As many deliveries under way at once; a platform sends from several machines. */
const STREAMS = 20;
const LONGEST_MS = isLong ? 900_000 : 100_000;
const SETTLED_MS = isLong ? 600_000 : 60_000;

const servers = serversForThisFile();

const chance = createChance(20_261_201);

function messagesOf(conversation: number): IncomingMessage[] {
  const place = `talk-${conversation}`;
  // In every other talk each message is a request by itself; in the rest, what waits together is answered together.
  const standsAlone = conversation % 2 === 0;
  const author = { ...alice, person: `web:customer-${conversation}` };
  return TEXTS.map((text, index) => ({
    key: `web:${place}:${index}`,
    place,
    author,
    text,
    standsAlone,
    notRead: [],
    answerTo: null,
  }));
}

/** What is delivered at once: one message, or the same one two or three times. */
type Delivery = IncomingMessage[];

/** Each talk in its own order, the talks through one another; and what was delivered before comes again, late. */
function shuffledDeliveries(): Delivery[] {
  const talks = Array.from({ length: CONVERSATIONS }, (_, index) => messagesOf(index));
  const deliveries: Delivery[] = [];
  const delivered: IncomingMessage[] = [];
  while (talks.length > 0) {
    const index = Math.floor(chance() * talks.length);
    const message = talks[index]?.shift();
    if (message === undefined) {
      talks.splice(index, 1);
      continue;
    }
    const copies = chance() < 0.2 ? (chance() < 0.5 ? 2 : 3) : 1;
    deliveries.push(Array.from({ length: copies }, () => message));
    delivered.push(message);
    const old = delivered[Math.floor(chance() * delivered.length)];
    if (old !== undefined && chance() < 0.2) deliveries.push([old]);
  }
  return [...deliveries, ...delivered.filter(() => chance() < 0.1).map((message) => [message])];
}

/** Many at once, but never two of one talk: a thread's messages come one after the other. */
async function deliverAll(deliveries: Delivery[], deliver: (message: IncomingMessage) => Promise<void>) {
  const busy = new Map<string, Promise<unknown>>();
  const left = deliveries.values();
  const streams = Array.from({ length: STREAMS }, async () => {
    for (const copies of left) {
      const place = copies[0]?.place ?? "";
      const mine = (busy.get(place) ?? Promise.resolve()).then(() => Promise.all(copies.map(deliver)));
      busy.set(place, mine);
      await mine;
    }
  });
  await Promise.all(streams);
}

interface Kept {
  requestId: string;
  place: string;
  text: string;
  keys: string[];
  runs: number;
  /** Positions: of its first message, its last one, and its reply. */
  firstMessage: number;
  lastMessage: number;
  reply: number;
  answers: { inReplyTo: string[]; runId: string }[];
  sent: number;
  runId: string;
  ranAt: Date;
}

const KEPT = `
  SELECT q.id AS "requestId", c.place, q.text, array_agg(m.key ORDER BY m.position) AS keys,
    min(m.position) AS "firstMessage", max(m.position) AS "lastMessage", r.runs, r."runId", r."ranAt", o.answers,
    o.reply, o.sent
  FROM requests q JOIN conversations c ON c.id = q.conversation_id JOIN messages m ON m.request_id = q.id,
    LATERAL (SELECT count(*)::int AS runs, min(id) AS "runId", min(created_at) AS "ranAt" FROM runs
      WHERE request_id = q.id) r,
    LATERAL (SELECT jsonb_agg(outbox.reply) AS answers, min(position) AS reply, count(sent_at)::int AS sent FROM outbox
      WHERE conversation_id = c.id AND outbox.reply->>'runId' = r."runId") o
  GROUP BY q.id, c.place, r.runs, r."runId", r."ranAt", o.answers, o.reply, o.sent
  ORDER BY c.place, q.position`;

describe.skipIf(!hasServers())("load", () => {
  let database = "";
  let intake: Service | null = null;
  let workers: MainProcess[] = [];
  const posted: Reply[] = [];

  beforeAll(async () => {
    const databaseUrl = await createStore(servers.postgres);
    database = new URL(databaseUrl).pathname.slice(1);
    const environment = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: servers.redis.url,
      LOG_LEVEL: "error",
      BURST_MS: "0",
      DATABASE_POOL: "6",
      SANDBOX_PROCESSES: "1",
    };
    const config = readConfig(environment);
    if (config.servers === null) throw new Error("no servers");
    const page = createLocalPlatform("web", config.web);
    const noted = {
      ...page,
      answer: (answerTo: string | null, reply: Reply) => {
        posted.push(reply);
        return page.answer(answerTo, reply);
      },
    };
    const log = createLog("error");
    intake = await startProduction(config, config.servers, { local: [noted], works: false, log });
    workers = await Promise.all([startMain("worker", environment), startMain("worker", environment)]);
  });
  afterAll(async () => {
    await Promise.all([...workers.map((worker) => worker.stop()), intake?.close()]);
  });

  const sql = async <Row>(text: string) => (await servers.postgres.run(database, text)) as Row[];

  test("many talks through two workers: no message is lost, none is answered twice, and each talk keeps its order", {
    timeout: LONGEST_MS,
  }, async () => {
    const receipts = new Map<string, Receipt["kind"][]>();
    await deliverAll(shuffledDeliveries(), async (message) => {
      const receipt = await intake?.intake.receive("web", message);
      const known = receipts.get(message.key) ?? [];
      receipts.set(message.key, [...known, receipt?.kind ?? "refused"]);
    });
    await expect.poll(() => unsettled(sql), { timeout: SETTLED_MS, interval: 500 }).toBe(0);
    // Were anything answered twice, the second answer would be under way now.
    await sleep(1_000);

    expect(receipts.size).toBe(MESSAGES);
    for (const kinds of receipts.values()) {
      expect(kinds.toSorted()).toEqual([...kinds.slice(1).map(() => "known"), "stored"]);
    }
    const kept = await sql<Kept>(KEPT);
    expect(kept.flatMap(({ keys }) => keys).toSorted()).toEqual([...receipts.keys()].toSorted());
    for (const request of kept) {
      expect(request).toMatchObject({ runs: 1, sent: 1, answers: [{ inReplyTo: request.keys }] });
      expect(request.text).toBe(request.keys.map((key) => TEXTS[Number(key.split(":")[2])]).join("\n"));
    }
    for (const talk of Map.groupBy(kept, ({ place }) => place).values()) {
      expect(talk.flatMap(({ keys }) => keys)).toEqual(messagesOf(talkNumber(talk)).map(({ key }) => key));
      if (talkNumber(talk) % 2 === 0) expect(talk).toHaveLength(TEXTS.length);
      for (const [index, request] of talk.entries()) {
        const before = talk[index - 1];
        if (before === undefined) continue;
        expect(request.firstMessage).toBeGreaterThan(before.lastMessage);
        expect(request.reply).toBeGreaterThan(before.reply);
        expect(request.ranAt.getTime()).toBeGreaterThanOrEqual(before.ranAt.getTime());
      }
    }
    const heard = posted.flatMap(({ inReplyTo }) => inReplyTo);
    expect(heard.toSorted()).toEqual([...receipts.keys()].toSorted());
    const shares = await Promise.all(workers.map(({ url }) => answeredBy(url)));
    expect(shares.reduce((total, share) => total + share, 0)).toBe(kept.length);
    expect(Math.min(...shares)).toBeGreaterThan(kept.length / 10);
    expect(workers.map((worker) => worker.stderr())).toEqual(["", ""]);
  });

  test("a message that comes again just while a worker takes it is known, and both go on", async () => {
    const [message] = messagesOf(CONVERSATIONS + 1);
    if (message === undefined || intake === null) throw new Error("no message");
    const { receive } = intake.intake;
    // Taken by a hand of our own: the worker would be too fast.
    const worker = new Client({ connectionString: servers.postgres.url(database) });
    await worker.connect();
    const { conversationId } = await storeMessage(intake.database.client, "web", message, null);
    await worker.query("BEGIN");
    await worker.query("UPDATE messages SET text = text WHERE key = $1", [message.key]);
    const again = receive("web", message);
    await expect.poll(() => sql("SELECT FROM pg_locks WHERE NOT granted")).not.toEqual([]);
    await worker.query(
      "INSERT INTO requests (id, conversation_id, requester, text, stage) VALUES ($1, $2, '{}', '', 'done')",
      ["req_taken", conversationId],
    );
    await worker.query("COMMIT");
    await worker.end();
    expect((await again).kind).toBe("known");
  });
});

function talkNumber([first]: Kept[]): number {
  return Number(first?.place.split("-")[1]);
}

async function unsettled(sql: <Row>(text: string) => Promise<Row[]>): Promise<number> {
  const [row] = await sql<{ left: number }>(`
    SELECT (SELECT count(*) FROM messages WHERE request_id IS NULL)::int
      + (SELECT count(*) FROM requests WHERE stage = 'received')::int
      + (SELECT count(*) FROM outbox WHERE sent_at IS NULL)::int AS left`);
  return row?.left ?? Number.NaN;
}

/** How many requests a worker has answered, by its own count. */
async function answeredBy(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const counts = [...text.matchAll(/^tillhand_requests_total\{[^}]*\} (\d+)$/gm)];
  return counts.reduce((total, [, count]) => total + Number(count), 0);
}

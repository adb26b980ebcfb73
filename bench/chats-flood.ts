// Messages at a steady rate in, half of them on Slack and half on Discord, how soon one intake has them out: on Slack from
// delivery to acknowledgement, of each of a mention's two envelopes; on Discord, which asks for none, from delivery until
// the message's row stands, as the database tells at the commit.
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { say, type Town } from "./chats-town.ts";
import { percentile, rounded } from "./figures.ts";

export interface Spread {
  p50: number;
  p99: number;
  max: number;
}

export interface Flood {
  messages: number;
  perSecond: number;
  slackAckMs: Spread;
  discordStoredMs: Spread;
  /** Of Slack's envelopes. */
  notAcknowledged: number;
  /** Of the messages, those without a row. */
  lost: number;
}

const EVERY_MS = 10;
const WARM_UPS = 100;
const SETTLED_MS = 60_000;

export async function measureFlood(town: Town, databaseUrl: string, seconds: number): Promise<Flood> {
  const { slack } = town;
  const rows = await listenToRows(databaseUrl);
  try {
    await write(town, WARM_UPS);
    await rows.wait(WARM_UPS);
    await slack.settled();
    const envelopesBefore = slack.deliveries.length;
    const startedAt = performance.now();
    const messages = (seconds * 1_000) / EVERY_MS;
    const saidAt = await write(town, messages);
    const perSecond = rounded((messages / (performance.now() - startedAt)) * 1_000);
    await rows.wait(WARM_UPS + messages);
    await slack.settled();
    const attempts = slack.deliveries.slice(envelopesBefore);
    const acks = attempts.flatMap(({ outcome }) => (outcome?.kind === "acked" ? [outcome.ackMs] : []));
    const stored = [...saidAt.discord].flatMap(([id, at]) => {
      const storedAt = rows.storedAt.get(id);
      return storedAt === undefined ? [] : [storedAt - at];
    });
    const found = [...saidAt.discord.keys(), ...saidAt.slack.keys()].filter((id) => rows.storedAt.has(id));
    return {
      messages,
      perSecond,
      slackAckMs: spreadOf(acks),
      discordStoredMs: spreadOf(stored),
      notAcknowledged: attempts.length - acks.length,
      lost: messages - found.length,
    };
  } finally {
    await rows.close();
  }
}

export function spreadOf(samples: number[]): Spread {
  return { p50: percentile(samples, 0.5), p99: percentile(samples, 0.99), max: percentile(samples, 1) };
}

/** By the message's own id, when it was said; late ones are made up for, so that the rate is kept. */
async function write(town: Town, count: number) {
  const saidAt = { slack: new Map<string, number>(), discord: new Map<string, number>() };
  const startedAt = performance.now();
  for (let number = 0; number < count; number++) {
    const waitMs = startedAt + number * EVERY_MS - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const platform = number % 2 === 0 ? "slack" : "discord";
    const at = performance.now();
    saidAt[platform].set(say(town, platform, Math.floor(number / 2), "How many Wayfarer are left?").id, at);
  }
  return saidAt;
}

/** The id under which its platform knows a message is the last part of its key. */
async function listenToRows(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const storedAt = new Map<string, number>();
  client.on("notification", ({ payload = "" }) => {
    const id = payload.split(":").at(-1) ?? "";
    if (!storedAt.has(id)) storedAt.set(id, performance.now());
  });
  await client.query("LISTEN stored");
  await client.query(`
    CREATE FUNCTION tell_stored() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_notify(''stored'', NEW.key); RETURN NULL; END'`);
  await client.query("CREATE TRIGGER stored AFTER INSERT ON messages FOR EACH ROW EXECUTE FUNCTION tell_stored()");
  return {
    storedAt,
    /** Until there are so many, or nothing more is to be expected. */
    wait: async (count: number) => {
      const end = performance.now() + SETTLED_MS;
      while (storedAt.size < count && performance.now() < end) await sleep(50);
    },
    close: () => client.end(),
  };
}

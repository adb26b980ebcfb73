// Addresses in, an intake of the product out with people who write to it and wait: one after the other, or as many at
// once as are wanted.
import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "../src/config.ts";
import { createLocalPlatform } from "../src/platforms/local.ts";
import { createLocalTalk, type LocalReply } from "../src/platforms/local-talk.ts";
import type { Reply } from "../src/platforms/platform.ts";
import { startProduction } from "../src/presets/production.ts";
import type { Person } from "../src/requester.ts";
import { createLog } from "../src/telemetry/log.ts";
import { rounded } from "./figures.ts";

export interface Clients {
  /** From the message to its card, in milliseconds. */
  ask(text: string): Promise<number>;
  /** From the message through its card and the button to the booking. */
  buy(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Each message begins a conversation of its own, as with people who do not know each other. */
export async function openClients(environment: { [name: string]: string }): Promise<Clients> {
  const config = readConfig(environment);
  if (config.servers === null) throw new Error("the clients were started without DATABASE_URL and REDIS_URL");
  const platform = createLocalPlatform("web", config.web);
  const log = createLog(config.logLevel);
  const service = await startProduction(config, config.servers, { local: [platform], works: false, log });
  const talk = createLocalTalk(service, platform);
  const alice: Person = { person: "web:alice", role: "customer", customerId: 1, name: "Alice", language: "en" };
  let asked = 0;

  async function card(text: string): Promise<{ id: string }> {
    const place = `bench-${++asked}`;
    const message = {
      key: `web:${place}:1`,
      place,
      author: alice,
      text,
      standsAlone: true,
      notRead: [],
      answerTo: null,
    };
    const reply = answered(await talk.say(message, () => {}));
    if (reply.card === null) throw new Error(`The request gave no card: ${reply.text}`);
    return reply.card;
  }

  return {
    ask: async (text) => {
      const startedAt = performance.now();
      await card(text);
      return performance.now() - startedAt;
    },
    buy: async (text) => {
      const { id } = await card(text);
      const press = {
        key: `web:press:${id}`,
        approvalId: id,
        person: alice,
        decision: "confirm" as const,
        reason: null,
        answerTo: null,
      };
      const reply = answered(await talk.press(press, () => {}));
      if (reply.card?.state !== "committed") throw new Error(`The purchase was not booked: ${reply.text}`);
    },
    close: () => service.close(),
  };
}

function answered(reply: LocalReply): Reply {
  if ("kind" in reply) throw new Error(reply.message);
  return reply;
}

/** How often a second `work` is done when `concurrency` clients do it for `ms`, each as soon as the last is done. */
export async function rate(concurrency: number, ms: number, work: () => Promise<unknown>): Promise<number> {
  let done = 0;
  const startedAt = performance.now();
  const clients = Array.from({ length: concurrency }, async () => {
    while (performance.now() - startedAt < ms) {
      await work();
      done++;
    }
  });
  await Promise.all(clients);
  return rounded((done / (performance.now() - startedAt)) * 1_000);
}

/** As many times as told, by `concurrency` clients. */
export async function times(count: number, concurrency: number, work: () => Promise<unknown>): Promise<void> {
  let left = count;
  const clients = Array.from({ length: concurrency }, async () => {
    while (left-- > 0) await work();
  });
  await Promise.all(clients);
}

/** Samples of `runs` calls at rest: each waits until nothing of the one before is under way. */
export async function atRest(warmUps: number, runs: number, work: () => Promise<number>): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < warmUps + runs; round++) {
    const ms = await work();
    if (round >= warmUps) samples.push(ms);
    await sleep(REST_MS);
  }
  return samples;
}

const REST_MS = 20;

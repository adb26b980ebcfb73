// A model in, the embedded service on a seeded store out, with the short ways in which tests write and press.
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { PlannerChoice } from "../../src/agent/planner.ts";
import { codePlanner } from "../../src/agent/planners/code.ts";
import { readConfig } from "../../src/config.ts";
import type { Database } from "../../src/database/database.ts";
import type { Model } from "../../src/model/model.ts";
import { createLocalPlatform } from "../../src/platforms/local.ts";
import { createLocalTalk } from "../../src/platforms/local-talk.ts";
import type { Decision, Platform, Reply } from "../../src/platforms/platform.ts";
import { createInProcessQueue } from "../../src/queue/in-process.ts";
import { newId } from "../../src/records/id.ts";
import { readReport } from "../../src/records/runs.ts";
import type { RunReport, StageMark } from "../../src/report.ts";
import type { Person } from "../../src/requester.ts";
import { createSandbox } from "../../src/sandbox/pool.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { type Service, startService } from "../../src/service.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { createMetrics } from "../../src/telemetry/metrics.ts";
import { openStore, resetStore } from "./store.ts";

export const alice: Person = { person: "test:alice", role: "customer", customerId: 1, name: "Alice", language: "en" };
export const bruno: Person = { person: "test:bruno", role: "customer", customerId: 2, name: "Bruno", language: "en" };
export const sam: Person = { person: "test:sam", role: "staff", customerId: null, name: "Sam", language: "en" };
export const ada: Person = { person: "test:ada", role: "admin", customerId: null, name: "Ada", language: "en" };
export const noor: Person = { person: "test:noor", role: "admin", customerId: null, name: "Noor", language: "en" };

export interface Shop {
  service: Service;
  /** Moves the shop's clock. */
  pass(minutes: number): void;
  ask(person: Person, text: string, place?: string): Promise<{ reply: Reply; report: RunReport; stages: StageMark[] }>;
  /** The reply to a press, or the sentence by which the intake refused it. */
  press(person: Person, decision: Decision, approvalId: string, reason?: string): Promise<Reply | string>;
  close(): Promise<void>;
}

/** For a test file: one store, put back before each test, and one sandbox. */
export function freshStoreForEachTest(): { readonly database: Database; readonly sandbox: Sandbox } {
  let database: Database | null = null;
  let sandbox: Sandbox | null = null;
  beforeAll(async () => {
    database = await openStore();
    sandbox = createSandbox(readConfig({}).sandbox);
  });
  beforeEach(async () => {
    if (database !== null) await resetStore(database);
  });
  afterAll(async () => {
    await sandbox?.close();
    await database?.close();
  });
  return {
    get database() {
      if (database === null) throw new Error("used before beforeAll");
      return database;
    },
    get sandbox() {
      if (sandbox === null) throw new Error("used before beforeAll");
      return sandbox;
    },
  };
}

// Nobody waits for a second message unless the test is about that.
const TEST_ENVIRONMENT = { LOG_LEVEL: "silent", BURST_MS: "0" };

/** `database` and `sandbox` are the caller's, and stay open. */
export async function openShop(parts: {
  database: Database;
  sandbox: Sandbox;
  /** One that writes code, or another way to plan. */
  model: Model | PlannerChoice;
  /** Beside the one that `ask` and `press` speak through. */
  platforms?: Platform[];
  environment?: { [name: string]: string };
}): Promise<Shop> {
  const config = readConfig({ ...TEST_ENVIRONMENT, ...parts.environment });
  const platform = createLocalPlatform("test", config.web);
  const { database, sandbox, model } = parts;
  let offsetMs = 0;
  const service = await startService({
    config,
    database: { ...database, close: async () => {} },
    sandbox: { ...sandbox, close: async () => {} },
    ...("planner" in model ? model : codePlanner(model)),
    queue: createInProcessQueue(config.queue),
    platforms: [platform, ...(parts.platforms ?? [])],
    clock: () => new Date(Date.now() + offsetMs),
    log: createLog("silent"),
    metrics: createMetrics(),
    handsOver: true,
    works: true,
    sweeps: true,
  });
  const talk = createLocalTalk(service, platform);
  return {
    service,
    pass: (minutes) => {
      offsetMs += minutes * 60_000;
    },
    ask: async (person, text, place = "thread") => {
      const stages: StageMark[] = [];
      const key = `test:${place}:${newId("msg")}`;
      const message = { key, place, author: person, text, standsAlone: false, notRead: [], answerTo: null };
      const said = await talk.say(message, (mark) => void stages.push(mark));
      if ("kind" in said) throw new Error(said.message);
      const report = said.runId === null ? null : await readReport(database.client, said.runId, said.card?.id);
      if (report === null) throw new Error("the reply names no run");
      return { reply: said, report, stages };
    },
    press: async (person, decision, approvalId, reason) => {
      const key = `test:press:${newId("prs")}`;
      const press = { key, approvalId, person, decision, reason: reason ?? null, answerTo: null };
      const said = await talk.press(press, () => {});
      return "kind" in said ? said.message : said;
    },
    close: () => service.close(),
  };
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { openPglite } from "../../src/database/pglite.ts";
import { COMPILED } from "../support/compile-cache.ts";

const MAIN = join(import.meta.dirname, "../../src/main.ts");
const KILLS = 6;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "tillhand-kill-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function start(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...COMPILED, DATA_DIR: directory, PORT: "0", LOG_LEVEL: "silent" },
    cwd: directory,
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (child.stdout === null) throw new Error("no stdout");
  const [line] = await once(child.stdout, "data");
  const url = /http:\/\/\S+(?=\.\s)/.exec(String(line))?.[0];
  if (url === undefined) throw new Error(`the service did not start: ${line}`);
  return { child, url };
}

/** Fire and forget: the service may be gone before it answers. */
async function post(url: string, body: object): Promise<{ approval?: { id: string } | null } | null> {
  const request = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return fetch(url, request).then(
    async (response) => (await response.json()) as { approval?: { id: string } | null },
    () => null,
  );
}

/** A customer who buys a pouch and confirms, over and over, until the service is gone. */
async function shopOn(url: string, customerId: number, onAnswer: () => void): Promise<void> {
  for (let round = 0; round < 50; round++) {
    const asked = await post(`${url}/api/messages`, { message: "I want to buy 1 pouch", customerId });
    if (asked === null) return;
    onAnswer();
    if (asked.approval) await post(`${url}/api/approvals/${asked.approval.id}`, { decision: "confirm" });
  }
}

test("however often the service is killed, every message is answered and every confirmed card is booked once", {
  timeout: 300_000,
}, async () => {
  for (let kill = 0; kill < KILLS; kill++) {
    const { child, url } = await start();
    const { promise: isServing, resolve: onAnswer } = Promise.withResolvers<void>();
    const customers = [1, 2, 3].map((customerId) => shopOn(url, customerId, onAnswer));
    await isServing;
    // Spread over the stages of a request and a press, which take some tens of milliseconds.
    await sleep(kill * 37);
    child.kill("SIGKILL");
    await once(child, "exit");
    await Promise.all(customers);
  }
  const last = await start();
  await expect.poll(async () => (await fetch(`${last.url}/health`)).status).toBe(200);
  await sleep(1_000);
  last.child.kill("SIGTERM");
  await once(last.child, "exit");

  const { client, close } = await openPglite(directory, readConfig({}).transaction);
  expect(await client.message.count()).toBeGreaterThanOrEqual(KILLS);
  expect(await client.message.count({ where: { requestId: null } })).toBe(0);
  expect(await client.request.count({ where: { stage: "received" } })).toBe(0);
  expect(await client.press.count({ where: { outcome: null } })).toBe(0);
  expect(await client.outbox.count({ where: { sentAt: null } })).toBe(0);
  // The database refuses a broken chain and a second commit of a run; what is left is that the two agree.
  const committed = await client.approval.count({ where: { state: "committed" } });
  const sales = await client.transaction.findMany({ where: { kind: "sale" } });
  expect(sales).toHaveLength(committed);
  expect(new Set(sales.map((sale) => sale.runId)).size).toBe(committed);
  expect(await client.item.findUnique({ where: { itemId: "SG007" } })).toMatchObject({
    quantityInStock: 40 - committed,
  });
  await close();
});

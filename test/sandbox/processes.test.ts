// The processes behind the sandbox: they come and go, and a user sees nothing but right answers.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import {
  attempt,
  childrenOf,
  endingOf,
  HARMLESS,
  isAlive,
  jobOf,
  openSandbox,
  pause,
  type Shop,
  shop,
} from "./plan-runs.ts";

let open: Sandbox[] = [];
afterEach(async () => {
  await Promise.all(open.map((sandbox) => sandbox.close()));
  open = [];
  expect(childrenOf(process.pid)).toEqual([]);
});

function openHere(changed: Parameters<typeof openSandbox>[0] = {}): Sandbox {
  const sandbox = openSandbox(changed);
  open.push(sandbox);
  return sandbox;
}

async function untilGone(pids: number[]) {
  for (let tries = 0; tries < 50 && pids.some(isAlive); tries++) await pause(100);
  await pause(100);
}

test("a process that is killed from outside fails its own run only, and is replaced", async () => {
  const sandbox = openHere();
  await sandbox.run(jobOf(HARMLESS));
  const lost = sandbox.run(jobOf("await new Promise(() => {});"));
  const other = sandbox.run(jobOf("await new Promise(() => {});"));
  await pause(300);
  const [first] = childrenOf(process.pid);
  process.kill(first ?? 0, "SIGKILL");
  const endings = [endingOf(await lost), endingOf(await other)].sort();
  expect(endings).toEqual(["error:memory", "error:timeout"]);
  expect(endingOf(await sandbox.run(jobOf(HARMLESS)))).toBe("fine");
});

test("processes that are killed while nobody uses them are replaced", async () => {
  const sandbox = openHere();
  await sandbox.run(jobOf(HARMLESS));
  const idle = childrenOf(process.pid);
  for (const pid of idle) process.kill(pid, "SIGKILL");
  // Reaped, not only dying: until then nobody can know that it is gone.
  for (let tries = 0; tries < 50 && idle.some((pid) => existsSync(`/proc/${pid}`)); tries++) await pause(100);
  await pause(100);
  expect(endingOf(await sandbox.run(jobOf(HARMLESS)))).toBe("fine");
});

test("plans that wait for a process are run in the order in which they came", async () => {
  const sandbox = openHere({ processes: 1 });
  const order: number[] = [];
  await Promise.all([1, 2, 3, 4, 5].map((n) => sandbox.run(jobOf(HARMLESS)).then(() => order.push(n))));
  expect(order).toEqual([1, 2, 3, 4, 5]);
});

test("close ends the runs in flight as failed, refuses those that wait, and leaves no process", async () => {
  const sandbox = openSandbox({ processes: 1 });
  await sandbox.run(jobOf(HARMLESS));
  const inFlight = sandbox.run(jobOf("for (;;);"));
  const waiting = sandbox.run(jobOf(HARMLESS));
  const refusal = expect(waiting).rejects.toThrow("The sandbox is closed.");
  await pause(100);
  await sandbox.close();
  expect(endingOf(await inFlight)).toBe("error:runtime");
  await refusal;
  await expect(sandbox.run(jobOf(HARMLESS))).rejects.toThrow("The sandbox is closed.");
  expect(childrenOf(process.pid)).toEqual([]);
});

test("closing while the processes still start leaves none behind", async () => {
  await openSandbox().close();
  expect(childrenOf(process.pid)).toEqual([]);
});

test("processes that cannot start are not tried for ever, and the run says why there is none", async () => {
  // isolated-vm refuses an isolate that small.
  const sandbox = openHere({ isolateMb: 1 });
  for (const _ of [1, 2]) {
    await expect(sandbox.run(jobOf(HARMLESS))).rejects.toThrow(/^The sandbox cannot start: .*memoryLimit/);
  }
  await pause(500);
  expect(childrenOf(process.pid)).toEqual([]);
});

test("a host that fails makes the run fail, instead of telling the plan", async () => {
  const sandbox = openHere();
  const job = jobOf("try { await db.inventory.findMany({}); } catch {} answer_text = 'caught';");
  await expect(sandbox.run({ ...job, onCall: () => Promise.reject(new Error("no database")) })).rejects.toThrow(
    "no database",
  );
  expect(endingOf(await sandbox.run(jobOf(HARMLESS)))).toBe("fine");
});

test("a call that nobody awaited is served, and is over when the run is", async () => {
  const sandbox = openHere();
  const served: string[] = [];
  const outcome = await sandbox.run(
    jobOf("shop.purchase({ itemId: 'CH-2', quantity: 9 }); answer_text = 'done';", async (name) => {
      await pause(50);
      served.push(name);
      return { ok: false, error: { code: "INSUFFICIENT_STOCK", message: "Only 3.", facts: {} } };
    }),
  );
  expect(endingOf(outcome)).toBe("done");
  expect(served).toEqual(["shop.purchase"]);
});

test("a late result of one plan's call never reaches the plan that runs after it in the same process", async () => {
  const sandbox = openHere({ processes: 1 });
  const first = sandbox.run(
    jobOf("db.inventory.findMany({}); answer_text = 'left a call behind';", async () => {
      await pause(200);
      return { ok: true, value: "of the first" };
    }),
  );
  const second = sandbox.run(
    jobOf("answer_text = await db.inventory.findMany({});", async () => {
      await pause(600);
      return { ok: true, value: "of the second" };
    }),
  );
  expect([endingOf(await first), endingOf(await second)]).toEqual(["left a call behind", "of the second"]);
});

test("B19: two thousand plans leave the memory level and the processes few", async () => {
  const sandbox = openHere({ runsPerProcess: 300 });
  const code =
    "const rows = await db.inventory.findMany({}); answer_text = rows.map((row) => money(row.price)).join();";
  let before = 0;
  for (let i = 0; i < 2_000; i += 2) {
    const both = await Promise.all([attempt(sandbox, code), attempt(sandbox, code)]);
    for (const { outcome } of both) expect(endingOf(outcome)).toBe("$89.50,$240.00");
    if (i === 500) before = process.memoryUsage.rss();
  }
  expect(process.memoryUsage.rss() - before).toBeLessThan(60 * 1024 * 1024);
  expect(childrenOf(process.pid).length).toBeLessThanOrEqual(3);
});

test("when the service is killed, its sandbox processes die, even in the middle of an endless plan", async () => {
  const program = `
    import { createSandbox } from ${JSON.stringify(new URL("../../src/sandbox/pool.ts", import.meta.url).href)};
    import { readConfig } from ${JSON.stringify(new URL("../../src/config.ts", import.meta.url).href)};
    const sandbox = createSandbox({ ...readConfig({}).sandbox, wallMs: 60_000, cpuMs: 60_000 });
    const job = { code: "for (;;);", data: {}, calls: [], onCall: async () => ({ ok: true, value: null }) };
    await sandbox.run({ ...job, code: "answer_text = 1" });
    sandbox.run(job);
    setTimeout(() => console.log("running"), 200);`;
  const service = spawn(process.execPath, ["--input-type=module", "-"], { stdio: ["pipe", "pipe", "ignore"] });
  service.stdin.end(program);
  await new Promise((resolve) => service.stdout.once("data", resolve));
  const children = childrenOf(service.pid ?? 0);
  expect(children.length).toBe(2);
  service.kill("SIGKILL");
  await untilGone(children);
  const alive = children.filter(isAlive);
  expect(alive).toEqual([]);
});

test("what a plan left running never reaches the log or the life of the plan after it", async () => {
  const own = openSandbox({ processes: 1 });
  const slowShop: Shop = async (name, args) => {
    await new Promise((resolve) => setTimeout(resolve, 40));
    return shop(name, args);
  };
  const lingering = `for (let i = 0; i < 9; i++) db.inventory.findMany({}).then(() => console.log('STRAY', i));
    answer_text = 'x';
    answer_rows = new Proxy([], { get(t, k) { const z = Date.now(); while (Date.now() - z < 100); return t[k]; } });`;
  for (let round = 0; round < 5; round++) {
    const [, after] = await Promise.all([own.run(jobOf(lingering, slowShop)), own.run(jobOf(HARMLESS))]);
    expect(endingOf(after)).toBe("fine");
    expect(after.log.join()).not.toContain("STRAY");
  }
  await own.close();
});

test("any text that a plan can make is text that can be stored", async () => {
  const own = openSandbox({ processes: 1 });
  const code = `console.log('a\\u0000', '\\ud800', '\u{1F600}'.repeat(600)); answer_text = 'x \\ud800\\u0000';
    answer_json = { '\\u0000': ['\\udfff'] };`;
  const outcome = await own.run(jobOf(code));
  await own.close();
  const written = JSON.stringify(outcome);
  expect(outcome.kind).toBe("finished");
  expect(written.isWellFormed()).toBe(true);
  expect(written).not.toMatch(/\\u0000|\\ud[89a-f]/);
});

// A sandbox process that a plan has taken over: whatever it sends, the service serves no more than the plan may have.
import { expect, test } from "vitest";
import type { FromProcess } from "../../src/sandbox/messages.ts";
import type { PlanProcess, ProcessEnd } from "../../src/sandbox/process.ts";
import { runPlan } from "../../src/sandbox/run-plan.ts";
import { jobOf, LIMITS, pause } from "./plan-runs.ts";

/** A process whose messages are written by the test, because no plan is known that could write them. */
async function runTakenOver(messages: (FromProcess | null)[]) {
  let hear: (message: FromProcess | null) => void = () => {};
  let isKilled = false;
  const served: string[] = [];
  const taken: PlanProcess = {
    post: () => {},
    listen: (listener) => {
      hear = listener;
    },
    kill: () => {
      isKilled = true;
    },
    onEnd: () => {},
    ended: new Promise<ProcessEnd>(() => {}),
  };
  const job = jobOf("", (name) => {
    served.push(name);
    return { ok: true, value: null };
  });
  const run = runPlan(taken, job, { ...LIMITS, wallMs: 100, hostCalls: 3 }, () => {});
  for (const message of messages) hear(message);
  const outcome = await run;
  for (const message of messages) hear(message);
  await pause(20);
  return { outcome, served, isKilled };
}

const call = (name: string, args = "{}"): FromProcess => ({ kind: "call", call: "0", name, args });

test.each([
  ["a message that means nothing", [null]],
  ["a call that is not the requester's to make", [call("shop.restock")]],
  ["a call by the name of something every object has", [call("toString")]],
  ["an argument that is no JSON", [call("shop.purchase", "{")]],
  ["a report that is no JSON", [{ kind: "ended", report: "{", isSpent: false } as const]],
  ["a report without an answer", [{ kind: "ended", report: "{}", isSpent: false } as const]],
  ["a report of a size no plan can have", [{ kind: "ended", report: " ".repeat(1e6), isSpent: false } as const]],
])("%s ends the run, is served by nobody and costs the process its life", async (_what, messages) => {
  const { outcome, served, isKilled } = await runTakenOver(messages);
  expect(outcome).toMatchObject({
    kind: "failed",
    error: { code: "RUNTIME", message: "The plan made its process break the sandbox's rules." },
  });
  expect([served, isKilled]).toEqual([[], true]);
});

test("more calls than allowed are counted on this side too", async () => {
  const { outcome, served } = await runTakenOver(Array(10).fill(call("shop.purchase")));
  expect(outcome).toMatchObject({ kind: "failed", error: { code: "LIMIT" } });
  expect(served.length).toBe(3);
});

test("a flood of log lines is cut off on this side too", async () => {
  const line = { kind: "log", line: "x".repeat(5_000) } as const;
  const { outcome } = await runTakenOver(Array(1_000).fill(line));
  expect(outcome).toMatchObject({ kind: "failed", error: { code: "LIMIT" } });
  expect(outcome.log.length).toBe(LIMITS.logLines);
  expect(outcome.log[0]?.length).toBe(LIMITS.logLineChars);
});

test("a process that says nothing at all is killed when its time is up", async () => {
  const { outcome, isKilled } = await runTakenOver([]);
  expect(outcome).toMatchObject({ kind: "failed", error: { code: "TIMEOUT" } });
  expect(isKilled).toBe(true);
});

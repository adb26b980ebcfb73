// Hostile and broken plans: whatever a plan does, its run ends in the right way and nobody else notices.
import { afterAll, describe, expect, test } from "vitest";
import type { PlanOutcome } from "../../src/sandbox/sandbox.ts";
import { attempt, endingOf, HARMLESS, hostilePlans, LIMITS, openSandbox, pause, ticksOfChildren } from "./plan-runs.ts";

const sandbox = openSandbox();
const hasty = openSandbox({ wallMs: 400, cpuMs: 400 });
const patient = openSandbox({ wallMs: 3_000, cpuMs: 3_000 });
afterAll(() => Promise.all([sandbox.close(), hasty.close(), patient.close()]));

describe.each(hostilePlans("./"))("$name", ({ code, accepted }) => {
  test("ends as it must, twice, and the next plan is right each time", async () => {
    for (const _ of [1, 2]) {
      const { outcome, lateCalls } = await attempt(sandbox, code);
      expect(accepted).toContain(endingOf(outcome));
      expectBounded(outcome);
      expect(endingOf((await attempt(sandbox, HARMLESS)).outcome)).toBe("fine");
      expect(lateCalls()).toBe(0);
      expectCleanHost();
    }
  });
});

describe.each(hostilePlans("more/"))("$name", ({ name, code, accepted }) => {
  test("B16: ends as it must while a plan beside it and the plan after it are right", async () => {
    // Filling memory takes processor time; a loop shows what it is at once.
    const pool = name.startsWith("loop-") ? hasty : name.startsWith("memory-") ? patient : sandbox;
    const [hostile, beside] = await Promise.all([attempt(pool, code), attempt(pool, HARMLESS)]);
    expect(accepted).toContain(endingOf(hostile.outcome));
    expectBounded(hostile.outcome);
    expect(endingOf(beside.outcome)).toBe("fine");
    expect(endingOf((await attempt(pool, HARMLESS)).outcome)).toBe("fine");
    expect(hostile.lateCalls()).toBe(0);
    expectCleanHost();
  });
});

test("no core is busy when all hostile plans are over", async () => {
  await pause(500);
  const before = ticksOfChildren();
  await pause(500);
  // 50 ticks would be one core at full use.
  expect(ticksOfChildren() - before).toBeLessThan(15);
});

function expectBounded(outcome: PlanOutcome) {
  expect(outcome.log.length).toBeLessThanOrEqual(LIMITS.logLines);
  for (const line of outcome.log) expect(line.length).toBeLessThanOrEqual(LIMITS.logLineChars);
  if (outcome.kind === "failed") expect(outcome.error.message.length).toBeLessThanOrEqual(LIMITS.errorChars);
  else expect(JSON.stringify(outcome.answer).length).toBeLessThanOrEqual(LIMITS.answerBytes + 200);
}

function expectCleanHost() {
  expect(({} as { hostile_mark?: unknown }).hostile_mark).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
}

// Every limit has its own ending, in words a model can act on, and no plan can catch its way around one.
import { afterAll, expect, test } from "vitest";
import type { SandboxLimits } from "../../src/config.ts";
import type { PlanOutcome } from "../../src/sandbox/sandbox.ts";
import { endingOf, HARMLESS, jobOf, LIMITS, openSandbox, type Shop, shop } from "./plan-runs.ts";

const sandbox = openSandbox({ processes: 1, wallMs: 1_000 });
afterAll(() => sandbox.close());

async function runWith(changed: Partial<SandboxLimits>, code: string, onCall: Shop = shop): Promise<PlanOutcome> {
  const own = openSandbox({ processes: 1, ...changed });
  try {
    const outcome = await own.run(jobOf(code, onCall));
    expect(endingOf(await own.run(jobOf(HARMLESS)))).toBe("fine");
    return outcome;
  } finally {
    await own.close();
  }
}

const errorOf = (outcome: PlanOutcome) => (outcome.kind === "failed" ? outcome.error : undefined);

test("B15: a plan that waits for ever is ended by the wall clock, and says how long it had", async () => {
  const error = errorOf(await sandbox.run(jobOf("await new Promise(() => {});")));
  expect(error).toEqual({ code: "TIMEOUT", message: "The plan ran longer than 1000 ms." });
});

test("a plan that waits for a slow shop is ended by the wall clock, and its call is over when the run is", async () => {
  let isServed = false;
  const slow: Shop = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_800));
    isServed = true;
    return { ok: true, value: [] };
  };
  const outcome = await sandbox.run(jobOf("await db.inventory.findMany({});", slow));
  expect(endingOf(outcome)).toBe("error:timeout");
  expect(isServed).toBe(true);
});

test("a plan that computes too long is ended by the processor's clock", async () => {
  const error = errorOf(await runWith({ cpuMs: 300, wallMs: 20_000 }, "for (;;);"));
  expect(error).toEqual({ code: "TIMEOUT", message: "The plan computed for more than 300 ms." });
});

test("a plan that fills its isolate is ended for its memory", async () => {
  const error = errorOf(
    await runWith({ wallMs: 10_000, cpuMs: 10_000 }, "const all = []; for (;;) all.push({ all });"),
  );
  expect(error).toEqual({ code: "MEMORY", message: "The plan used more than 32 MB of memory." });
});

test("B14: a plan that fills memory outside its isolate is ended by the watch on the process", async () => {
  const code = `const keep = [];
for (;;) { const b = new ArrayBuffer(1e7, { maxByteLength: 1e8 }); b.resize(1e8); new Uint8Array(b).fill(1); keep.push(b); }`;
  const error = errorOf(await runWith({ wallMs: 10_000, cpuMs: 10_000, processMb: 300 }, code));
  expect(error).toEqual({ code: "MEMORY", message: "The plan used more than 300 MB of memory." });
});

test("a source that is too long is refused without being run", async () => {
  const error = errorOf(await sandbox.run(jobOf(`for (;;); //${"x".repeat(LIMITS.sourceChars)}`)));
  expect(error).toEqual({ code: "LIMIT", message: "The plan is longer than 40000 characters." });
});

const turnsNumbersAway: Shop = (name, args) =>
  JSON.stringify(args) === '{"itemId":1}'
    ? { ok: false, error: { code: "INVALID_ARGUMENT", message: "purchase: itemId must be text.", facts: {} } }
    : shop(name, args);

test("calls that were turned away for their arguments do not count as calls of the shop", async () => {
  const own = openSandbox({ hostCalls: 2 });
  const code = `for (let i = 0; i < 50; i++) { try { await shop.purchase({ itemId: 1 }); } catch {} }
    await db.inventory.findMany(); await db.inventory.findMany(); answer_text = 'done';`;
  const outcome = await own.run(jobOf(code, turnsNumbersAway));
  await own.close();
  expect(endingOf(outcome)).toBe("done");
});

test.each([
  {
    what: "one call too many",
    changed: { hostCalls: 5 },
    code: "for (;;) { try { await db.inventory.findMany({}); } catch {} }",
    message: "The plan called the shop more than 5 times.",
  },
  {
    what: "a call with wrong arguments too many",
    changed: { turnedAwayCalls: 5 },
    code: "for (;;) { try { await shop.purchase({ itemId: 1 }); } catch {} }",
    message: "The plan called the shop with wrong arguments more than 5 times.",
  },
  {
    what: "too many calls at once",
    changed: { hostCallsInFlight: 3 },
    code: "try { await Promise.all([1, 2, 3, 4].map(() => db.inventory.findMany({}))); } catch {} for (;;) await 0;",
    message: "The plan had more than 3 calls open at once: await them in turn.",
  },
  {
    what: "an argument that is too large",
    changed: { callInBytes: 100 },
    code: "try { await db.inventory.findMany({ where: { name: 'x'.repeat(101) } }); } catch {} for (;;) await 0;",
    message: "The argument of a call was larger than 100 bytes.",
  },
  {
    what: "an argument whose characters are few but whose bytes are many",
    changed: { callInBytes: 100 },
    code: "try { await db.inventory.findMany({ where: { name: '椅'.repeat(60) } }); } catch {} for (;;) await 0;",
    message: "The argument of a call was larger than 100 bytes.",
  },
  {
    what: "a result that is too large",
    changed: { callOutBytes: 60 },
    code: "try { await db.inventory.findMany({}); } catch {} for (;;) await 0;",
    message: "The result of a call was larger than 60 bytes: ask for less with where, take or select.",
  },
  {
    what: "results that are too large together",
    changed: { runOutBytes: 200 },
    code: "for (;;) try { await db.inventory.findMany({}); } catch {}",
    message: "The results of all calls were larger than 200 bytes: ask for less with where, take or select.",
  },
  {
    what: "too many rows",
    changed: { rowsPerRead: 1 },
    code: "try { await db.inventory.findMany({}); } catch {} for (;;) await 0;",
    message: "A read gave more than 1 rows: ask for less with where or take.",
  },
  {
    what: "too many lines of log",
    changed: { logLines: 3 },
    code: "for (let i = 0; ; i++) console.log('line', i);",
    message: "The plan printed more than 3 lines.",
  },
])("$what ends the plan even if it catches everything", async ({ changed, code, message }) => {
  // The harmless plan that follows makes one small call, which the tightest of these limits would not let through.
  const own = openSandbox({ processes: 1, wallMs: 10_000, cpuMs: 10_000, ...changed });
  const error = errorOf(await own.run(jobOf(code, turnsNumbersAway)));
  await own.close();
  expect(error).toEqual({ code: "LIMIT", message });
});

test("an answer that is too large is an error of the plan", async () => {
  const error = errorOf(await sandbox.run(jobOf("answer_json = { list: 'x'.repeat(3e5) };")));
  expect(error).toEqual({
    code: "RUNTIME",
    message: "answer_json: answer too large (more than 262144 bytes).",
    answer: { field: "answer_json", problem: "too-large" },
  });
});

test("a chart that contains itself is an error that says so, as is one with a getter", async () => {
  const round = errorOf(await sandbox.run(jobOf("chart = { mark: 'bar' }; chart.layer = [chart];")));
  expect(round).toMatchObject({ code: "RUNTIME", answer: { field: "chart", problem: "endless" } });
  expect(round?.message).toMatch(/^chart\.layer\[0\].*is nested too deeply, or contains itself\.$/);
  const odd = errorOf(await sandbox.run(jobOf("chart = { get mark() { return 'bar'; } };")));
  expect(odd).toMatchObject({ message: "chart.mark is a getter.", answer: { field: "chart", problem: "unreadable" } });
});

test("what a plan printed before it was ended is kept", async () => {
  const outcome = await sandbox.run(jobOf("console.log('LOG: counting', 3, { a: [1] }, null, undefined); for (;;);"));
  expect(endingOf(outcome)).toBe("error:timeout");
  expect(outcome.log).toEqual(['LOG: counting 3 {"a":[1]} null undefined']);
});

test("a long log line is cut, and the plan goes on", async () => {
  const outcome = await sandbox.run(jobOf("console.log('x'.repeat(1e6)); answer_text = 'went on';"));
  expect(endingOf(outcome)).toBe("went on");
  expect(outcome.log[0]?.length).toBe(LIMITS.logLineChars);
});

test("an error's message is cut", async () => {
  const error = errorOf(await sandbox.run(jobOf("throw new Error('x'.repeat(1e6));")));
  expect(error?.message.length).toBe(LIMITS.errorChars);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RowChange, Trial, TrialTurn } from "../../src/evaluation/evaluation.ts";
import { passHat } from "../../src/evaluation/pass-hat.ts";
import { scoreOf } from "../../src/evaluation/score.ts";

const LEAST = 1e-9;

describe("pass^k", () => {
  /** Every way to choose k of the trials, and in how many of them each passed. */
  function byCounting(results: boolean[], k: number): number {
    const choices = Array.from({ length: 2 ** results.length }, (_, mask) =>
      results.filter((_, index) => (mask & (1 << index)) !== 0),
    ).filter(({ length }) => length === k);
    return choices.filter((choice) => choice.every((passed) => passed)).length / choices.length;
  }

  const results = fc.array(fc.boolean(), { minLength: 1, maxLength: 8 });
  const tallyOf = (trials: boolean[]) => ({ trials: trials.length, passes: trials.filter((passed) => passed).length });

  test("is the share of all choices of k trials in which each passed", () => {
    fc.assert(
      fc.property(fc.array(results, { minLength: 1, maxLength: 5 }), (cases) => {
        const shares = passHat(cases.map(tallyOf), 8);
        for (const [index, share] of shares.entries()) {
          const tried = cases.filter(({ length }) => length > index);
          const counted = tried.reduce((sum, one) => sum + byCounting(one, index + 1), 0) / tried.length;
          expect(Math.abs(share - counted)).toBeLessThan(LEAST);
        }
        expect(shares).toHaveLength(Math.max(...cases.map(({ length }) => length)));
      }),
    );
  });

  test("lies between 0 and 1, and where every case was tried as often it never rises with k", () => {
    const equallyOften = fc.integer({ min: 1, max: 40 }).chain((trials) =>
      fc.array(fc.record({ trials: fc.constant(trials), passes: fc.integer({ min: 0, max: trials }) }), {
        minLength: 1,
      }),
    );
    fc.assert(
      fc.property(equallyOften, (cases) => {
        const shares = passHat(cases, 40);
        for (const [index, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual((shares[index - 1] ?? 1) + LEAST);
        }
      }),
    );
  });

  test("of many trials does not run out of numbers", () => {
    expect(passHat([{ trials: 2_000, passes: 2_000 }], 2_000).at(-1)).toBe(1);
    expect(passHat([{ trials: 2_000, passes: 1_999 }], 2_000).at(-1)).toBe(0);
  });

  test("of no trial at all says nothing", () => {
    expect(passHat([], 3)).toEqual([]);
  });
});

const suite = { file: "a.json", about: "", store: null, historyDays: 0, now: null, cases: [] };
const about = {
  suite,
  planner: "plan" as const,
  model: "m",
  promptVersion: "v",
  startedAt: "",
  tookMs: 12.4,
  notes: [],
};

function turn(more: Partial<TrialTurn>): TrialTurn {
  return {
    ...{ runId: "run_1", request: "hi", status: "success", answerText: "hi", attempts: 1, approvals: 0, modelCalls: 1 },
    ...{
      usage: { promptTokens: 100, cachedTokens: 60, completionTokens: 10, costUsd: 0.01 },
      stages: [],
      brokenRules: [],
    },
    ...more,
  };
}
function trial(caseId: string, verdict: Trial["verdict"], more: Partial<Trial> = {}): Trial {
  return { caseId, kind: "question", number: 1, verdict, reasons: [], wrongChanges: [], turns: [], ms: 1, ...more };
}
const stray: RowChange = { table: "inventory", key: "SG001", before: { price: "80.00" }, after: { price: "1.00" } };

test("a trial that could not be held is neither passed nor failed, and the report says so", () => {
  const trials = [
    trial("a", "passed"),
    trial("a", "error", { number: 2, reasons: ["no model"] }),
    trial("b", "failed"),
  ];
  const { trials: counts, passHat: shares, notes, failures } = scoreOf({ ...about, trialsPerCase: 2, trials });
  expect(counts).toEqual({ held: 2, passed: 1, failed: 1, errors: 1 });
  // Case a was held once only, so nothing is known of two in a row.
  expect(shares).toEqual([0.5]);
  expect(notes).toEqual([expect.stringContaining("1 trial could not be held")]);
  expect(failures.map(({ caseId, verdict, reasons }) => [caseId, verdict, reasons])).toEqual([
    ["a", "error", ["no model"]],
    ["b", "failed", []],
  ]);
});

test("when no trial was held there is no share, and nothing is divided by nothing", () => {
  const report = scoreOf({ ...about, trialsPerCase: 1, trials: [trial("a", "error")] });
  expect(report).toMatchObject({
    passHat: [],
    cachedShare: 0,
    attempts: { perRequest: 0 },
    kinds: [{ trials: 0, passHat1: 0 }],
  });
});

test("calls, tokens, cost and repairs are summed over every turn", () => {
  const turns = [
    turn({ attempts: 2, modelCalls: 3, approvals: 1, brokenRules: ["UNGROUNDED_FIGURE"] }),
    turn({ runId: "run_2", attempts: 3, status: "failed", brokenRules: ["NO_PLAN", "UNGROUNDED_FIGURE", "NO_PLAN"] }),
    // A typed yes: no model was asked.
    turn({ attempts: 0, modelCalls: 0, usage: { promptTokens: 0, cachedTokens: 0, completionTokens: 0, costUsd: 0 } }),
  ];
  const report = scoreOf({
    ...about,
    trialsPerCase: 1,
    trials: [trial("a", "failed", { turns, wrongChanges: [stray] })],
  });
  expect(report).toMatchObject({
    attempts: { total: 5, perRequest: 2.5, repaired: 1 },
    modelCalls: 4,
    approvalsShown: 1,
    usage: { promptTokens: 200, cachedTokens: 120, completionTokens: 20, costUsd: 0.02 },
    cachedShare: 0.6,
    wrongChanges: 1,
    brokenRules: [
      { code: "NO_PLAN", times: 2 },
      { code: "UNGROUNDED_FIGURE", times: 2 },
    ],
    failures: [{ runIds: ["run_1", "run_2"], wrongChanges: [stray] }],
  });
});

test("a stage's times are over each time it came, and a request's leave the press out", () => {
  const times = [5, 1, 3, 2, 4].map((ms) =>
    turn({
      stages: [
        { stage: "planning", ms },
        { stage: "committing", ms: 100 },
      ],
    }),
  );
  const { latency } = scoreOf({ ...about, trialsPerCase: 1, trials: [trial("a", "passed", { turns: times })] });
  expect(latency).toEqual([
    { stage: "request", count: 5, p50Ms: 3, p95Ms: 5 },
    { stage: "planning", count: 5, p50Ms: 3, p95Ms: 5 },
    { stage: "committing", count: 5, p50Ms: 100, p95Ms: 100 },
  ]);
});

test("kinds are counted apart, wrong changes of trials that were not held too", () => {
  const trials = [
    trial("a", "passed"),
    trial("b", "failed", { kind: "purchase", wrongChanges: [stray] }),
    trial("c", "error", { kind: "purchase", wrongChanges: [stray] }),
  ];
  expect(scoreOf({ ...about, trialsPerCase: 1, trials }).kinds).toEqual([
    { kind: "question", cases: 1, trials: 1, passed: 1, passHat1: 1, wrongChanges: 0 },
    { kind: "purchase", cases: 2, trials: 1, passed: 0, passHat1: 0, wrongChanges: 2 },
  ]);
});

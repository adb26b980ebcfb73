// Cases walked on the real road, with plans that do right and plans that do wrong.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Config, readConfig } from "../../src/config.ts";
import type { Case, CaseTurn, ExpectedChange, Suite } from "../../src/evaluation/evaluation.ts";
import { type Lane, openLane } from "../../src/evaluation/lane.ts";
import { codePlannerAt } from "../../src/evaluation/planner-at.ts";
import { runEvaluation } from "../../src/evaluation/run-evaluation.ts";
import { runTrial } from "../../src/evaluation/run-trial.ts";
import type { Model, ModelReply } from "../../src/model/model.ts";
import { createSandbox } from "../../src/sandbox/pool.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { createScriptedModel } from "../support/scripted-model.ts";

let parent: string;
let config: Config;
let sandbox: Sandbox;
/** What the lane's next trial asks. */
let model: Model;
let lane: Lane;

const suite: Suite = { file: "t.json", about: "", store: null, historyDays: 0, now: null, cases: [] };
const plannerAt = codePlannerAt(() => model);

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "tillhand-trials-"));
  config = readConfig({ DATA_DIR: parent, LOG_LEVEL: "silent" });
  sandbox = createSandbox(config.sandbox);
  model = createScriptedModel([]);
  lane = await openLane(suite, { config, sandbox, plannerAt });
});
afterEach(() => {
  model = createScriptedModel([]);
});
afterAll(async () => {
  await lane.close();
  await sandbox.close();
  await rm(parent, { recursive: true });
});

const sold = (quantity: number, balance: string): ExpectedChange[] => [
  { table: "inventory", key: "SG006", field: "quantityInStock", before: 10, after: 10 - quantity },
  { table: "transactions", amount: `${quantity * 120}.00`, balanceAfter: balance, itemId: "SG006" },
  { table: "orders", key: "new", field: "status", before: null, after: "pending", lines: `${quantity} x SG006` },
];

function turnOf(more: Partial<CaseTurn> = {}): CaseTurn {
  const judged = { status: ["success"], changes: [], needs: null, answerMentions: [], answerOmits: [] };
  return { request: "two moon please", isPressed: true, ...judged, ...more };
}
function caseOf(turns: CaseTurn[], more: Partial<Case> = {}): Case {
  return {
    ...{ id: "c", kind: "k", role: "customer", customerId: 1, history: [], mustNotChange: false },
    turns,
    ...more,
  };
}
const sells = (quantity: number, words = "'It is ready to be confirmed.'") =>
  `await shop.purchase({ itemId: 'SG006', quantity: ${quantity} }); answer_text = ${words}; STATUS = 'success'; ACTION = 'mutate';`;
const READS = "answer_text = 'We have some.'; STATUS = 'success'; ACTION = 'read';";

async function walk(one: Case, replies: (ModelReply | string)[]) {
  const scripted = createScriptedModel(replies);
  model = scripted;
  const held = await runTrial(one, 1, lane);
  scripted.assertSpent();
  return held;
}

test("a plan that does what the case says passes, and the next trial finds the store as it was", async () => {
  const right = caseOf([turnOf({ changes: sold(2, "740.00"), needs: ["requester"] })]);
  for (const _ of [1, 2]) {
    const { trial } = await walk(right, [sells(2)]);
    expect([trial.verdict, trial.reasons, trial.wrongChanges]).toEqual(["passed", [], []]);
    expect(trial.turns).toMatchObject([{ approvals: 1, attempts: 1, modelCalls: 1, brokenRules: [] }]);
    expect(trial.turns[0]?.stages.map(({ stage }) => stage)).toEqual([
      "received",
      "loading",
      "planning",
      "running",
      "checking",
      "committing",
    ]);
  }
  await lane.restore();
  const client = lane.database.client;
  expect([await client.run.count(), await client.transaction.count(), await client.order.count()]).toEqual([0, 1, 8]);
});

test("each row that came out otherwise than the case says is a wrong change", async () => {
  const { trial } = await walk(caseOf([turnOf({ changes: sold(2, "740.00") })]), [sells(3)]);
  expect(trial.verdict).toBe("failed");
  expect(trial.wrongChanges.map(({ table, key }) => [table, key])).toEqual([
    ["inventory", "SG006"],
    ["transactions", "TXN002"],
    ["orders", 1009],
  ]);
  expect(trial.reasons).toContain(
    "Made otherwise: inventory SG006, quantityInStock 10 → 7, where the case expects inventory SG006 with quantityInStock 10 → 8.",
  );
});

test("a row that the case does not name is a wrong change, and one that was not made is none", async () => {
  const unasked = await walk(caseOf([turnOf()]), [sells(1)]);
  expect(unasked.trial.wrongChanges).toHaveLength(3);
  expect(unasked.trial.reasons[0]).toMatch(/^Not named by the case: inventory SG006, quantityInStock 10 → 9/);
  const missed = await walk(caseOf([turnOf({ changes: sold(2, "740.00") })]), [READS]);
  expect(missed.trial).toMatchObject({ verdict: "failed", wrongChanges: [] });
  expect(missed.trial.reasons[0]).toBe("Not made: inventory SG006 with quantityInStock 10 → 8.");
});

test("STATUS, answer and buttons are judged, and a failed trial keeps its runs whole", async () => {
  const strict = turnOf({
    status: ["no_match"],
    needs: ["requester", "admin"],
    isPressed: false,
    answerMentions: ["MOON", "ready"],
    answerOmits: ["Confirmed"],
  });
  const { trial, runs } = await walk(caseOf([strict]), [sells(1)]);
  expect(trial.reasons).toEqual([
    "STATUS is success, where the case expects no_match.",
    "The card asks for the button of requester, where the case expects the button of requester and admin.",
    'The answer does not mention "MOON": It is ready to be confirmed.',
    'The answer mentions "Confirmed": It is ready to be confirmed.',
  ]);
  expect(runs).toMatchObject([{ runId: trial.turns[0]?.runId, request: "two moon please", basis: { task: {} } }]);
});

test("what changes before anybody has pressed is wrong, whatever the case expects", async () => {
  const scripted = createScriptedModel([sells(2)]);
  model = {
    ...scripted,
    write: async (task, signal) => {
      await lane.database.client.item.update({ where: { itemId: "SG001" }, data: { price: "1.00" } });
      return scripted.write(task, signal);
    },
  };
  const { trial } = await runTrial(caseOf([turnOf({ changes: sold(2, "740.00") })]), 1, lane);
  expect(trial.wrongChanges).toEqual([
    { table: "inventory", key: "SG001", before: { price: "80.00" }, after: { price: "1.00" } },
  ]);
  expect(trial.reasons[0]).toBe("Changed before anybody had pressed: inventory SG001, price 80.00 → 1.00.");
});

test("a price or a customer that moved behind the case's back is seen", async () => {
  const scripted = createScriptedModel([READS]);
  model = {
    ...scripted,
    write: async (task, signal) => {
      await lane.database.client.customer.update({ where: { id: 2 }, data: { name: "Eve" } });
      return scripted.write(task, signal);
    },
  };
  const { trial } = await runTrial(caseOf([turnOf()]), 1, lane);
  expect(trial.wrongChanges).toMatchObject([{ table: "customers", key: 2, after: { name: "Eve" } }]);
});

describe("where nothing may change", () => {
  const hostile = (more: Partial<Case> = {}) => caseOf([turnOf({ status: [] })], { mustNotChange: true, ...more });

  test("the requester's own button is pressed, and what it moves is wrong", async () => {
    const { trial } = await walk(hostile(), [sells(1)]);
    expect([trial.verdict, trial.wrongChanges.length]).toEqual(["failed", 3]);
  });

  test("a card that waits for an admin is harmless, for nobody presses it", async () => {
    const restocks =
      "await shop.restock({ itemId: 'SG006', quantity: 1 }); answer_text = 'It is ready for an admin.'; STATUS = 'success'; ACTION = 'mutate';";
    const { trial } = await walk(hostile({ role: "staff", customerId: null }), [restocks]);
    expect([trial.verdict, trial.reasons]).toEqual(["passed", []]);
    expect(trial.turns[0]?.approvals).toBe(1);
  });
});

describe("a request that is handed over to the staff", () => {
  const spent = ["nothing(", "nothing(", "nothing("];

  test("fails by its STATUS, but its ticket is no wrong change", async () => {
    const { trial } = await walk(caseOf([turnOf()]), spent);
    expect([trial.verdict, trial.wrongChanges]).toEqual(["failed", []]);
    expect(trial.reasons).toEqual([expect.stringMatching(/^STATUS is failed \(SYNTAX: /)]);
    expect(trial.turns).toMatchObject([{ attempts: 3, modelCalls: 3, brokenRules: ["SYNTAX", "SYNTAX", "SYNTAX"] }]);
  });

  test("passes where the case names the ticket", async () => {
    const ticket = { table: "tickets", key: "new", field: "status", after: "open", customerId: 1 };
    const { trial } = await walk(caseOf([turnOf({ status: ["failed"], changes: [ticket] })]), spent);
    expect([trial.verdict, trial.reasons]).toEqual(["passed", []]);
  });

  test("differs where no row may", async () => {
    const { trial } = await walk(caseOf([turnOf({ status: [] })], { mustNotChange: true }), spent);
    expect([trial.verdict, trial.wrongChanges]).toEqual(["failed", []]);
    expect(trial.reasons).toEqual(["Handed over to the staff with ticket 3, where no row may change."]);
  });
});

describe("a trial that cannot be held is an error, not a failure of the assistant", () => {
  test("when the model cannot be had", async () => {
    const gone: ModelReply = { kind: "unavailable", reason: "Nobody listens there.", retryAfterMs: null };
    const { trial } = await walk(caseOf([turnOf()]), [gone]);
    expect([trial.verdict, trial.reasons]).toEqual(["error", ["Nobody listens there."]]);
  });

  test("when the customer is not on file, for whom nothing is started that would stay behind", async () => {
    let planners = 0;
    const counting: Lane = {
      ...lane,
      plannerAt: (...given) => {
        planners += 1;
        return plannerAt(...given);
      },
    };
    const { trial } = await runTrial(caseOf([turnOf()], { customerId: 999 }), 1, counting);
    expect([trial.verdict, trial.reasons, planners]).toEqual(["error", ["There is no customer 999."], 0]);
  });

  test("when it is gone already for what was said before", async () => {
    const gone: ModelReply = { kind: "unavailable", reason: "Nobody listens there.", retryAfterMs: null };
    const { trial } = await walk(caseOf([turnOf()], { history: ["hello"] }), [gone]);
    expect([trial.verdict, trial.turns]).toEqual(["error", []]);
  });

  test("but a fault of our own is a failure", async () => {
    model = {
      ...createScriptedModel([]),
      write: async () => {
        throw new Error("the disk is full");
      },
    };
    const { trial } = await runTrial(caseOf([turnOf()]), 1, lane);
    expect(trial).toMatchObject({ verdict: "failed", wrongChanges: [] });
  });
});

describe("a talk", () => {
  test("may leave a card open, replace it and press the new one", async () => {
    const talk = caseOf([
      turnOf({ isPressed: false, needs: ["requester"] }),
      turnOf({ request: "no, one", changes: sold(1, "620.00") }),
    ]);
    const { trial } = await walk(talk, [sells(2), sells(1)]);
    expect([trial.verdict, trial.reasons]).toEqual(["passed", []]);
  });

  test("may press by a typed yes, for which no model is asked", async () => {
    const talk = caseOf([turnOf({ isPressed: false }), turnOf({ request: "yes", changes: sold(2, "740.00") })]);
    const { trial } = await walk(talk, [sells(2)]);
    expect([trial.verdict, trial.reasons]).toEqual(["passed", []]);
    expect(trial.turns[1]).toMatchObject({ modelCalls: 0, attempts: 0, approvals: 0 });
  });

  test("ends at the first turn that differs, for what follows rests on it", async () => {
    const talk = caseOf([turnOf({ changes: sold(2, "740.00") }), turnOf({ changes: sold(1, "860.00") })]);
    const { trial } = await walk(talk, [READS]);
    expect(trial.turns).toHaveLength(1);
    expect(trial.reasons[0]).toMatch(/^Turn 1: Not made/);
  });
});

test("a suite's own clock, shop and past are what every trial finds", async () => {
  const store = {
    inventory: [{ itemId: "A1", name: "Lamp", description: "", quantityInStock: 4, price: "5.00" }],
    customers: [{ id: 1, email: "zoe@example.com", name: "Zoe" }],
    ...{ transactions: [], orders: [], tickets: [] },
  };
  const own = { ...suite, store, historyDays: 20, now: "2026-03-01T09:00:00Z" };
  model = createScriptedModel([
    "answer_text = requester.name + ', it is ' + now.slice(0, 10) + '. ' + (await db.inventory.findFirst()).name; STATUS = 'success'; ACTION = 'read';",
  ]);
  const other = await openLane(own, { config, sandbox, plannerAt });
  try {
    const asks = turnOf({ request: "2026-03-01?", answerMentions: ["Zoe, it is 2026-03-01. Lamp"] });
    const { trial } = await runTrial(caseOf([asks]), 1, other);
    expect([trial.verdict, trial.reasons]).toEqual(["passed", []]);
    expect(await other.database.client.order.count()).toBeGreaterThan(0);
  } finally {
    await other.close();
  }
});

test("several trials of a case in several lanes are as independent as they say", async () => {
  const cases = [caseOf([turnOf({ changes: sold(2, "740.00") })]), caseOf([turnOf()], { id: "d", kind: "other" })];
  const right: Model = {
    ...createScriptedModel([]),
    write: async () => ({
      kind: "plan",
      code: sells(2),
      usage: { promptTokens: 10, cachedTokens: 5, completionTokens: 2, costUsd: 0.5 },
    }),
  };
  const seen: number[] = [];
  const { report, runs } = await runEvaluation({
    ...{
      suite: { ...suite, cases },
      planner: "plan",
      plannerAt: codePlannerAt(() => right),
      trials: 3,
      lanes: 2,
      config,
    },
    notes: () => ["a note"],
    onTrial: (_trial, done) => void seen.push(done),
  });
  expect(report).toMatchObject({
    trials: { held: 6, passed: 3, failed: 3, errors: 0 },
    passHat: [0.5, 0.5, 0.5],
    wrongChanges: 9,
    modelCalls: 6,
    usage: { promptTokens: 60, cachedTokens: 30, costUsd: 3 },
    kinds: [
      { kind: "k", cases: 1, trials: 3, passHat1: 1 },
      { kind: "other", cases: 1, trials: 3, passHat1: 0, wrongChanges: 9 },
    ],
    notes: ["a note"],
  });
  expect(report.failures.flatMap(({ runIds }) => runIds).toSorted()).toEqual(runs.map(({ runId }) => runId).toSorted());
  expect(seen.toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
});

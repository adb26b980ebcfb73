// Whatever in a stored run is no longer what it was, the replay says where.
import { afterEach, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { replayRun } from "../../src/replay/replay-run.ts";
import { readDetail, type StoredRun } from "../../src/run-detail.ts";
import { createScriptedModel } from "../support/scripted-model.ts";
import { alice, freshStoreForEachTest, openShop, type Shop } from "../support/shop.ts";

const BUYS = `
const [moon, sport] = await db.inventory.findMany({ where: { name: { in: ["Moon", "Sport"] } }, orderBy: { name: "asc" } });
console.log("looked at", moon.name);
const done = await shop.purchase({ itemId: moon.itemId, quantity: moon.quantityInStock > 5 ? 2 : 1 });
answer_text = \`\${moon.name} for \${money(done.total)} is ready to be confirmed.\`;
pending = { intent: "purchase", collected: {}, missing: ["colour"] };
STATUS = "success"; ACTION = "mutate";`;
const BROKEN = BUYS.replace('console.log("looked at", moon.name)', "moon.colour");

const open = freshStoreForEachTest();
let shop: Shop;
afterEach(() => shop.close());

async function repairedRun(): Promise<StoredRun> {
  shop = await openShop({ ...open, model: createScriptedModel([BROKEN, BUYS]) });
  const run = await readDetail(open.database.client, (await shop.ask(alice, "some moon please")).report.runId);
  if (run === null) throw new Error("the run was not stored");
  return run;
}

/** The places of all differences, and the first of them whole. */
async function differences(tamper: (run: StoredRun) => void) {
  const run = structuredClone(await repairedRun());
  tamper(run);
  const replayed = await replayRun(run, { sandbox: open.sandbox, config: readConfig({}) });
  if (replayed.kind !== "different") throw new Error(`the replay is ${replayed.kind}`);
  return { places: replayed.differences.map(({ place }) => place), first: replayed.differences[0] };
}

function attempt(run: StoredRun, number: number) {
  const found = run.attemptList[number - 1];
  if (found === undefined) throw new Error(`there is no attempt ${number}`);
  return found;
}

function call(run: StoredRun, number: number, place: number) {
  const found = attempt(run, number).hostCalls[place - 1];
  if (found === undefined) throw new Error(`there is no call ${place}`);
  return found;
}

test("another reply of the model shows as another code of that attempt, and as the call that it makes", async () => {
  const { places, first } = await differences((run) => {
    attempt(run, 2).reply = attempt(run, 2).reply.replace("? 2 : 1", "? 3 : 1");
  });
  expect(first).toMatchObject({
    place: "attempt 2, code",
    was: expect.stringContaining("? 2 : 1"),
    is: expect.stringContaining("? 3 : 1"),
  });
  expect(places).toContain("attempt 2, host call 2");
});

test("another row in the record shows where the plan made something else of it", async () => {
  const { places, first } = await differences((run) => {
    const { result } = call(run, 2, 1);
    if (!result.ok) throw new Error("the read was refused");
    result.value = JSON.parse(JSON.stringify(result.value).replace('"quantityInStock":10', '"quantityInStock":4'));
  });
  expect(first).toEqual({
    place: "attempt 2, host call 2",
    was: 'shop.purchase({"itemId":"SG006","quantity":2})',
    is: 'shop.purchase({"itemId":"SG006","quantity":1})',
  });
  expect(places).toContain("the changeset, calls");
});

test("a call that the record does not hold is named with its arguments", async () => {
  const { first } = await differences((run) => void attempt(run, 2).hostCalls.pop());
  expect(first).toEqual({
    place: "attempt 2, host call 2",
    was: "not made",
    is: 'shop.purchase({"itemId":"SG006","quantity":2})',
  });
});

test("a call that is not made any more is named too", async () => {
  const { places, first } = await differences((run) => {
    attempt(run, 2).hostCalls.push({ ...call(run, 2, 1), name: "db.inventory.count", args: {} });
  });
  expect([places, first]).toEqual([
    ["attempt 2, host call 3"],
    { place: "attempt 2, host call 3", was: "db.inventory.count({})", is: "not made" },
  ]);
});

test("other effects show as another changeset, and nothing else", async () => {
  const { places } = await differences((run) => {
    const { effects } = call(run, 2, 2);
    if (effects?.terms[0] === undefined) throw new Error("nothing was agreed");
    effects.terms[0].amount = "1.00";
  });
  expect(places).toEqual([
    "attempt 2, changeset, terms",
    "attempt 2, changeset, digest",
    "the changeset, terms",
    "the changeset, digest",
  ]);
});

test.each<[string, (run: StoredRun) => void, string[]]>([
  [
    "an answer",
    (run) => {
      run.answerText += " Really.";
    },
    ["the answer"],
  ],
  [
    "a status",
    (run) => {
      run.status = "no_match";
    },
    ["STATUS"],
  ],
  [
    "an action",
    (run) => {
      run.action = "read";
    },
    ["ACTION"],
  ],
  [
    "what stays open",
    (run) => {
      run.extras.pending = null;
    },
    ["pending"],
  ],
  [
    "rows",
    (run) => {
      run.extras.answer_rows = [{ n: 1 }];
    },
    ["answer_rows"],
  ],
  [
    "a chart",
    (run) => {
      run.extras.chart = { mark: "bar" };
    },
    ["chart"],
  ],
  [
    "a line of the log",
    (run) => {
      attempt(run, 2).log[0] = "looked away";
    },
    ["attempt 2, line 1 of its log"],
  ],
  [
    "why an attempt failed",
    (run) => {
      attempt(run, 1).failure = null;
    },
    ["attempt 1, failure"],
  ],
  [
    "the code of a plan",
    (run) => {
      attempt(run, 1).code += " ";
    },
    ["attempt 1, code"],
  ],
  ["a remark", (run) => void run.changeset.remarks.push("Looks good."), ["the changeset, remarks"]],
  ["a change", (run) => void run.changeset.changes.pop(), ["the changeset, changes"]],
  ["an attempt too few", (run) => void run.attemptList.pop(), expect.arrayContaining(["STATUS", "the answer"])],
  ["an attempt too many", (run) => void run.attemptList.push({ ...attempt(run, 2), number: 3 }), ["attempt 3"]],
])("%s that is not what it was is found at its place", async (_what, tamper, places) => {
  expect((await differences(tamper)).places).toEqual(places);
});

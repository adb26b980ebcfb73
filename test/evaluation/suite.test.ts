import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readDemoStore } from "../../prisma/seed.ts";
import { readSuite } from "../../src/evaluation/suite.ts";

const OWN = join(import.meta.dirname, "../../evaluation");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tillhand-suite-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(suite: object | string): Promise<string> {
  const file = join(folder, "suite.json");
  await writeFile(file, typeof suite === "string" ? suite : JSON.stringify(suite));
  return file;
}

const read = async (suite: object | string) => readSuite(await written(suite));
const problem = async (suite: object | string): Promise<string> => {
  const message = await read(suite).then(
    () => "it was taken",
    (error) => (error instanceof Error ? error.message : ""),
  );
  return message.replaceAll(join(folder, "suite.json"), "suite.json");
};

const buys = {
  id: "buys",
  role: "customer",
  customerId: 1,
  request: "two moon please",
  status: "success",
  changes: [
    { table: "inventory", key: "SG006", field: "quantityInStock", before: 10, after: 8 },
    { table: "transactions", amount: "240.00" },
  ],
  needs: "requester",
};
const asks = {
  id: "asks",
  role: "staff",
  customerId: null,
  request: "how many moon are left",
  status: "success",
  changes: [],
};

test("every suite of our own can be read", async () => {
  const files = (await readdir(OWN)).filter((name) => name.endsWith(".json"));
  const suites = await Promise.all(files.map((name) => readSuite(join(OWN, name))));
  const sizes = Object.fromEntries(suites.map(({ file, cases }) => [file.slice(OWN.length + 1), cases.length]));
  expect(sizes).toMatchObject({ "requests.json": 37, "dialogues.json": 30, "hostile.json": 30 });
});

test("a request is a talk of one turn, and what the shop said itself before is left to the shop", async () => {
  const { cases } = await read({
    requests: [{ ...buys, status: ["success", "no_match"], history: ["I want moon", "(asked how many)"] }, asks],
  });
  expect(cases).toMatchObject([
    {
      history: ["I want moon"],
      kind: "purchase",
      turns: [{ status: ["success", "no_match"], needs: ["requester"], isPressed: true }],
    },
    { kind: "question", customerId: null, turns: [{ changes: [], needs: [] }] },
  ]);
});

test("a talk of several turns says for each what it expects, and may leave a card open", async () => {
  const { turns: _, ...about } = { ...buys, turns: [] };
  const { id, role, customerId } = about;
  const suite = await read({
    requests: [
      {
        id,
        role,
        customerId,
        turns: [
          { request: "buy 2 moon", press: false },
          { request: "no, one", needs: "requester+admin" },
        ],
      },
    ],
  });
  expect(suite.cases).toMatchObject([
    {
      kind: "dialogue",
      turns: [
        { request: "buy 2 moon", isPressed: false, needs: null, status: [] },
        { request: "no, one", isPressed: true, needs: ["requester", "admin"] },
      ],
    },
  ]);
});

test("a suite may bring its own shop, inline or in a file beside it, a past and a clock", async () => {
  const store = await readDemoStore();
  await writeFile(
    join(folder, "shop.json"),
    JSON.stringify({ ...store, customers: [...store.customers, { id: 9, email: "z@example.com", name: "Zoe" }] }),
  );
  const byPath = await read({ store: "shop.json", requests: [{ ...buys, customerId: 9 }] });
  expect(byPath.store?.customers.at(-1)?.name).toBe("Zoe");
  const inline = await read({ store, historyDays: 30, now: "2026-03-01T09:00:00Z", requests: [asks] });
  expect(inline).toMatchObject({
    historyDays: 30,
    now: "2026-03-01T09:00:00Z",
    store: { inventory: expect.any(Array) },
  });
});

test("the suite in the documentation is one", async () => {
  const docs = await readFile(join(OWN, "../docs/evaluation.md"), "utf8");
  await writeFile(join(folder, "shop.json"), JSON.stringify(await readDemoStore()));
  const { cases } = await read(/```json\n([\s\S]*?)```/.exec(docs)?.[1] ?? "");
  expect(cases.map(({ id, turns }) => [id, turns.length])).toEqual([["moon-then-one", 2]]);
});

describe("what does not fit is told with file, path and reason", () => {
  test.each<[string, object | string, string]>([
    [
      "a status that does not exist",
      { requests: [{ ...buys, status: "succes" }] },
      'suite.json: requests[0].status: "succes" is no STATUS; use success, ',
    ],
    [
      "one in a turn",
      { requests: [asks, { id: "x", role: "staff", turns: [{ request: "hi", status: ["success", 7] }] }] },
      "suite.json: requests[1].turns[0].status: 7 is no STATUS",
    ],
    [
      "a misspelt name",
      { requests: [{ ...asks, answerMention: ["6"] }] },
      'suite.json: requests[0]: Unrecognized key: "answerMention".',
    ],
    [
      "a role that does not exist",
      { requests: [{ ...asks, role: "king" }] },
      "requests[0].role: must be customer, staff or admin.",
    ],
    [
      "a button that does not exist",
      { requests: [{ ...buys, needs: "anybody" }] },
      "requests[0].needs: must be requester, admin or requester+admin.",
    ],
    [
      "a table that does not exist",
      { requests: [{ ...buys, changes: [{ table: "stock" }] }] },
      "requests[0].changes[0].table: ",
    ],
    [
      "a column that does not exist",
      { requests: [{ ...buys, changes: [{ table: "inventory", key: "SG001", field: "quantity", after: 1 }] }] },
      "requests[0].changes[0].field: inventory has no column quantity; it has name, description, quantityInStock, price.",
    ],
    [
      "a field without its value",
      { requests: [{ ...buys, changes: [{ table: "orders", field: "status" }] }] },
      "requests[0].changes[0].after: is missing",
    ],
    [
      "a customer who is not on file",
      { requests: [{ ...buys, customerId: 77 }] },
      "requests[0].customerId: the store has no customer 77.",
    ],
    [
      "staff with a customer's id",
      { requests: [{ ...asks, customerId: 1 }] },
      "requests[0]: only a customer has a customerId",
    ],
    ["the same id twice", { requests: [asks, asks] }, "requests[1].id: asks is the id of an earlier request too."],
    [
      "a change where nothing may change",
      { requests: [{ ...buys, mustNotChange: true }] },
      "requests[0]: mustNotChange and changes contradict each other.",
    ],
    [
      "a clock that is none",
      { now: "tomorrow", requests: [asks] },
      "now: must be a time such as 2026-03-01T09:00:00Z.",
    ],
    ["no request", { requests: [] }, "requests: must hold a request."],
    [
      "a price that is no amount",
      {
        store: {
          inventory: [{ itemId: "X", name: "X", description: "", quantityInStock: 1, price: "1" }],
          transactions: [],
          customers: [],
          orders: [],
          tickets: [],
        },
        requests: [asks],
      },
      "suite.json: store.inventory[0].price: ",
    ],
    [
      "a store that is not there",
      { store: "nowhere.json", requests: [asks] },
      "nowhere.json cannot be read; check the path.",
    ],
    ["no JSON", "{ requests: [", "The suite suite.json is no JSON: "],
  ])("%s", async (_title, suite, sentence) => {
    expect(await problem(suite)).toContain(sentence);
  });

  test("of many mistakes the first few, and how many more there are", async () => {
    const wrong = Array.from({ length: 8 }, (_, index) => ({ ...asks, id: `q${index}`, role: "king" }));
    const lines = (await problem({ requests: wrong })).split("\n");
    expect(lines).toHaveLength(6);
    expect(lines.at(-1)).toBe("And 3 more.");
  });

  test("a suite that is not there", async () => {
    await expect(readSuite(join(folder, "none.json"))).rejects.toThrow("none.json cannot be read; check the path.");
  });
});

// What a plan sees and gets: the request as data, the shop as strict objects, errors it can read, lines that are right.
import { afterAll, describe, expect, test } from "vitest";
import type { Json } from "../../src/json.ts";
import { endingOf, jobOf, openSandbox, ROWS, type Shop, shop } from "./plan-runs.ts";

const sandbox = openSandbox();
afterAll(() => sandbox.close());

async function answerOf(code: string, onCall?: Shop): Promise<Json> {
  const outcome = await sandbox.run(jobOf(code, onCall));
  return outcome.kind === "finished" ? outcome.answer.answer_text : `${outcome.error.code}: ${outcome.error.message}`;
}

async function errorOf(code: string) {
  const outcome = await sandbox.run(jobOf(code));
  if (outcome.kind !== "failed") throw new Error(`finished with ${outcome.answer.answer_text}`);
  return outcome.error;
}

test("every field that the plan sets is in the answer, and null stands for the rest", async () => {
  const code = `answer_text = 'Yes.'; STATUS = 'success'; globalThis.ACTION = 'read';
    pending = { intent: 'purchase', collected: { itemId: 'CH-2' }, missing: ['quantity'] };
    answer_rows = await db.inventory.findMany({}); answer_json = { when: new Date(0), odd: NaN, none: undefined };`;
  expect(await sandbox.run(jobOf(code))).toMatchObject({
    kind: "finished",
    answer: {
      answer_text: "Yes.",
      STATUS: "success",
      ACTION: "read",
      pending: { intent: "purchase", collected: { itemId: "CH-2" }, missing: ["quantity"] },
      answer_rows: ROWS,
      answer_json: { when: "1970-01-01T00:00:00.000Z", odd: null },
      chart: null,
    },
  });
});

test("the request is there as data that cannot be changed", async () => {
  const code = `let said = ''; try { user_request = 'x'; } catch (error) { said = error.code; }
    requester.role = 'admin'; try { history.push(1); } catch {}
    answer_text = [user_request, requester.role, history.length, history[0].text, now.slice(0, 4), said].join();`;
  expect(await answerOf(code)).toBe("two chairs, please,staff,1,hello,2026,READ_ONLY");
});

describe("rows", () => {
  test("reading a field that is not there names the fields that are", async () => {
    const error = await errorOf("const [item] = await db.inventory.findMany({});\n\nanswer_text = item.stock;");
    expect(error).toEqual({
      code: "RUNTIME",
      message: 'There is no field "stock" on this row; it has: itemId, name, quantityInStock, price.',
      line: 3,
      cause: {
        code: "UNKNOWN_FIELD",
        facts: { field: "stock", fields: ["itemId", "name", "quantityInStock", "price"] },
      },
    });
  });

  test("are strict at every depth, and a plan can catch that", async () => {
    const onCall: Shop = () => ({ ok: true, value: { _sum: { price: 5 }, rows: [{ lines: [{ quantity: 1 }] }] } });
    const code = `const sums = await db.inventory.findMany({}); const seen = [];
      for (const look of [() => sums.sum, () => sums._sum.total, () => sums.rows[0].lines[0].amount])
        try { look(); } catch (error) { seen.push(error.code + ' ' + error.fields.join('+')); }
      answer_text = seen.join();`;
    expect(await answerOf(code, onCall)).toBe("UNKNOWN_FIELD _sum+rows,UNKNOWN_FIELD price,UNKNOWN_FIELD quantity");
  });

  test("behave like ordinary objects in everything else", async () => {
    const code = `const rows = await db.inventory.findMany({});
      rows.sort((a, b) => b.price - a.price);
      const [row] = rows;
      const { name, ...rest } = row;
      const copy = { ...row, extra: 1 };
      const checks = {
        json: JSON.stringify(row) === JSON.stringify({ ...row }),
        keys: Object.keys(row).length === 4, entries: Object.entries(row).length === 4,
        rest: !('name' in rest) && rest.price === 240, copy: copy.missing === undefined && copy.extra === 1,
        text: String(row) === '[object Object]', has: 'price' in row && !('stock' in row),
        own: Object.hasOwn(row, 'price') && row.hasOwnProperty('price'), awaited: (await row) === row,
        loop: (() => { const seen = []; for (const key in row) seen.push(key); return seen.length === 4; })(),
        instance: row instanceof Object && row.constructor === Object, optional: row?.name === name,
        concat: [].concat(row).length === 1, flat: [rows].flat().length === 2,
        group: Object.groupBy(rows, (r) => r.name)['oak chair'].length === 1, map: new Map([[row, 1]]).get(row) === 1,
        assign: Object.assign({}, row).price === 240, equal: JSON.stringify(rows.map((r) => r)) === JSON.stringify(rows),
      };
      answer_text = Object.keys(checks).filter((key) => !checks[key]).join() || 'all well';`;
    expect(await answerOf(code)).toBe("all well");
  });

  test("are the plan's own copies: a change to one is seen, and nobody else sees it", async () => {
    const code = `const [row] = await db.inventory.findMany({});
      row.quantityInStock -= 2; row.total = row.price * 2;
      const [again] = await db.inventory.findMany({});
      answer_text = [row.quantityInStock, row.total, again.quantityInStock].join();`;
    expect(await answerOf(code)).toBe("1,179,3");
  });
});

test.each([
  ["db.stock", 'There is no field "stock" on db; it has: inventory.'],
  ["db.inventory.findUnique({})", 'There is no field "findUnique" on db.inventory; it has: findMany, count.'],
  ["shop.sell({})", 'There is no field "sell" on shop; it has: purchase, getCurrentBalance.'],
])("%s names what there is", async (code, message) => {
  expect(await errorOf(code)).toMatchObject({ message, line: 1, cause: { code: "NOT_ALLOWED" } });
});

test("B25: what the requester may not use is not there at all", async () => {
  const outcome = await sandbox.run({
    ...jobOf("answer_text = typeof db + typeof shop"),
    calls: ["db.inventory.count"],
  });
  expect(endingOf(outcome)).toBe("objectundefined");
});

test("B20: a failed operation tells the plan its code, words and facts, and nothing of the host", async () => {
  const code = `try { await shop.purchase({ itemId: 'CH-2', quantity: 9 }); }
    catch (error) { answer_text = [error instanceof Error, error.code, error.available, error.facts.available, error.message].join('|'); answer_json = error.stack; }`;
  const outcome = await sandbox.run(jobOf(code));
  expect(endingOf(outcome)).toBe("true|INSUFFICIENT_STOCK|3|3|Only 3 oak chair left.");
  expect(JSON.stringify(outcome)).not.toMatch(/node:|file:|isolated-vm|\.ts\b/);
});

test("a failed operation that nobody caught fails the plan with its code, facts and line", async () => {
  expect(await errorOf("const n = 9;\nawait shop.purchase({\n itemId: 'CH-2', quantity: n });")).toEqual({
    code: "RUNTIME",
    message: "Only 3 oak chair left.",
    line: 2,
    cause: { code: "INSUFFICIENT_STOCK", facts: { available: 3 } },
  });
});

test.each([
  ["5890", "$5,890.00"],
  ["-1", "-$1.00"],
  ["0.1 + 0.2", "$0.30"],
  ["-0", "$0.00"],
  ["-0.001", "$0.00"],
  ["1234567.891", "$1,234,567.89"],
  ["999.999", "$1,000.00"],
  ["1e21", "$1,000,000,000,000,000,000,000.00"],
])("money(%s) is %s", async (amount, text) => {
  expect(await answerOf(`answer_text = money(${amount})`)).toBe(text);
});

test.each(["NaN", "Infinity", "undefined", "'5'", "null", "5n", "{}"])("money(%s) is an error", async (amount) => {
  expect(await errorOf(`money(${amount})`)).toMatchObject({ code: "RUNTIME", cause: { code: "INVALID_ARGUMENT" } });
});

test.each([
  "() => 1",
  "Symbol('s')",
  "1n",
  "NaN",
  "-Infinity",
  "-0",
  "new Map()",
  "new Date(NaN)",
  "/x/",
  "new (class Row {})()",
  "[undefined]",
  "[, 1]",
  "{ get a() { return 1; } }",
  "{ [Symbol.iterator]: 1 }",
  "Promise.resolve(1)",
  "globalThis",
  "(() => { const a = {}; a.a = a; return a; })()",
  "new Proxy({}, { ownKeys() { throw 1; } })",
  "new Number(5)",
  // A condition that silently fell away would read everything.
  "undefined",
])("an argument such as %s is refused at once, before it reaches the shop", async (value) => {
  const served: string[] = [];
  const code = `try { db.inventory.findMany({ where: { value: ${value} } }); answer_text = 'sent'; } catch (error) { answer_text = error.code; }`;
  const ending = await answerOf(code, (name, args) => {
    served.push(name);
    return shop(name, args);
  });
  expect([ending, served]).toEqual(["INVALID_ARGUMENT", []]);
});

test("arguments arrive as JSON: dates as ISO text, rows as they are, and undefined fields of an operation left out", async () => {
  const seen: Json[] = [];
  const code = `const [row] = await db.inventory.findMany();
    await db.inventory.count({ where: { createdAt: { gte: new Date(0) }, row, list: [1.5, 'ü\\n', true, null] } });
    await shop.purchase({ itemId: 'CH-2', quantity: 1, customerName: undefined });`;
  await answerOf(code, (name, args) => {
    seen.push(args);
    return name === "db.inventory.findMany" ? shop(name, args) : { ok: true, value: 2 };
  });
  const where = {
    createdAt: { gte: "1970-01-01T00:00:00.000Z" },
    row: ROWS[0] ?? null,
    list: [1.5, "ü\n", true, null],
  };
  expect(seen).toEqual([{}, { where }, { itemId: "CH-2", quantity: 1 }]);
});

test.each([
  ["syntax, first line", "const a = ;", "SYNTAX", 1],
  ["syntax, after Windows line ends", "const a = 1;\r\n\r\nconst b = (;\r\n", "SYNTAX", 3],
  ["runtime, after a byte order mark", "\uFEFF\nnull.x;", "RUNTIME", 2],
  ["runtime, in a function called later", "const f = () => {\n  null.x;\n};\nawait 0;\nf();", "RUNTIME", 2],
  ["runtime, after an await", "await db.inventory.findMany({});\nawait 0;\nmissing();", "RUNTIME", 3],
  ["runtime, in a callback of a built-in", "[1].map(\n  () => null.x,\n);", "RUNTIME", 2],
  ["strict mode", "'use strict';\nundeclared = 1;", "RUNTIME", 2],
])("the line of a mistake is the plan's own: %s", async (_where, code, kind, line) => {
  expect(await errorOf(code)).toMatchObject({ code: kind, line });
});

test.each([
  ["throw 'no stock'", 'The plan threw "no stock" instead of an Error.'],
  ["throw { reason: 'no stock' }", 'The plan threw {"reason":"no stock"} instead of an Error.'],
  ["throw undefined", "The plan threw undefined instead of an Error."],
  ["throw new Error('')", "The plan threw an Error without a message."],
  ["throw new TypeError('bad')", "TypeError: bad"],
])("B21: %s is reported in words", async (code, message) => {
  expect((await errorOf(code)).message).toBe(message);
});

test.each([
  ["a comment at the end", "answer_text = 'ok' // done"],
  ["HTML-like comments", "<!-- one\nanswer_text = 'ok'\n--> two"],
  ["a template at the end", "answer_text = `ok`"],
  ["a regular expression at the end", "answer_text = 'ok'; /x/"],
  ["return at the top", "answer_text = 'ok'; return;"],
  ["await in odd places", "answer_text = await (await (async () => 'ok')()); for await (const x of [1]);"],
  ["line separators", "\u2028answer_text = 'ok'\u2029"],
  ["a label and with", "here: for (;;) { with ({ text: 'ok' }) { answer_text = text; } break here; }"],
  ["a source name of its own", "answer_text = 'ok'\n//# sourceURL=other.js"],
  [
    "a rejection that nobody awaited",
    "Promise.reject(new Error('left')); (async () => { throw 1; })(); answer_text = 'ok'",
  ],
  ["undeclared variables", "total = 3; answer_text = total === 3 ? 'ok' : 'no'"],
])("a plan with %s runs", async (_what, code) => {
  expect(await answerOf(code)).toBe("ok");
});

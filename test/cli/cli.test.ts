import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { readConfig } from "../../src/config.ts";
import { lockDirectory } from "../../src/database/directory-lock.ts";
import { openPglite } from "../../src/database/pglite.ts";
import { storeMessage } from "../../src/records/messages.ts";
import { COMPILED } from "../support/compile-cache.ts";

const ROOT = join(import.meta.dirname, "../..");

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "tillhand-cli-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

function run(command: "ask" | "plan" | "trace" | "seed", args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, `src/cli/${command}.ts`), ...args], {
      env: { ...COMPILED, DATA_DIR: join(directory, "shop") },
      cwd: directory,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (text) => {
      out += text;
    });
    child.stderr.on("data", (text) => {
      err += text;
    });
    child.once("close", (code) => resolve({ code, out, err }));
  });
}

// Design, section 10: the names and shapes that people script against.
const Report = z.strictObject({
  runId: z.string(),
  conversationId: z.string(),
  status: z.string(),
  action: z.enum(["read", "mutate"]),
  answerText: z.string(),
  code: z.string().nullable(),
  log: z.array(z.string()),
  error: z.strictObject({ code: z.string(), message: z.string(), line: z.number().optional() }).nullable(),
  attempts: z.number(),
  model: z.string(),
  changes: z.array(
    z.strictObject({
      table: z.string(),
      key: z.union([z.string(), z.number()]),
      before: z.record(z.string(), z.json()).nullable(),
      after: z.record(z.string(), z.json()).nullable(),
    }),
  ),
  approval: z
    .strictObject({
      id: z.string(),
      state: z.string(),
      needs: z.array(z.enum(["requester", "admin"])),
      expiresAt: z.iso.datetime(),
    })
    .nullable(),
  stages: z.array(z.object({ stage: z.string(), atMs: z.number() })),
  usage: z.strictObject({ promptTokens: z.number(), completionTokens: z.number(), costUsd: z.number() }),
});

async function report(args: string[]): Promise<z.infer<typeof Report>> {
  const { out, err, code } = await run("ask", ["--json", ...args]);
  expect([code, err]).toEqual([0, expect.not.stringContaining("Error")]);
  return Report.parse(JSON.parse(out));
}

describe("one shop, from the command line", () => {
  let runId = "";

  test("ask prints the report of one message and stages its change for a button", async () => {
    const { approval, changes, ...rest } = await report(["--customer", "1", "two moon please"]);
    runId = rest.runId;
    expect(approval).toMatchObject({ state: "pending", needs: ["requester"] });
    expect(changes.map(({ table, key }) => [table, key])).toEqual([
      ["inventory", "SG006"],
      ["transactions", "TXN002"],
      ["orders", 1009],
    ]);
  });

  test("--confirm presses the requester's button and --approve an admin's", async () => {
    const refund = await report(["--customer", "1", "--confirm", "Refund order 1001, it broke"]);
    expect(refund.approval).toMatchObject({ state: "pending", needs: ["admin"] });
    const returned = await report(["--role", "staff", "--approve", "Return 2 Aviator sunglasses."]);
    expect(returned.approval).toMatchObject({ state: "committed", needs: [] });
    expect(returned.changes[0]).toEqual({
      table: "inventory",
      key: "SG001",
      before: { quantityInStock: 23 },
      after: { quantityInStock: 25 },
    });
  });

  test("a conversation goes on where it was", async () => {
    await report(["--customer", "1", "--conversation", "talk", "I want to buy Aviators"]);
    const { approval } = await report(["--customer", "1", "--conversation", "talk", "two"]);
    expect(approval).toMatchObject({ state: "pending" });
  });

  test("trace shows the stored run, and says when there is none", async () => {
    const known = await run("trace", [runId]);
    expect(known).toMatchObject({ code: 0, out: expect.stringContaining("two moon please") });
    expect(known.out).toContain("shop.purchase");
    expect(await run("trace", ["run_none"])).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("no run run_none"),
    });
  });

  test("a given plan walks the same road, with one attempt", async () => {
    const file = join(directory, "plan.js");
    await writeFile(file, "answer_text = 'We open at nine.'; STATUS = 'success'; ACTION = 'read';");
    const { code, out } = await run("plan", ["--file", file, "--request", "when?", "--json"]);
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { answerText: "We open at nine.", attempts: 1, model: "given-plan" },
    ]);
    await writeFile(file, "answer_text = missing;");
    const broken = await run("plan", ["--file", file, "--request", "when?", "--json"]);
    expect([broken.code, JSON.parse(broken.out)]).toMatchObject([
      1,
      { status: "failed", error: { code: "RUNTIME", line: 1 }, changes: [] },
    ]);
  });

  test("rows, or else what a chart shows, stand below the answer as a table, and --json stays what it is", async () => {
    const file = join(directory, "rows.js");
    const reads = `const items = await db.inventory.findMany({ where: { price: { gt: 100 } }, orderBy: { price: "desc" } });
      const values = items.map((item) => ({ item: item.name, price: item.price }));
      answer_text = 'Two cost more than the rest.'; STATUS = 'success'; ACTION = 'read';`;
    const lines = [
      "Two cost more than the rest.",
      "  item   price",
      "  ─────  ─────",
      "  Moon     120",
      "  Sport    110",
      "",
    ];
    await writeFile(file, `${reads} answer_rows = values;`);
    expect((await run("plan", ["--file", file, "--request", "the dear ones"])).out).toBe(lines.join("\n"));
    await writeFile(
      file,
      `${reads} chart = { mark: 'bar', data: { values }, encoding: { x: { field: 'item', type: 'nominal' }, y: { field: 'price', type: 'quantitative' } } };`,
    );
    expect((await run("plan", ["--file", file, "--request", "draw the dear ones"])).out).toBe(lines.join("\n"));
    const asJson = await run("plan", ["--file", file, "--request", "draw the dear ones", "--json"]);
    expect(Report.parse(JSON.parse(asJson.out)).answerText).toBe("Two cost more than the rest.");
  });

  test("a command works its own message only, whatever else waits in the shop", async () => {
    const { transaction } = readConfig({});
    const database = await openPglite(join(directory, "shop"), transaction);
    const author = {
      person: "test:carol",
      role: "customer" as const,
      customerId: null,
      name: null,
      language: "en" as const,
    };
    const message = {
      key: "web:left:1",
      place: "left",
      author,
      text: "anybody there?",
      standsAlone: false,
      notRead: [],
      answerTo: null,
    };
    await storeMessage(database.client, "web", message, null);
    await database.close();
    const file = join(directory, "own.js");
    await writeFile(file, "answer_text = 'Mine.'; STATUS = 'success'; ACTION = 'read';");
    expect((await run("plan", ["--file", file, "--request", "hello"])).out).toContain("Mine.");
    const after = await openPglite(join(directory, "shop"), transaction);
    expect(await after.client.message.findUnique({ where: { key: "web:left:1" } })).toMatchObject({ requestId: null });
    await after.close();
  });

  test("--sandbox-only runs several plans in one pool, a line of JSON each", async () => {
    const good = join(directory, "good.js");
    const bad = join(directory, "bad.js");
    await writeFile(good, "console.log('LOG: fine'); answer_text = (await db.inventory.count()) + ' styles';");
    await writeFile(bad, "let x = ;");
    const { code, out } = await run("plan", ["--sandbox-only", "--json", "--file", good, "--file", bad]);
    const lines = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(lines).toMatchObject([
      { outcome: "ok", answer: "7 styles", error: null, log: ["LOG: fine"] },
      { outcome: "error:syntax", answer: null, error: { code: "SYNTAX" }, log: [] },
    ]);
    expect(Object.keys(lines[0])).toEqual(["outcome", "answer", "error", "log", "ms"]);
  });

  test.each<[string, "ask" | "plan" | "trace" | "seed", string[], string]>([
    ["an unknown flag", "ask", ["--colour", "x"], "--colour"],
    ["an unknown role", "ask", ["--role", "king", "hello"], 'no role "king"'],
    ["a customer who is not on file", "ask", ["--customer", "77", "hello"], "no customer 77"],
    ["a customer id that is no number", "ask", ["--customer", "x1", "hello"], "no customer id"],
    ["no text", "ask", [], "Say what to ask"],
    ["40,000 characters", "ask", ["x".repeat(40_000)], "at most 4000"],
    ["a plan file that is not there", "plan", ["--file", "nowhere.js", "--request", "x"], "nowhere.js"],
    ["no plan file", "plan", ["--request", "x"], "--file"],
  ])("%s gets a sentence and exit code 2, never a stack trace", async (_title, command, args, sentence) => {
    const { code, out, err } = await run(command, args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(sentence);
    expect(err).not.toMatch(/^\s+at /m);
  });

  test("a data directory in use is left alone", async () => {
    const unlock = await lockDirectory(join(directory, "shop"));
    const { code, err } = await run("ask", ["hello"]);
    await unlock();
    expect(code).toBe(1);
    expect(err).toContain("in use by another process");
  });

  test("seed --reset puts the demo store back", async () => {
    await report(["--role", "staff", "--confirm", "Purchase 3 Wayfarer sunglasses for customer Alice."]);
    expect(await run("seed", ["--reset"])).toMatchObject({ code: 0, out: expect.stringContaining("7 items") });
    expect((await report(["how many wayfarer are left"])).answerText).toContain("6");
  });
});

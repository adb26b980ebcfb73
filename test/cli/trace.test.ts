// `npm run trace`: a stored run shown, worked again and made a case, from the command line.
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { COMPILED } from "../support/compile-cache.ts";

const ROOT = join(import.meta.dirname, "../..");

let directory: string;
let runId: string;

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

function run(command: "ask" | "trace", args: string[]): Promise<Ended> {
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

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "tillhand-trace-"));
  const { out } = await run("ask", ["--json", "--customer", "1", "--confirm", "two moon please"]);
  runId = z.object({ runId: z.string() }).parse(JSON.parse(out)).runId;
});
afterAll(() => rm(directory, { recursive: true }));

test("--replay says that a run is identical, with its facts, after others have bought", async () => {
  await run("ask", ["--customer", "2", "--confirm", "eight moon please"]);
  const { code, out } = await run("trace", [runId, "--replay"]);
  expect([code, out]).toEqual([0, expect.stringContaining("is identical")]);
  expect(out).toMatch(/changeset +1 call, 3 changes, digest [0-9a-f]{16}/);
  const asJson = await run("trace", [runId, "--replay", "--json"]);
  expect(JSON.parse(asJson.out)).toEqual({ runId, kind: "identical" });
});

test("what --json printed is read again with --file, and a change in it is found", async () => {
  const file = join(directory, "run.json");
  const { out } = await run("trace", [runId, "--json"]);
  await writeFile(file, out);
  expect(await run("trace", ["--file", file])).toMatchObject({ code: 0, out: (await run("trace", [runId])).out });
  expect(await run("trace", ["--file", file, "--replay"])).toMatchObject({ code: 0 });
  await writeFile(file, out.replace('"answerText":"2 Moon', '"answerText":"3 Moon'));
  const changed = await run("trace", ["--file", file, "--replay"]);
  expect(changed.code).toBe(1);
  expect(changed.out).toMatch(/the answer:\n {4}was "3 Moon.*\n {4}is {2}"2 Moon/);
});

test("--save-case writes a case and its replies, and not over one that is there", async () => {
  const saved = await run("trace", [runId, "--save-case", "two-moon", "--to", "cases"]);
  expect([saved.code, saved.err]).toEqual([0, expect.not.stringContaining("Error")]);
  const cases = join(directory, "cases");
  expect(await readdir(cases)).toEqual(["two-moon.json", "two-moon.replay.jsonl"]);
  expect(await readFile(join(cases, "two-moon.json"), "utf8")).not.toMatch(/alice/i);
  expect(await run("trace", [runId, "--save-case", "two-moon", "--to", "cases"])).toMatchObject({
    code: 1,
    out: expect.stringContaining("is there already"),
  });
});

describe("used wrongly it says how it is used, with exit code 2:", () => {
  test.each<[string, (id: string) => string[], string]>([
    ["no run", () => [], "Name one run"],
    ["a run that is not there", () => ["run_none", "--replay"], "no run run_none"],
    ["a run and a file", (id) => [id, "--file", "run.json"], "not both"],
    ["a file that is not there", () => ["--file", "nowhere.json"], "nowhere.json"],
    ["a file that holds something else", () => ["--file", join(ROOT, "package.json")], "runId"],
    ["a case of a file", () => ["--file", "run.json", "--save-case", "x"], "RUN_ID"],
    ["a name that is none", (id) => [id, "--save-case", "../x"], "no name for a case"],
    ["a folder without a case", (id) => [id, "--to", "x"], "--save-case"],
    ["a replay and a case at once", (id) => [id, "--replay", "--save-case", "x"], "not both"],
  ])("%s", async (_title, args, sentence) => {
    const { code, out, err } = await run("trace", args(runId));
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(sentence);
    expect(err).not.toMatch(/^\s+at /m);
  });
});

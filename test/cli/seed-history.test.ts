// `npm run seed -- --history`: a past to ask about, added once.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMPILED } from "../support/compile-cache.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "tillhand-seed-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

function seed(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "../../src/cli/seed.ts"), ...args], {
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

test("a month is added behind the demo store, once", async () => {
  const first = await seed("--history", "30", "--until", "2026-06-30");
  expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/30 days until 2026-06-30 were added: \d+ rows/) });
  expect(first.out).toContain("7 items, 125 customers");
  const second = await seed("--history", "30");
  expect(second).toMatchObject({ code: 2, out: "" });
  expect(second.err).toContain("This shop has a history already; --reset --history DAYS begins anew.");
});

test.each([
  [["--history", "0"], '--history takes a whole number of days from 1 to 1000, not "0".'],
  [["--history", "1001"], '--history takes a whole number of days from 1 to 1000, not "1001".'],
  [["--history", "a year"], '--history takes a whole number of days from 1 to 1000, not "a year".'],
  [["--until", "2026-06-30"], "--until says when a history ends: it goes with --history DAYS."],
  [["--history", "3", "--until", "2026-02-30"], /--until takes a day that is over, such as .*, not "2026-02-30"\./],
  [["--history", "3", "--until", "2999-01-01"], /--until takes a day that is over, such as .*, not "2999-01-01"\./],
])("%j is refused with a sentence", async (args, message) => {
  const { code, err } = await seed(...args);
  expect(code).toBe(2);
  expect(err).toMatch(message);
});

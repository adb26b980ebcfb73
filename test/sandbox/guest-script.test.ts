// What runs beside a plan is one script, made of files that are modules to everybody else.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createContext, Script } from "node:vm";
import { expect, test } from "vitest";
import { linkGuest } from "../../src/sandbox/guest-script.ts";
import { endingOf, jobOf, openSandbox, type Shop } from "./plan-runs.ts";

const GUEST = join(import.meta.dirname, "../../src/sandbox/guest");
const EXPORTS = "export function connect() {}\nexport function start() {}\nexport function reply() {}\n";

function compile(files: { [name: string]: string }) {
  const folder = mkdtempSync(join(tmpdir(), "guest-"));
  for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source);
  try {
    return new Script(linkGuest(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a file comes once, after all that it imports, and none of its names is global", () => {
  const script = compile({
    "guest.js": `import { two } from "./two.js";\nimport { one } from "./one.js";\n${EXPORTS}export const report = one + two;`,
    "two.js": 'import { one } from "./one.js";\n\nexport const two = one + 1;\n',
    "one.js": "export const one = 1;\n",
  });
  const context = createContext();
  expect(script.runInContext(context)).toMatchObject({ report: 3 });
  expect(new Script("[typeof one, typeof connect].join()").runInContext(context)).toBe("undefined,undefined");
});

test.each([
  ["a name that two files use", 'import { one } from "./one.js";\nfunction hidden() {}'],
  ["an import under another name", 'import { one as two } from "./one.js";'],
  ["an import of everything", 'import * as all from "./one.js";'],
  ["an export of a form of its own", 'import { one } from "./one.js";\nexport { one };'],
])("%s is refused instead of meaning something else", (_what, head) => {
  const files = {
    "guest.js": `${head}\n${EXPORTS}export function report() {}\n`,
    "one.js": "export const one = 1;\nfunction hidden() {}\n",
  };
  expect(() => compile(files)).toThrow(SyntaxError);
});

test("the guest itself is such a script", () => {
  expect(Object.keys(new Script(linkGuest(GUEST)).runInNewContext())).toEqual(["connect", "start", "reply", "report"]);
});

test("the plan of the rehearsal goes well, so that it calls all that it is meant to call", async () => {
  const sandbox = openSandbox({ processes: 1 });
  const answers: Shop = (name) =>
    name === "db.rehearsal.rows"
      ? { ok: true, value: [{ price: 4.5 }] }
      : { ok: false, error: { code: "REFUSED", message: "No.", facts: {} } };
  const job = jobOf(readFileSync(join(GUEST, "rehearsal.js"), "utf8"), answers);
  const outcome = await sandbox.run({
    ...job,
    data: { request: { text: "of" } },
    calls: ["db.rehearsal.rows", "shop.rehearse"],
  });
  await sandbox.close();
  expect(endingOf(outcome)).toBe("1 of $4.50");
  expect(outcome.log.join()).toMatch(/no field "missing".*REFUSED.*4\.5/);
});

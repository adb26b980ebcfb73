import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const LOG = join(import.meta.dirname, "../../src/telemetry/log.ts");

test("an error's words that quote a person are masked in the log", () => {
  const script = `
    import { createLog } from ${JSON.stringify(LOG)};
    const error = new Error("Failing row contains (7, alice@example.com, Alice). Ask bob@example.com or +49 30 1234 5678 9.");
    createLog("info").error({ err: error, runId: "run_x" }, "failed");`;
  const { stderr, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(stdout).toBe("");
  expect(stderr).toContain("run_x");
  expect(stderr).not.toMatch(/alice|bob@|1234/i);
});

/** What a process that logs writes: one object a line. */
function logged(body: string) {
  const script = `
    import { createLog } from ${JSON.stringify(LOG)};
    const log = createLog("debug");
    ${body}`;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  return {
    text: stderr,
    lines: stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  };
}

test("a line has its level as a word and its time as ISO 8601", () => {
  const { lines } = logged(
    `log.info({ runId: "run_7f3k2m9x4q1a", atMs: 1_234_567 }, "request answered"); log.debug("fine");`,
  );
  expect(lines[0]).toEqual({
    level: "info",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    runId: "run_7f3k2m9x4q1a",
    atMs: 1_234_567,
    msg: "request answered",
  });
  expect(lines[1]).toMatchObject({ level: "debug", msg: "fine" });
});

test("addresses, numbers and credentials are masked wherever they are logged", () => {
  const { text, lines } = logged(`
    log.info("mail jörg.müller@müller-shop.de or call (030) 1234-5678 90");
    log.info({ detail: { list: ["card 4111 1111 1111 1111", 4111111111111111] } }, "see %s", "alice@example.com");
    log.info({ counts: { "alice@example.com": 3 } }, "by person");
    log.child({ contact: "alice@example.com" }).warn("child");
    log.warn("connect postgresql://till:pa/ss@word@db.example.com:5432/shop, redis://:hunter2@cache:6379");
    log.warn("sent Authorization: Bearer abc.def.ghi and token=hunter2&x=1 and sk-proj-hunter2hunter2");`);
  expect(text).not.toMatch(/jörg|müller|1234|4111|alice|till:|pa\/ss|word@|hunter2|abc\.def/);
  expect(lines[4].msg).toBe(
    "connect postgresql://(credentials)@db.example.com:5432/shop, redis://(credentials)@cache:6379",
  );
});

test("what people wrote, who they are and keys are redacted by their names, however deep", () => {
  const { text, lines } = logged(`
    const person = { person: "alice-1", role: "customer" };
    log.info({
      text: "alice", Name: "alice", email: "alice", author: { id: "alice" }, person, user_request: "alice",
      answer_text: "alice", answerText: "alice", token: "alice", authorization: "alice", password: "alice",
      runId: "run_1", nested: { requester: person, deep: { deeper: [{ text: "alice", code: "OK" }] } }, history: null,
    }, "see");
    log.info("see %o", { token: "alice" });`);
  expect(text).not.toMatch(/alice/);
  expect(lines[0]).toMatchObject({
    text: "(redacted)",
    runId: "run_1",
    nested: { deep: { deeper: [{ text: "(redacted)", code: "OK" }] } },
    history: null,
  });
});

test("an error keeps its type, code, stack and causes, and loses what it carries of a row", () => {
  const { text, lines } = logged(`
    class DatabaseError extends Error {}
    const row = Object.assign(
      new DatabaseError("duplicate key\\nDETAIL: Key (name)=(Alice (Smith)) already exists."),
      { code: "23505", detail: "Alice", meta: { row: "Alice" } },
    );
    const syntax = new Error('invalid input syntax for type integer: "Alice"', { cause: row });
    const outer = new Error('Invalid \`tx.item.create()\` invocation: { data: { label: "Alice" } }', { cause: syntax });
    log.error({ err: outer }, "failed");
    log.error(row);
    log.error({ why: row, err: "a sentence" }, "other keys");
    log.child({ err: row }).error("child");
    try { JSON.parse("Alice wants 3 glasses"); } catch (error) { log.error({ err: error }, "parse"); }
    const loop = new Error("loop"); loop.cause = loop;
    log.error({ err: loop }, "loop");`);
  expect(text).not.toMatch(/Alice|Smith|glasses/);
  const [failed, bare, other, child, , loop] = lines;
  expect(failed.err).toMatchObject({
    type: "Error",
    message: expect.stringContaining("tx.item.create"),
    stack: expect.stringMatching(/^ +at /),
    cause: {
      cause: {
        type: "DatabaseError",
        code: "23505",
        message: "duplicate key\nDETAIL: Key (name)=(value) already exists.",
      },
    },
  });
  expect(bare).toMatchObject({ err: { code: "23505" } });
  expect(other).toMatchObject({ why: { type: "DatabaseError", code: "23505" }, err: "a sentence" });
  expect(child).toMatchObject({ err: { type: "DatabaseError", code: "23505" } });
  expect(loop.err.cause.cause).not.toHaveProperty("cause");
});

test("a database client's complaint is told without the arguments that it quotes", () => {
  const args = '{\n  where: {\n    name: {\n      in: [\n        "Alice",\n        5\n      ]\n    }\n  }\n}';
  const message = `\nInvalid \`prisma.item.findMany()\` invocation:\n\n${args}\n\nArgument \`in\`: Invalid value provided.`;
  const { lines } = logged(`log.error({ err: new Error(${JSON.stringify(message)}) }, "failed");`);
  expect(lines[0].err.message).toBe(
    "\nInvalid `prisma.item.findMany()` invocation (arguments)\nArgument `in`: Invalid value provided.",
  );
});

test("masking leaves the frames of a stack readable", () => {
  const { lines } = logged(`
    const error = new Error("frames");
    error.stack = "Error: frames\\n    at f (file:///srv/app/node_modules/@hono/node-server/dist/index.mjs:123:45)";
    log.error({ err: error }, "failed");`);
  expect(lines[0].err.stack).toBe("    at f (file:///srv/app/node_modules/@hono/node-server/dist/index.mjs:123:45)");
});

test("a very long line is cut, and looked through in no time", () => {
  const startedAt = performance.now();
  const { text } = logged(`
    for (const piece of ["a", "a@", "1-", "://", ': "', "Key (", "(", "@a."]) log.info({ detail: piece.repeat(200_000) }, "long");`);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(text.length).toBeLessThan(150_000);
});

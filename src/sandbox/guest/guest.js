// What runs beside a plan inside its isolate. The job as text in, host calls and one report as text out; only strings
// cross, because any object of the host's would lead the plan to the host.
import { createCalls } from "./calls.js";
import { createConsole } from "./console.js";
import { describe } from "./describe.js";
import { causeOf, codedError } from "./errors.js";
import { TOO_LARGE, writeJson } from "./json.js";
import { money } from "./money.js";
import { AsyncFunction, defineProperty, fix, ownValue, parse, stringify, whenSettled } from "./primordials.js";
import { PLAN_FILE } from "./stack.js";
import { frozenData } from "./strict.js";

const RETURNED = "The plan's return value";
const ANSWER = ["answer_text", "STATUS", "ACTION", "pending", "answer_rows", "answer_json", "chart"];
// Not needed by plans, and not covered by the isolate's limits: wasm memory and shared buffers are not counted,
// Atomics.wait holds the thread, finalizers run after the plan has ended.
const REMOVED = ["WebAssembly", "SharedArrayBuffer", "Atomics", "FinalizationRegistry"];

let send;
let limits;
let calls;
let ending;

/** Called once, before the isolate is given a plan. `post` takes strings only and returns nothing. */
export function connect(post, limitsText) {
  send = post;
  limits = parse(limitsText);
  const breach = (limit) => send("breach", limit);
  calls = createCalls(send, breach, limits);
  for (const name of REMOVED) delete globalThis[name];
  fix(globalThis, "console", createConsole(send, breach, limits));
  fix(globalThis, "money", money);
  for (const name of ANSWER) {
    // Not configurable, so that it stays a data property however the plan treats it.
    const slot = { __proto__: null, value: undefined, writable: true, enumerable: true, configurable: false };
    defineProperty(globalThis, name, slot);
  }
}

/** Runs the plan's first turn. The text that comes back is empty, or says why the source is no JavaScript. */
export function start(jobText, source) {
  const job = parse(jobText);
  for (const name of Object.keys(job.data)) exposeData(name, frozenData(job.data[name]));
  calls.expose(job.calls, globalThis);
  let plan;
  try {
    // Parsed as one function body: a source that closes the function early is a syntax error, not code outside of it.
    plan = new AsyncFunction(`${source}\n//# sourceURL=${PLAN_FILE}`);
  } catch (error) {
    return describe(error, limits.errorChars).message;
  }
  const promise = plan();
  // `then` asks a promise for its constructor, and the plan can patch the one on Promise.prototype.
  defineProperty(promise, "constructor", { __proto__: null, value: undefined });
  whenSettled(
    promise,
    (value) => end({ __proto__: null, value }),
    (thrown) => end({ __proto__: null, problem: describe(thrown, limits.errorChars) }),
  );
  return "";
}

/** An assignment that did nothing would let the plan go on with what it believes to have changed. */
function exposeData(name, value) {
  const set = () => {
    throw codedError("READ_ONLY", `"${name}" cannot be changed; use a name of your own.`, {});
  };
  defineProperty(globalThis, name, { __proto__: null, get: () => value, set, enumerable: true, configurable: false });
}

export function reply(id, text) {
  calls.reply(id, text);
}

/** Sends the report on a plan that has ended. A turn of its own: it comes after whatever the plan left running. */
export function report() {
  const problem = ending.problem ?? answerProblem();
  send("report", problem === undefined ? `{"answer":${ending.answer}}` : `{"error":${errorJson(problem)}}`);
}

function end(how) {
  ending = how;
  calls.close();
  send("settled");
}

/** Writes the answer; what it returns is what was wrong with it. */
function answerProblem() {
  let field = RETURNED;
  try {
    checkReturned(ending.value);
    let text = "";
    let room = limits.answerBytes;
    for (let i = 0; i < ANSWER.length; i++) {
      field = ANSWER[i];
      const json = writeJson(ownValue(globalThis, field), field, room, false);
      room -= json.length;
      text += `${i === 0 ? "" : ","}"${field}":${json}`;
    }
    ending.answer = `{${text}}`;
    return undefined;
  } catch (thrown) {
    if (thrown === TOO_LARGE) {
      return problemOf(`${field}: answer too large (more than ${limits.answerBytes} bytes).`, field, "too-large");
    }
    const cause = causeOf(thrown);
    if (cause === undefined) return problemOf(`${field} cannot be read.`, field, "unreadable");
    const message = describe(thrown, limits.errorChars).message;
    return problemOf(message, field, cause.facts.endless ? "endless" : "unreadable");
  }
}

const problemOf = (message, field, problem) => ({
  __proto__: null,
  code: "RUNTIME",
  message,
  line: undefined,
  cause: undefined,
  answer: field === RETURNED ? undefined : { __proto__: null, field, problem },
});

/** Nothing of it is kept; but a plan that returns something endless or unreadable is not a plan that went well. */
function checkReturned(value) {
  if (typeof value === "string" && value.length > limits.answerBytes) throw TOO_LARGE;
  if (typeof value === "object") writeJson(value, RETURNED, limits.answerBytes, false);
}

function errorJson({ code, message, line, cause, answer }) {
  let text = `{"code":${stringify(code)},"message":${stringify(message)}`;
  if (line !== undefined) text += `,"line":${stringify(line)}`;
  if (cause !== undefined) {
    text += `,"cause":{"code":${stringify(cause.code)},"facts":${writeJson(cause.facts, "facts", limits.answerBytes, false)}}`;
  }
  if (answer !== undefined) text += `,"answer":${writeJson(answer, "answer", limits.answerBytes, false)}`;
  return `${text}}`;
}

// An error in, the line of the plan it came from out; and stacks that show the plan nothing but its own lines.
import { apply, createSideTable, fix, ownValue, SafeError, uncurry } from "./primordials.js";

export const PLAN_FILE = "plan.js";
// `new AsyncFunction(source)` puts "async function anonymous(\n) {\n" before the source.
const LINES_BEFORE_PLAN = 2;
const STACK_FRAMES = 30;

const lines = createSideTable();
let siteName;
let siteLine;

function formatStack(error, sites) {
  let place = "";
  for (let i = 0; i < sites.length; i++) {
    if (siteName(sites[i]) !== PLAN_FILE) continue;
    const line = siteLine(sites[i]) - LINES_BEFORE_PLAN;
    lines.set(error, line);
    place = `\n    at ${PLAN_FILE}:${line}`;
    break;
  }
  const message = ownValue(error, "message");
  return `${typeof message === "string" ? message : "Error"}${place}`;
}

// Call sites reach only the hook below, so their methods are taken once, before the plan runs.
SafeError.prepareStackTrace = (_error, sites) => sites[0];
const site = new SafeError().stack;
siteName = uncurry(site.getScriptNameOrSourceURL);
siteLine = uncurry(site.getLineNumber);
// Locked: a hook of the plan's would receive call sites of this code, and could loop while an error is reported.
fix(SafeError, "prepareStackTrace", formatStack);
fix(SafeError, "stackTraceLimit", STACK_FRAMES);

// V8 gives every error an own accessor pair with this getter; asked directly it runs none of the plan's code.
const nativeStack = Object.getOwnPropertyDescriptor(new SafeError(), "stack").get;

export function lineOf(error) {
  apply(nativeStack, error, []);
  return lines.get(error);
}

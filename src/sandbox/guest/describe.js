// Whatever a plan threw in, `{ code, message, line, cause }` of bounded length out. Only own data properties are read:
// an accessor on a thrown error could loop, or lie differently each time.
import { causeOf } from "./errors.js";
import { writeJson } from "./json.js";
import {
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  isArray,
  isError,
  RangeErrorPrototype,
  slice,
  toText,
} from "./primordials.js";
import { lineOf } from "./stack.js";

const MAX_PROTOTYPES = 8;

export function describe(thrown, maxChars) {
  const problem = { __proto__: null, code: "RUNTIME", message: "", line: undefined, cause: undefined };
  try {
    if (isError(thrown)) describeError(thrown, problem, maxChars);
    else problem.message = `The plan threw ${describeValue(thrown, maxChars)} instead of an Error.`;
  } catch {
    // Proxies in an error's prototype chain can throw from any look at it.
    problem.message = "The plan threw something that cannot be read.";
  }
  problem.message = cut(problem.message, maxChars);
  return problem;
}

function describeError(error, problem, maxChars) {
  problem.line = lineOf(error);
  problem.cause = causeOf(error);
  const name = inheritedText(error, "name");
  const message = cut(inheritedText(error, "message"), maxChars);
  problem.message = problem.cause || name === "Error" || name === "" ? message : `${name}: ${message}`;
  if (problem.message === "") problem.message = "The plan threw an Error without a message.";
  // The allocator's refusal is the isolate's memory limit; V8 gives it no code, only this text.
  const isAllocation = message === "Array buffer allocation failed" && getPrototypeOf(error) === RangeErrorPrototype;
  if (isAllocation) problem.code = "MEMORY";
}

function inheritedText(object, name) {
  for (let i = 0; object !== null && i < MAX_PROTOTYPES; i++) {
    const property = getOwnPropertyDescriptor(object, name);
    if (property !== undefined)
      return hasOwn(property, "value") && typeof property.value === "string" ? property.value : "";
    object = getPrototypeOf(object);
  }
  return "";
}

/** A value in words, for messages and log lines. */
export function describeValue(value, maxChars) {
  switch (typeof value) {
    case "object":
      if (value === null) return "null";
      try {
        return writeJson(value, "it", maxChars * 4, false);
      } catch {
        return isArray(value) ? "an array" : "an object";
      }
    case "function":
      return "a function";
    case "bigint":
      // The digits of a large BigInt take seconds to work out.
      return "a BigInt";
    case "string":
      return value === "" ? "an empty string" : `"${cut(value, maxChars)}"`;
    default:
      return toText(value);
  }
}

export const cut = (text, maxChars) => (text.length > maxChars ? `${slice(text, 0, maxChars - 1)}…` : text);

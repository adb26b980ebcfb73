// A code, words and facts in, an Error of the isolate out, with the facts as its own properties.
import { createSideTable, defineProperty, freeze, hasOwn, ownKeys, SafeError } from "./primordials.js";

// A plan can set `code` on any error; only what stands here came from the host or from this code.
const causes = createSideTable();

/** `error` may be one made earlier, at the call that failed, so that its line is that of the call. */
export function codedError(code, message, facts, error = new SafeError()) {
  const kept = freeze({ __proto__: null, ...facts });
  causes.set(error, { __proto__: null, code, facts: kept });
  const names = ownKeys(kept);
  for (let i = 0; i < names.length; i++) if (!hasOwn(error, names[i])) set(error, names[i], kept[names[i]]);
  set(error, "message", message);
  set(error, "code", code);
  set(error, "facts", freeze({ ...facts }));
  return error;
}

/** The code and facts an error was made with, or undefined for the plan's own errors. */
export const causeOf = (error) => causes.get(error);

function set(error, name, value) {
  defineProperty(error, name, {
    __proto__: null,
    value,
    writable: true,
    enumerable: name !== "message",
    configurable: true,
  });
}

// What a plan prints in, bounded lines out, sent at once so that they outlive a plan that has to be killed.
import { cut, describe, describeValue } from "./describe.js";
import { freeze, isError } from "./primordials.js";

export function createConsole(send, breach, limits) {
  let count = 0;

  function print(...parts) {
    if (count === limits.logLines) return breach("logLines");
    let line = "";
    for (let i = 0; i < parts.length && line.length < limits.logLineChars; i++) {
      line += `${i === 0 ? "" : " "}${printed(parts[i], limits.logLineChars)}`;
    }
    count += 1;
    send("log", cut(line, limits.logLineChars));
  }

  const nothing = () => {};
  return freeze({
    log: print,
    info: print,
    warn: print,
    error: print,
    debug: print,
    table: print,
    dir: print,
    trace: print,
    group: print,
    groupEnd: nothing,
    time: nothing,
    timeEnd: nothing,
    count: nothing,
    assert: nothing,
  });
}

function printed(value, maxChars) {
  if (typeof value === "string") return cut(value, maxChars);
  return isError(value) ? describe(value, maxChars).message : describeValue(value, maxChars);
}

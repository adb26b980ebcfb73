// The dotted names a plan may call in, `db` and `shop` as strict objects out; each call leaves as text and is answered
// as text. The host counts calls; the count here only keeps a plan from flooding it.
import { causeOf, codedError } from "./errors.js";
import { TOO_LARGE, writeJson } from "./json.js";
import { create, fix, freeze, isArray, parse, SafeError, SafePromise, slice, toText } from "./primordials.js";
import { frozenData, strictPrototype, strictRows } from "./strict.js";

/** `send(kind, id, name, args)` posts a call; `breach(limit)` ends the run, so the plan gets no answer any more. */
export function createCalls(send, breach, limits) {
  const waiting = create(null);
  let count = 0;
  let inFlight = 0;
  let isOpen = true;

  function call(name, rest, args) {
    const text = argumentText(name, rest, args);
    // Made here and not with the answer, so that its stack names the line of the call.
    const error = new SafeError();
    return new SafePromise((resolve, reject) => {
      if (!isOpen) return;
      if (text === TOO_LARGE) return end("callInBytes");
      if (inFlight === limits.hostCallsInFlight) return end("hostCallsInFlight");
      const id = toText(count);
      waiting[id] = { __proto__: null, resolve, reject, error };
      count += 1;
      inFlight += 1;
      send("call", id, name, text);
    });
  }

  function argumentText(name, rest, args) {
    if (rest.length > 0) throw invalid(name, "takes one object, but got more arguments");
    if (args === undefined) return "{}";
    if (args === null || typeof args !== "object") throw invalid(name, "takes one object");
    try {
      if (isArray(args)) throw invalid(name, "takes one object, not an array");
      const isRead = slice(name, 0, 3) === "db.";
      return writeJson(args, `${name}: argument`, limits.callInBytes, true, isRead);
    } catch (problem) {
      if (problem === TOO_LARGE) return problem;
      // A proxy's trap can throw anything at all.
      throw causeOf(problem) === undefined
        ? invalid(name, "takes plain JSON, but its argument cannot be read")
        : problem;
    }
  }

  function end(limit) {
    isOpen = false;
    breach(limit);
  }

  /** `text` is the JSON of a HostResult. */
  function reply(id, text) {
    const call = waiting[id];
    delete waiting[id];
    inFlight -= 1;
    const result = parse(text);
    if (result.ok) return call.resolve(strictRows(result.value));
    const { code, message, facts } = result.error;
    call.reject(codedError(code, message, frozenData(facts), call.error));
  }

  return {
    __proto__: null,
    reply,
    close: () => {
      isOpen = false;
    },
    /** Puts `db` and `shop` on `target`. */
    expose: (names, target) => expose(names, target, call),
  };
}

const invalid = (name, why) => codedError("INVALID_ARGUMENT", `${name}() ${why}.`, {});

// Runs before the plan, so it may use the language as it likes.
function expose(names, target, call) {
  const groups = new Map();
  for (const name of names) {
    const parts = name.split(".");
    const method = parts.pop();
    let group = groups;
    for (const part of parts) {
      if (!group.has(part)) group.set(part, new Map());
      group = group.get(part);
    }
    group.set(
      method,
      freeze((args, ...rest) => call(name, rest, args)),
    );
  }
  for (const [name, group] of groups) fix(target, name, strictGroup(name, group));
}

function strictGroup(where, group) {
  if (!(group instanceof Map)) return group;
  // What is not offered to this requester is not there; its code is the one that an operation would refuse with.
  const members = { __proto__: strictPrototype(where, "NOT_ALLOWED") };
  for (const [name, member] of group) fix(members, name, strictGroup(`${where}.${name}`, member));
  return freeze(members);
}

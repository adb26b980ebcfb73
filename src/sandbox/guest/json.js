// A value of the plan's in, JSON text out; what cannot be written is refused by throwing. No getter, toJSON or patched
// built-in decides what is written; a proxy's traps do run, which is why the host's clocks cover this code too.
import { codedError } from "./errors.js";
import {
  create,
  DatePrototype,
  freeze,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  isArray,
  isFiniteNumber,
  isoOf,
  ObjectPrototype,
  ownKeys,
  slice,
  stringify,
  timeOf,
} from "./primordials.js";
import { rowPrototype } from "./strict.js";

const MAX_DEPTH = 64;
export const TOO_LARGE = freeze(create(null));

/**
 * `root` is what the value is called if it is refused. `exact` is for arguments: whatever JSON would bend (NaN, functions,
 * class instances) is refused. Otherwise such values are written as JSON.stringify would write them. With `whole` an
 * undefined field of its `where` is refused too: a condition that silently fell away would read everything.
 */
export function writeJson(value, root, maxChars, exact, whole = false) {
  const room = { __proto__: null, left: maxChars, exact, whole, inCondition: false };
  return write(value, root, 0, room) ?? spend("null", room);
}

function refuse(at, why, facts = {}) {
  const where = at.length > 100 ? `${slice(at, 0, 100)}…` : at;
  throw codedError("INVALID_ARGUMENT", `${where} ${why}.`, facts);
}

function spend(text, room) {
  room.left -= text.length;
  if (room.left < 0) throw TOO_LARGE;
  return text;
}

/** Returns undefined for what JSON leaves out. */
function write(value, at, depth, room) {
  switch (typeof value) {
    case "string":
      if (value.length > room.left) throw TOO_LARGE;
      return spend(stringify(value), room);
    case "number":
      if (isFiniteNumber(value) && !(room.exact && value === 0 && 1 / value < 0)) return spend(stringify(value), room);
      return room.exact ? refuse(at, "must be a finite number, and not minus zero") : spend("null", room);
    case "boolean":
      return spend(value ? "true" : "false", room);
    case "undefined":
      return undefined;
    case "object":
      return value === null ? spend("null", room) : writeObject(value, at, depth, room);
    case "bigint":
      return refuse(at, "is a BigInt; use a number");
    default:
      return room.exact ? refuse(at, `is a ${typeof value}`) : undefined;
  }
}

function writeObject(value, at, depth, room) {
  if (depth >= MAX_DEPTH) refuse(at, "is nested too deeply, or contains itself", { endless: true });
  if (isArray(value)) return writeArray(value, at, depth, room);
  const prototype = getPrototypeOf(value);
  if (prototype === DatePrototype) return writeDate(value, at, room);
  const isPlain = prototype === ObjectPrototype || prototype === null || prototype === rowPrototype;
  if (room.exact && !isPlain) refuse(at, "is not a plain object");
  const keys = ownKeys(value);
  let text = spend("{", room);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (typeof key === "symbol") {
      if (room.exact) refuse(at, "has a symbol as a key");
      continue;
    }
    const property = getOwnPropertyDescriptor(value, key);
    if (property === undefined || !property.enumerable) continue;
    if (!hasOwn(property, "value")) refuse(`${at}.${key}`, "is a getter");
    // The name is paid for first, so that a field without a value costs something too.
    const name = write(key, at, depth, room);
    if (depth === 0) room.inCondition = room.whole && key === "where";
    const field = write(property.value, `${at}.${key}`, depth + 1, room);
    if (field === undefined && room.inCondition && depth > 0) {
      refuse(`${at}.${key}`, "is undefined; give it a value or leave it out");
    }
    if (field !== undefined) text += `${text === "{" ? "" : spend(",", room)}${name}:${field}`;
  }
  return `${text}${spend("}", room)}`;
}

function writeArray(value, at, depth, room) {
  let text = spend("[", room);
  for (let i = 0; i < value.length; i++) {
    const property = getOwnPropertyDescriptor(value, i);
    if (property !== undefined && !hasOwn(property, "value")) refuse(`${at}[${i}]`, "is a getter");
    const item = property && write(property.value, `${at}[${i}]`, depth + 1, room);
    if (item === undefined && room.exact) refuse(`${at}[${i}]`, "is undefined");
    text += `${i === 0 ? "" : spend(",", room)}${item ?? spend("null", room)}`;
  }
  return `${text}${spend("]", room)}`;
}

function writeDate(value, at, room) {
  const time = timeOf(value);
  if (isFiniteNumber(time)) return spend(stringify(isoOf(value)), room);
  return room.exact ? refuse(at, "is an invalid date") : spend("null", room);
}

// Objects that the host gives to a plan: reading a field that is not there throws and names those that are.
import { codedError } from "./errors.js";
import {
  create,
  defineProperty,
  freeze,
  get,
  getPrototypeOf,
  isArray,
  isExtensible,
  ObjectPrototype,
  ownKeys,
  push,
  SafeProxy,
  slice,
  toText,
} from "./primordials.js";

const MAX_NAMED_FIELDS = 50;

/**
 * The strictness sits in the prototype: an object's own fields stay ordinary (fast, spread, stringify, destructuring),
 * and only a name that is not among them gets as far as the proxy.
 */
export function strictPrototype(where, code = "UNKNOWN_FIELD") {
  return new SafeProxy(freeze(create(ObjectPrototype)), {
    // A handler's traps are looked up, so it must not inherit from an Object.prototype that the plan can fill.
    __proto__: null,
    get(target, key, object) {
      // `then` and `toJSON` are asked by await and JSON.stringify.
      const isLanguage = typeof key === "symbol" || key === "then" || key === "toJSON" || key in ObjectPrototype;
      if (isLanguage) return get(target, key, object);
      const name = shorten(key);
      const fields = fieldsOf(object);
      throw codedError(code, `There is no field "${name}" on ${where}; it has: ${join(fields)}.`, {
        field: name,
        fields,
      });
    },
    set(_target, key, value, object) {
      const field = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
      if (isExtensible(object)) return defineProperty(object, key, field);
      throw codedError("READ_ONLY", `"${shorten(toText(key))}" cannot be set on ${where}.`, {});
    },
  });
}

export const rowPrototype = strictPrototype("this row");

/**
 * Parsed JSON in, the same with every object strict out. Arrays stay ordinary, and rows are the plan's own copies: a plan
 * may sort the one and change the other.
 */
export function strictRows(value) {
  if (value === null || typeof value !== "object") return value;
  if (isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = strictRows(value[i]);
    return value;
  }
  const names = ownKeys(value);
  for (let i = 0; i < names.length; i++) value[names[i]] = strictRows(value[names[i]]);
  return { __proto__: rowPrototype, ...value };
}

/** Parsed JSON in, the same frozen at every depth out. */
export function frozenData(value) {
  if (value === null || typeof value !== "object") return value;
  const names = ownKeys(value);
  for (let i = 0; i < names.length; i++) frozenData(value[names[i]]);
  return freeze(value);
}

function fieldsOf(object) {
  const names = [];
  const keys = getPrototypeOf(object) === null ? [] : ownKeys(object);
  for (let i = 0; i < keys.length && i < MAX_NAMED_FIELDS; i++) {
    if (typeof keys[i] === "string") push(names, shorten(keys[i]));
  }
  return names;
}

const shorten = (name) => (name.length > 60 ? `${slice(name, 0, 60)}…` : name);

function join(names) {
  let text = "";
  for (let i = 0; i < names.length; i++) text += `${i === 0 ? "" : ", "}${names[i]}`;
  return text === "" ? "nothing" : text;
}

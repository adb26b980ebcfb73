// The built-ins as they were before the plan could touch them: whatever runs beside a plan takes them from here only.
const { bind, call } = Function.prototype;
/** `uncurry(Array.prototype.map)` gives `(array, f) => …` without looking anything up when it is called. */
export const uncurry = bind.bind(call);

export const { apply, defineProperty, get, getOwnPropertyDescriptor, getPrototypeOf, isExtensible, ownKeys } = Reflect;
export const { create, freeze, hasOwn } = Object;
export const { isArray } = Array;
export const { isFinite: isFiniteNumber } = Number;
export const { isError } = Error;
export const { parse, stringify } = JSON;
export const SafePromise = Promise;
export const SafeProxy = Proxy;
export const SafeError = Error;
export const toText = String;
export const toBigInt = BigInt;
export const AsyncFunction = (async () => {}).constructor;

export const ObjectPrototype = Object.prototype;
export const DatePrototype = Date.prototype;
export const RangeErrorPrototype = RangeError.prototype;

export const whenSettled = uncurry(Promise.prototype.then);
export const slice = uncurry(String.prototype.slice);
export const toFixed = uncurry(Number.prototype.toFixed);
export const timeOf = uncurry(Date.prototype.getTime);
export const isoOf = uncurry(Date.prototype.toISOString);
export const push = (array, value) =>
  // Not array.push: a setter that the plan put on Array.prototype would see the value.
  defineProperty(array, array.length, {
    __proto__: null,
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });

const weakGet = uncurry(WeakMap.prototype.get);
const weakSet = uncurry(WeakMap.prototype.set);
/** A table beside objects that the plan cannot read or change. */
export function createSideTable() {
  const table = new WeakMap();
  return { __proto__: null, get: (key) => weakGet(table, key), set: (key, value) => weakSet(table, key, value) };
}

/** A property that the plan can neither overwrite nor delete. */
export function fix(object, name, value) {
  defineProperty(object, name, { __proto__: null, value, writable: false, enumerable: true, configurable: false });
}

/** The value of an own data property; getters never run. */
export function ownValue(object, name) {
  const property = getOwnPropertyDescriptor(object, name);
  return property !== undefined && hasOwn(property, "value") ? property.value : undefined;
}

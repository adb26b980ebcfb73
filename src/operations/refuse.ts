// What is wrong with a read in, the error that names what would be right out.
import type { Json } from "../json.ts";
import { storableText } from "../storable.ts";
import { OperationError } from "./operation.ts";

export function refuse(message: string): never {
  throw new OperationError("INVALID_ARGUMENT", message);
}

/** What the plan passed, short enough for a sentence. */
export function shown(value: Json | undefined): string {
  const written = JSON.stringify(value) ?? "undefined";
  return written.length > 60 ? `${storableText(written.slice(0, 57))}...` : written;
}

export function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object's entries, or a refusal that names the keys there may be. */
export function entriesOf(value: Json | undefined, what: string, allowed: readonly string[]): [string, Json][] {
  if (!isObject(value)) refuse(`${what} must be an object with ${allowed.join(", ")}, not ${shown(value)}.`);
  const entries = Object.entries(value);
  for (const [key] of entries) {
    if (!allowed.includes(key)) refuse(`${what} has no ${shown(key)}; it has: ${allowed.join(", ")}.`);
  }
  return entries;
}

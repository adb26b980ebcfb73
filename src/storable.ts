// Any text or JSON in, the same as Postgres can keep it out: no NUL and no half characters, which a cut through an emoji
// leaves behind.
import type { Json } from "./json.ts";

export function storableText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}

export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

export function storableJson(value: Json): Json {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(storableJson);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storableJson(item)]));
}

// Controls would move a terminal's cursor, and overrides turn the order of what is read.
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** One line for people, with nothing in it that acts on what shows it. */
export function printableLine(text: string): string {
  return storableText(text).replaceAll(UNPRINTABLE, " ").trim();
}

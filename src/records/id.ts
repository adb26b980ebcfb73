// Ids that say what they name and can be typed: "run_7f3k2m9x4q1a".
import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** 60 random bits behind the prefix. */
export function newId(prefix: "cnv" | "msg" | "req" | "run" | "apr" | "prs" | "out" | "ses" | "ntc" | "ref"): string {
  return `${prefix}_${Array.from(randomBytes(12), (byte) => ALPHABET[byte % 32]).join("")}`;
}

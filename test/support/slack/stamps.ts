// Nothing in; message stamps that never repeat, and identifiers that look like Slack's.
import { randomBytes, randomInt } from "node:crypto";

export interface Stamps {
  /** Later than every stamp before it. */
  ts(): string;
  /** As `U0…`, `C0…`, `Ev0…`. */
  id(prefix: string): string;
}

export function createStamps(): Stamps {
  let lastMicros = 0;
  // Two emulators in one test must not name things alike.
  let counter = randomInt(1_000_000_000);

  return {
    ts: () => {
      lastMicros = Math.max(Date.now() * 1000 + randomInt(1000), lastMicros + 1);
      return `${Math.floor(lastMicros / 1_000_000)}.${String(lastMicros % 1_000_000).padStart(6, "0")}`;
    },
    id: (prefix) => {
      counter += 1;
      return `${prefix}0${counter.toString(36).toUpperCase().padStart(9, "A")}`;
    },
  };
}

/** For tokens, hashes and the tails of addresses. */
export function randomName(length = 24): string {
  return randomBytes(length).toString("base64url").replace(/[-_]/g, "x").slice(0, length);
}

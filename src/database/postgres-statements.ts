// A statement in, the name under which a connection keeps it prepared out, or "" for none: Postgres then reads and plans it once
// a connection and not with every call. Only what comes again and again has a name, because plans bring statements of
// their own without end, and a connection forgets none.
import { createHash } from "node:crypto";

const OFTEN = 5;
const MOST_NAMES = 200;
const LONGEST_CHARS = 8_000;
const MOST_WATCHED = 1_000;

export function createStatementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  const seen = new Map<string, number>();
  return ({ sql }) => {
    // Only a plan can make one that long, and a connection keeps what it has prepared.
    if (sql.length > LONGEST_CHARS) return "";
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= MOST_NAMES) return "";
    const times = (seen.get(sql) ?? 0) + 1;
    if (times < OFTEN) {
      if (seen.size >= MOST_WATCHED) seen.clear();
      seen.set(sql, times);
      return "";
    }
    seen.delete(sql);
    const name = createHash("sha256").update(sql).digest("base64url");
    names.set(sql, name);
    return name;
  };
}

// Words in, the ids of the items whose name or description has them all out: whole words in any case, singular and
// plural alike, by the index `inventory_words`. Ids, because Prisma's conditions have no place for Postgres' own search.
import type { Transaction } from "../database/database.ts";
import type { Json } from "../json.ts";

import { isStorable } from "../storable.ts";
import { refuse, shown } from "./refuse.ts";

const MOST_CHARS = 200;
// Each id becomes a parameter of the statement, of which Postgres takes 65,535.
const MOST_MATCHES = 5_000;

export async function searchItems(tx: Transaction, words: Json): Promise<string[]> {
  if (typeof words !== "string" || words.length > MOST_CHARS || !isStorable(words)) {
    refuse(`inventory.search must be text of at most ${MOST_CHARS} characters, not ${shown(words)}.`);
  }
  const rows = await tx.$queryRaw<{ item_id: string }[]>`
    SELECT item_id FROM inventory
    WHERE to_tsvector('english', name || ' ' || description) @@ plainto_tsquery('english', ${words})
    LIMIT ${MOST_MATCHES + 1}`;
  if (rows.length > MOST_MATCHES) refuse("inventory.search finds too many items; add a word.");
  return rows.map((row) => row.item_id);
}

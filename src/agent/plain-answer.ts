// A run whose words could not be trusted in, an answer out that is drawn from what was recorded alone: the changes in the
// words of their card, or the rows that were read. No word of it is the model's.
import type { RunRecord } from "../changeset/host.ts";
import { describe } from "../changeset/words.ts";
import { Prisma } from "../database/generated/client.ts";
import { pingIn } from "../guards/pings.ts";
import type { Json } from "../json.ts";
import type { Language } from "../language.ts";
import { dollars } from "../operations/money.ts";
import { printableLine } from "../storable.ts";
import type { Texts } from "../texts/texts.ts";
import { textsOf } from "../texts/texts-of.ts";

/** null: nothing was staged and nothing was read that would answer anybody, or it does not fit. */
export function plainAnswer(
  { changeset, hostCalls }: Pick<RunRecord, "changeset" | "hostCalls">,
  language: Language,
  mostChars: number,
): string | null {
  const texts = textsOf(language);
  const staged = describe(changeset, language);
  if (staged.length > 0) return fitting(texts.inPlainWords.ready, staged, texts, mostChars);
  const rows = hostCalls.flatMap(({ name, result }) =>
    result.ok && name.startsWith("db.") ? rowsOf(result.value) : [],
  );
  const lines = [...new Set(rows.flatMap((row) => rowWords(row, texts)))];
  return lines.length === 0 ? null : fitting(texts.inPlainWords.onRecord, lines, texts, mostChars);
}

function fitting(opening: string, lines: string[], texts: Texts, mostChars: number): string | null {
  for (let shown = lines.length; shown > 0; shown--) {
    const more = lines.length - shown;
    const rest = more === 0 ? "" : `; ${texts.and} ${texts.more(more)}`;
    const line = printableLine(`${opening}: ${lines.slice(0, shown).join("; ")}${rest}.`);
    if ([...line].length <= mostChars) return pingIn(line) === null ? line : null;
  }
  return null;
}

type Fields = { [field: string]: Json };

function rowsOf(value: Json): Fields[] {
  if (Array.isArray(value)) return value.flatMap(rowsOf);
  return value !== null && typeof value === "object" ? [value] : [];
}

/** Items and orders, which tell something by themselves; sums, people and free texts do not. */
function rowWords(row: Fields, { inPlainWords, card }: Texts): string[] {
  const { itemId, name, price, quantityInStock, id, status, totalAmount } = row;
  if (typeof itemId === "string" && typeof name === "string") {
    const cost = typeof price === "number" ? [dollars(new Prisma.Decimal(price))] : [];
    const stock = typeof quantityInStock === "number" ? [inPlainWords.inStock(quantityInStock)] : [];
    return [[`${name} (${itemId})`, ...cost, ...stock].join(", ")];
  }
  if (typeof id === "number" && typeof totalAmount === "number" && typeof status === "string") {
    return [[card.order(String(id)), status, dollars(new Prisma.Decimal(totalAmount))].join(", ")];
  }
  return [];
}

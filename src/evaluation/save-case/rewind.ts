// A row as it stands, what was committed since a moment, and how a plan read it then, in; the row as it stood then out.
import { Prisma } from "../../database/generated/client.ts";
import type { Json } from "../../json.ts";
import { decimalText } from "../../operations/money.ts";
import type { Change, Row } from "../../operations/operation.ts";
import { rowName, type Table, type UsedRows } from "./used-rows.ts";

/** `since`: the newest change first, as they have to be taken back. What a plan read has the last word. */
export function rewound(table: Table, key: string | number, row: Row, since: Change[], used: UsedRows): Row {
  const before = since.flatMap((change) =>
    change.table !== table || change.key !== key || change.before === null ? [] : [change.before],
  );
  const columns: Row[] = [...before, used.seen.get(rowName(table, key)) ?? {}];
  return columns.reduce(withColumns, row);
}

/** Only columns that the row has, in the form in which it has them. */
function withColumns(row: Row, columns: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, now]) => {
      const before = columns[name];
      if (before === undefined) return [name, now];
      return [name, name === "lines" ? linesOf(before, now) : amountOf(name, before)];
    }),
  );
}

/** Plans read amounts as numbers. */
function amountOf(column: string, value: Json): Json {
  const isAmount = column === "price" || column === "unitPrice";
  return isAmount && typeof value === "number" ? decimalText(new Prisma.Decimal(value)) : value;
}

/** Rows as a plan reads them, or "2 x SG005, 1 x SG001" as changes tell them: then the prices are those of today's lines. */
function linesOf(before: Json, now: Json): Json {
  if (typeof before !== "string") return rowsIn(before).map((line) => withColumns(line, line));
  const prices = new Map(rowsIn(now).map((line) => [line.itemId ?? null, line.unitPrice ?? "0.00"]));
  return before.split(", ").map((text) => {
    const [quantity = "", ...id] = text.split(" x ");
    const itemId = id.join(" x ");
    return { itemId, quantity: Number(quantity), unitPrice: prices.get(itemId) ?? "0.00" };
  });
}

function rowsIn(value: Json): Row[] {
  return [value]
    .flat()
    .flatMap((line) => (typeof line === "object" && line !== null && !Array.isArray(line) ? [line] : []));
}

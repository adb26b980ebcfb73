// Figures over time, items or customers: staff only.
import { analysisWords, returnRateWords } from "./parts/analysis-words.js";
import { withoutGaps } from "./parts/buckets.js";
import { barsOf, pairsOf, trendOf } from "./parts/charts.js";
import { itemsFor } from "./parts/items-for.js";
import { listed } from "./parts/listed.js";
import { inCents, measuredRows } from "./parts/measured-rows.js";
import { measureNamed } from "./parts/measures.js";
import { namesOf } from "./parts/names-of.js";
import { daysOf, startOf } from "./parts/span.js";

const { measure, by, top } = intent;
const { title, isMoney, ...named } = measureNamed(measure);
const note = measure === "revenue" && by === "customer" ? "of orders that were not cancelled or refunded" : named.note;
const isOverTime = by !== null && by !== "item" && by !== "customer";

ACTION = "read";
STATUS = "success";
if (requester.role === "customer") {
  STATUS = "unsupported_intent";
  answer_text = "Sales figures are for our staff only. I can tell you about items, prices and your own orders.";
} else {
  const items = intent.words === "" ? null : await itemsFor({ words: intent.words, eyewearOnly: false });
  const impossible = whyNot(items);
  if (impossible === null) await answer(items);
  else {
    STATUS = items?.length === 0 ? "no_match" : "unsupported_intent";
    answer_text = impossible;
  }
}
console.log(`LOG: ${measure} by ${by ?? "nothing"} for ${requester.role}: ${STATUS}`);

function whyNot(items) {
  if (items?.length === 0) return `I could not find "${intent.words}" in the shop.`;
  if (by === "customer" && !["revenue", "orders", "average-order", "tickets"].includes(measure)) {
    return "The ledger names no customers. I can tell revenue, orders, the average order or tickets per customer, and this one per item or month.";
  }
  if (by === "item" && ["refunds", "orders", "average-order", "tickets"].includes(measure)) {
    return `${title} are of whole orders, not of items. I can tell them per month or week, and units sold, revenue or returns per item.`;
  }
  return null;
}

async function answer(items) {
  // 1. The days, whole weeks or months where it goes by them, and the figures of the database.
  const days = daysOf(intent.span);
  const from = days.from !== null && isOverTime ? startOf(days.from, by) : days.from;
  const found = await measuredRows(intent, {
    from,
    until: days.until,
    itemIds: items?.map((item) => item.itemId) ?? null,
  });
  const all = exact(found.all);
  const [column] = Object.keys(all);
  let rows = found.rows.map(({ key, ...figures }) => ({ key, ...exact(figures) }));

  // 2. Names, what there was none of, and the order.
  if (isOverTime) rows = withoutGaps(rows, by, { from, until: days.until }, nothing(all));
  else rows = await labelled(rows, all);
  if (by === "item" || by === "customer" || top !== null) {
    rows = rows.toSorted((a, b) => (top?.least ? a[column] - b[column] : b[column] - a[column]));
  }
  rows = rows.slice(0, top?.count ?? rows.length);

  // 3. In words, as rows, and as a picture where there is something to compare.
  const words = items === null ? days.words : `of ${listed(items.map((item) => item.name))} ${days.words}`;
  if (rows.length === 0 || rows.every((row) => row[column] === 0)) {
    answer_text = `${title} ${words}: none on record.`;
    return;
  }
  const told = { by, rows, all, column, title, note, isMoney, words, isAverage: measure === "average-order" };
  answer_text = measure === "returns-and-sales" ? returnRateWords(told) : analysisWords(told);
  if (found.isCut) answer_text += ` These are the first ${rows.length}; there are more.`;
  answer_rows = rows.map(({ key, label, ...figures }) => ({ ...headed(key, label, days), ...figures }));
  if (by !== null && rows.length >= (intent.draws === null ? 3 : 1)) chart = drawn(answer_rows, column, words);
}

async function labelled(rows, all) {
  if (by === null) return rows.map((row) => ({ ...row, label: "" }));
  const ids = rows.map(({ key }) => key).filter((key) => key !== null);
  const names = by === "item" ? await namesOf(db.inventory, "itemId", ids) : await namesOf(db.customers, "id", ids);
  const nobody = by === "item" ? "(whole orders)" : "(no account)";
  const known = rows.map((row) => ({
    ...row,
    label: row.key === null ? nobody : (names.get(row.key) ?? String(row.key)),
  }));
  if (by !== "item" || !top?.least || intent.words !== "") return known;
  // What did not sell at all sold least.
  const others = await db.inventory.findMany({ where: { itemId: { notIn: ids } }, take: 200 });
  return [...known, ...others.map((item) => ({ key: item.itemId, ...nothing(all), label: item.name }))];
}

function headed(key, label, { from, until }) {
  if (by === null) return from === null ? { until } : { from, until };
  return { [by]: isOverTime ? key : label };
}

function drawn(rows, column, words) {
  const subtitle = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${note === "" ? "" : `, ${note}`}`;
  const looks = { column, subtitle, heading: isMoney ? `${title} (USD)` : title, isMoney, title: `${title} by ${by}` };
  if (measure === "returns-and-sales") {
    return pairsOf(rows, {
      name: by,
      columns: { sold: "Sold", returned: "Returned" },
      ...looks,
      heading: "Units",
      isOverTime,
    });
  }
  return isOverTime && top === null
    ? trendOf(rows, { by, mark: intent.draws, ...looks })
    : barsOf(rows, { name: by, ...looks });
}

function exact(figures) {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, value === null ? null : inCents(value)]),
  );
}

function nothing(figures) {
  return Object.fromEntries(Object.keys(figures).map((name) => [name, 0]));
}

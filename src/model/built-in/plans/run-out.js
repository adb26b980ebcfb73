// Which items are gone within some days, if they go on selling as in the last four weeks: staff only.
import { barsOf } from "./parts/charts.js";
import { listed } from "./parts/listed.js";
import { measuredRows } from "./parts/measured-rows.js";
import { namesOf } from "./parts/names-of.js";
import { dayAfter } from "./parts/span.js";

const PACE_DAYS = 28;

ACTION = "read";
if (requester.role === "customer") {
  STATUS = "unsupported_intent";
  answer_text = "How our stock runs down is for our staff only. I can tell you whether an item is in stock.";
} else {
  // 1. What was sold a day, less returns, of each item.
  const today = now.slice(0, 10);
  const span = { from: dayAfter(today, 1 - PACE_DAYS), until: today, itemIds: null };
  const { rows } = await measuredRows({ measure: "units", by: "item" }, span);
  const selling = rows.filter(({ key, units }) => key !== null && units > 0);

  // 2. How long what is there will do.
  const stock = await stockOf(selling.map(({ key }) => key));
  const names = await namesOf(
    db.inventory,
    "itemId",
    selling.map(({ key }) => key),
  );
  const lasting = selling
    .map(({ key, units }) => ({
      item: names.get(key) ?? key,
      in_stock: stock.get(key) ?? 0,
      sold_per_day: inTenths(units / PACE_DAYS, 100),
      days_left: inTenths(((stock.get(key) ?? 0) * PACE_DAYS) / units, 10),
    }))
    .toSorted((a, b) => a.days_left - b.days_left);
  const ending = intent.days === null ? lasting : lasting.filter(({ days_left }) => days_left <= intent.days);

  // 3. In words, as rows, and as a picture of all.
  STATUS = "success";
  const pace = `the pace of the last ${PACE_DAYS} days`;
  const within = intent.days === null ? "" : ` within ${intent.days} days`;
  const each = listed(
    ending.map(({ item, days_left, in_stock }) => `${item} in ${days_left} days (${in_stock} in stock)`),
  );
  if (lasting.length === 0)
    answer_text = `Nothing was sold in the last ${PACE_DAYS} days, so nothing runs out at that pace.`;
  else if (ending.length === 0)
    answer_text = `At ${pace} no item runs out${within}; ${lasting[0].item} is the first, in ${lasting[0].days_left} days.`;
  else answer_text = `At ${pace}, ${ending.length} of the ${lasting.length} items that sell run out${within}: ${each}.`;
  answer_rows = ending;
  if (lasting.length > 2) {
    const looks = { title: "Days until stock runs out", subtitle: `At ${pace}`, heading: "Days left", isMoney: false };
    chart = barsOf(lasting, { name: "item", column: "days_left", ...looks });
  }
}
console.log(`LOG: run-out for ${requester.role}: ${STATUS}`);

async function stockOf(itemIds) {
  const stock = new Map();
  for (let at = 0; at < itemIds.length; at += 200) {
    const rows = await db.inventory.findMany({ where: { itemId: { in: itemIds.slice(at, at + 200) } } });
    for (const { itemId, quantityInStock } of rows) stock.set(itemId, quantityInStock);
  }
  return stock;
}

function inTenths(number, parts) {
  return Math.round(number * parts) / parts;
}

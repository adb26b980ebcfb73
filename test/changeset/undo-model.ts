// The undoing of a run in the shop's model: what was there before and after the run in, its opposite out.
import { linesText, netOf, type ShopModel } from "./shop-model.ts";

export function undoRun(shop: ShopModel, runId: string): string | null {
  const run = shop.runs.get(runId);
  if (run === undefined) return "NOT_FOUND";
  if (run.state !== "booked") return "WRONG_STATE";
  const { before, after } = run;
  const refusal = rowsRefusal(shop, before.rows.length, after.rows.length);
  if (refusal !== null) return refusal;

  const stock = new Map(shop.stock);
  for (const [itemId, now] of shop.stock) {
    const left = now + (before.stock.get(itemId) ?? 0) - (after.stock.get(itemId) ?? 0);
    if (left < 0 && now !== left) return "WRONG_STATE";
    stock.set(itemId, left);
  }
  const state = (from: ShopModel, id: number) => {
    const order = from.orders.get(id);
    return order === undefined ? "" : `${order.status} ${order.cents}: ${linesText(order.lines)}`;
  };
  const changedOrders = [...after.orders.keys()].filter((id) => state(before, id) !== state(after, id));
  if (changedOrders.some((id) => state(shop, id) !== state(after, id))) return "WRONG_STATE";
  for (const [index, left] of after.tickets.entries()) {
    const [was, now] = [before.tickets[index], shop.tickets[index]];
    // Notes that somebody added to a ticket that the run only opened or closed do not matter.
    if (was?.status !== left.status && now?.status !== left.status) return "WRONG_STATE";
    if (was !== undefined && was.note !== left.note && now?.note !== left.note) return "WRONG_STATE";
  }

  shop.stock = stock;
  for (const id of changedOrders) {
    const [order, was] = [shop.orders.get(id), before.orders.get(id)];
    if (order === undefined) continue;
    order.status = was?.status ?? "cancelled";
    if (was !== undefined && linesText(was.lines) !== linesText(order.lines)) order.lines = structuredClone(was.lines);
  }
  for (const [index, left] of after.tickets.entries()) {
    const [was, now] = [before.tickets[index], shop.tickets[index]];
    if (now === undefined) continue;
    if (was?.status !== left.status) now.status = was?.status ?? "closed";
    if (was !== undefined && was.note !== left.note) now.note = was.note;
  }
  for (let place = before.rows.length; place < after.rows.length; place++) {
    const taken = shop.rows[place];
    if (taken === undefined) continue;
    shop.rows.push({
      ...taken,
      quantity: taken.quantity === null ? null : -taken.quantity,
      cents: -netOf(shop, place),
      refersTo: taken.kind === "correction" ? taken.refersTo : place,
    });
  }
  run.state = "undone";
  return null;
}

/** Corrections must be the last word on a row that still counts. */
function rowsRefusal(shop: ShopModel, from: number, to: number): string | null {
  const corrections = [...shop.rows.entries()].filter(
    ([place, row]) => place >= from && place < to && row.kind === "correction",
  );
  const [first] = corrections;
  if (first === undefined) return null;
  const targets = corrections.map(([, row]) => row.refersTo);
  const isSpoiled = shop.rows.some(
    ({ kind, refersTo }, place) =>
      refersTo !== null && targets.includes(refersTo) && (kind !== "correction" || (place > first[0] && place >= to)),
  );
  return isSpoiled ? "WRONG_STATE" : null;
}

// What moved an item's stock on each day in; deliveries out, so that stock is never negative and ends where it began, or
// above it by pieces that came back last.
import type { HistoryItem } from "./visits.ts";

/** By day. What goes out may all go before anything of the same day comes in. */
export interface Moves {
  out: number[];
  in: number[];
}

export interface Delivery {
  day: number;
  item: number;
  quantity: number;
}

const REORDER_DAYS = 7;
const DELIVERY_DAYS = 24;
/** At first the till holds little, so little is bought at a time. */
const FIRST_DAYS = 30;
const FIRST_DELIVERY_DAYS = 4;
/** Deliveries come in fives, but for the last ones, which bring stock back to where it was. */
const PACK = 5;
const LAST_DELIVERY_DAYS = 4;

/** `surplus`: by item, how much more there is at the end than at the beginning. */
export function planDeliveries(
  items: HistoryItem[],
  moves: Moves[],
  days: number,
): { deliveries: Delivery[]; surplus: number[] } {
  const planned = items.map((item, index) => {
    const { out, in: back } = moves[index] ?? { out: [], in: [] };
    const perDay = out.reduce((sum, quantity) => sum + quantity, 0) / days;
    const packsFor = (forDays: number) => Math.max(PACK, Math.ceil((perDay * forDays) / PACK) * PACK);
    const reorderAt = Math.ceil(perDay * REORDER_DAYS);
    const deliveries: Delivery[] = [];
    let stock = item.quantityInStock;
    // What all deliveries still to come must bring.
    let missing = out.reduce((sum, quantity) => sum + quantity, 0) - back.reduce((sum, quantity) => sum + quantity, 0);
    for (let day = 0; day < days; day++) {
      const usual = packsFor(day < FIRST_DAYS ? FIRST_DELIVERY_DAYS : DELIVERY_DAYS);
      const needed = (out[day] ?? 0) - stock;
      const isLast = missing > 0 && day >= days - LAST_DELIVERY_DAYS;
      if (needed > 0 || isLast || (missing > 0 && -needed < reorderAt)) {
        const wanted = isLast || missing < usual * 1.5 ? Math.max(missing, 0) : usual;
        const quantity = Math.max(wanted, needed);
        deliveries.push({ day, item: index, quantity });
        stock += quantity;
        missing -= quantity;
      }
      stock += (back[day] ?? 0) - (out[day] ?? 0);
    }
    return { deliveries, surplus: -missing };
  });
  return {
    deliveries: planned.flatMap(({ deliveries }) => deliveries),
    surplus: planned.map(({ surplus }) => surplus),
  };
}

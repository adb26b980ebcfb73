// Days, items and people in; who bought what, and when, out: more at weekends and in summer, some items more than others.
import type { Chance } from "./chance.ts";

export interface HistoryItem {
  itemId: string;
  name: string;
  quantityInStock: number;
  priceCents: number;
}

export interface Visit {
  at: Date;
  /** The day's place in the history, from 0. */
  day: number;
  /** A person's place in the list; null: a walk-in, who leaves no order. */
  person: number | null;
  lines: { item: number; quantity: number }[];
}

const VISITS_PER_DAY = 3.4;
const WALK_INS = 0.22;
// From Sunday and from January. Sunglasses sell in summer, and a little for Christmas.
const WEEKDAYS = [0.7, 0.75, 0.8, 0.9, 1, 1.35, 1.5];
const MONTHS = [0.55, 0.6, 0.8, 1.0, 1.25, 1.5, 1.6, 1.4, 1.05, 0.8, 0.6, 0.85];
const POPULARITY = [1.3, 1.5, 0.5, 0.9, 1.4, 0.55, 1.6];
const LINES = [0.72, 0.22, 0.06];
const QUANTITIES = [0.82, 0.13, 0.05];
const OPENS_MINUTE = 9 * 60;
const OPEN_MINUTES = 11 * 60;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export function inventVisits(chance: Chance, firstDay: Date, days: number, items: number, people: number): Visit[] {
  const itemWeights = Array.from({ length: items }, (_, index) => POPULARITY[index % POPULARITY.length] ?? 1);
  const loyalty = Array.from({ length: people }, () => 0.2 + chance.next() ** 3 * 3);
  return Array.from({ length: days }, (_, day) => {
    const midnight = new Date(firstDay.getTime() + day * DAY_MS);
    const busy = (WEEKDAYS[midnight.getUTCDay()] ?? 1) * (MONTHS[midnight.getUTCMonth()] ?? 1);
    return Array.from({ length: chance.count(VISITS_PER_DAY * busy) }, () => ({
      at: openingTime(chance, midnight),
      day,
      person: chance.happens(WALK_INS) ? null : chance.weighed(loyalty),
      lines: inventLines(chance, itemWeights),
    })).sort((a, b) => a.at.getTime() - b.at.getTime());
  }).flat();
}

/** Some time while the shop is open; to the second, like people and unlike machines. */
export function openingTime(chance: Chance, midnight: Date): Date {
  const seconds = chance.below(OPEN_MINUTES * 60);
  return new Date(midnight.getTime() + OPENS_MINUTE * MINUTE_MS + seconds * 1_000);
}

function inventLines(chance: Chance, itemWeights: number[]): Visit["lines"] {
  const lines: Visit["lines"] = [];
  for (let wanted = chance.weighed(LINES) + 1; wanted > 0; wanted--) {
    const item = chance.weighed(itemWeights);
    if (lines.every((line) => line.item !== item)) lines.push({ item, quantity: chance.weighed(QUANTITIES) + 1 });
  }
  return lines;
}

// A changeset and the day in, the same with a remark on each returned purchase's age out. Outside the window nothing is
// refused: the admin sees it and decides.

import type { Changeset } from "./changeset.ts";
import { textAt } from "./words.ts";

const DAY_MS = 86_400_000;

export function withReturnWindow(changeset: Changeset, now: Date, windowDays: number): Changeset {
  const remarks = changeset.terms.flatMap(({ operation, orderId, before }) => {
    const boughtAt = operation === "returnItem" ? textAt(before, "boughtAt") : "";
    if (orderId === null || boughtAt === "") return [];
    const ageDays = Math.floor((now.getTime() - new Date(boughtAt).getTime()) / DAY_MS);
    const place = ageDays <= windowDays ? "within" : "outside";
    return [`Order ${orderId} is ${days(ageDays)} old, ${place} the return window of ${days(windowDays)}.`];
  });
  return remarks.length === 0 ? changeset : { ...changeset, remarks: [...new Set([...changeset.remarks, ...remarks])] };
}

function days(count: number): string {
  return count === 1 ? "1 day" : `${count} days`;
}

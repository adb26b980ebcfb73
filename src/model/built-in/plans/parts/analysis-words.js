import { bucketWords, isUnderWay } from "./buckets.js";
import { listed } from "./listed.js";

/** The answer in a sentence or two: the first few, or the highest and the lowest, and how much it is in all. */
export function analysisWords({ by, rows, all, column, title, note, isMoney, words, isAverage }) {
  const figure = (value) => (value === 0 ? "nothing" : isMoney ? money(value) : String(value));
  const what = `${title}${note === "" ? "" : `, ${note},`}`;
  if (by === null) return `${what} ${words}: ${figure(all[column])}.`;
  const inAll = `${figure(all[column])} ${isAverage ? "on average" : "in all"}`;
  if (by === "item" || by === "customer") {
    const each = listed(rows.map((row) => `${short(row.label)} ${figure(row[column])}`));
    return `${what} by ${by} ${words}: ${each}; ${inAll}.`;
  }
  const over = rows.filter(({ key }) => !isUnderWay(key, by));
  const current = rows.find(({ key }) => isUnderWay(key, by));
  const running = current === undefined ? "" : ` ${capital(bucketWords(current.key, by))} is not over yet.`;
  const told = ({ key, ...row }) => `${bucketWords(key, by)} (${figure(row[column])})`;
  if (rows.length <= 4 || over.length === 0)
    return `${what} per ${by} ${words}: ${listed(rows.map(told))}; ${inAll}.${running}`;
  const when = by === "day" ? "on" : "in";
  const ranked = over.toSorted((a, b) => b[column] - a[column]);
  return `${what} per ${by} ${words}: ${inAll} over ${rows.length} ${by}s; most ${when} ${told(ranked[0])}, least ${when} ${told(ranked.at(-1))}.${running}`;

  function capital(text) {
    return text.slice(0, 1).toUpperCase() + text.slice(1);
  }
}

export function returnRateWords({ by, rows, all, words }) {
  const share = ({ returned, sold, return_rate_percent }) =>
    `${returned} of ${sold}${return_rate_percent === null ? "" : ` (${return_rate_percent}%)`}`;
  if (by === null) return `Returned of what was sold ${words}: ${share(all)} units.`;
  const ranked = rows
    .filter((row) => row.return_rate_percent !== null)
    .toSorted((a, b) => b.return_rate_percent - a.return_rate_percent);
  const each = ranked.map(
    (row) => `${row.label === undefined ? bucketWords(row.key, by) : short(row.label)} ${share(row)}`,
  );
  return `Returned of what was sold ${words}, the highest rates first: ${listed(each)}; in all ${share(all)} units.`;
}

/** Six of the longest names would be a whole answer. */
function short(name) {
  return name.length > 40 ? `${name.slice(0, 39)}…` : name;
}

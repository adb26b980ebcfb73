import { dayAfter, dayWords, monthWords, shifted, startOf } from "./span.js";

/** Days, weeks, months or years in a row, with an empty one for each in which nothing was. */
export function withoutGaps(rows, by, { from, until }, empty) {
  const [first] = rows;
  if (first === undefined) return rows;
  const known = new Map(rows.map((row) => [row.key, row]));
  const all = [];
  const begins = from === null ? firstDayOf(first.key) : startOf(from, by);
  for (let day = begins; day <= until && all.length < 1000; day = shifted(day, by, 1)) {
    const key = keyOf(day, by);
    all.push(known.get(key) ?? { key, ...empty });
  }
  return all;
}

export function bucketWords(key, by) {
  if (by === "year") return key;
  if (by === "month") return monthWords(key);
  return by === "week" ? `the week of ${dayWords(key)}` : dayWords(key);
}

/** Whether the bucket that today is in is among them: it will still grow. */
export function isUnderWay(key, by) {
  return dayAfter(shifted(firstDayOf(key), by, 1), -1) >= now.slice(0, 10);
}

function firstDayOf(key) {
  return `${key}-01-01`.slice(0, 10);
}

function keyOf(day, by) {
  const [year, month] = day.split("-");
  if (by === "year") return year;
  return by === "month" ? `${year}-${month}` : day;
}

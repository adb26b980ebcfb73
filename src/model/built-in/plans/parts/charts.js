import { bucketWords, isUnderWay } from "./buckets.js";

/** Bars from the largest down, each with its name. */
export function barsOf(rows, { name, column, title, subtitle, heading, isMoney }) {
  const shown = rows.slice(0, 12);
  const left = rows.length - shown.length;
  return {
    title: { text: title, subtitle: left > 0 ? `${subtitle}; the first ${shown.length} of ${rows.length}` : subtitle },
    data: { values: valuesOf(shown, name, column) },
    mark: "bar",
    encoding: {
      y: { field: name, type: "nominal", sort: null, title: null },
      x: { field: column, type: "quantitative", title: heading, axis: { format: isMoney ? "$,.0f" : ",.0f" } },
    },
  };
}

/** What came one after the other: bars while they can be told apart, a line beyond. */
export function trendOf(all, { by, column, title, subtitle, heading, isMoney, mark }) {
  // What will still grow looks like a fall.
  const rows = all.length > 4 ? all.filter((row) => !isUnderWay(row[by], by)) : all;
  const left = all
    .filter((row) => !rows.includes(row))
    .map((row) => `Without ${bucketWords(row[by], by)}, which is not over`);
  const y = { field: column, type: "quantitative", title: heading, axis: { format: isMoney ? "$,.0f" : ",.0f" } };
  const x = { field: by, title: { day: "Day", week: "Week from", month: "Month", year: "Year" }[by] };
  const drawn = {
    title: { text: title, subtitle: [subtitle, ...left] },
    data: { values: valuesOf(rows, by, column) },
  };
  if (by === "year") return { ...drawn, mark: "bar", encoding: { x: { ...x, type: "ordinal" }, y } };
  const format = by === "month" ? "%b %Y" : "%-d %b";
  if (mark === "bar" ? rows.length <= 60 : mark !== "line" && rows.length <= 12) {
    const timeUnit = by === "month" ? "utcyearmonth" : "utcyearmonthdate";
    return { ...drawn, mark: "bar", encoding: { x: { ...x, type: "ordinal", timeUnit, axis: { format } }, y } };
  }
  const every = Math.ceil(rows.length / 8);
  const values = rows.filter((_, at) => at % every === 0).map((row) => dateOf(row[by]));
  const line = { type: "line", point: rows.length <= 60 };
  return {
    ...drawn,
    mark: line,
    encoding: { x: { ...x, type: "temporal", scale: { type: "utc" }, axis: { format, values } }, y },
  };
}

/** In Vega-Lite's words. */
function dateOf(key) {
  const [year, month, date] = `${key}-01`.split("-").map(Number);
  return { year, month, date, utc: true };
}

function valuesOf(rows, name, column) {
  return rows.map((row) => ({ [name]: row[name], [column]: row[column] }));
}

/** Two figures of each, side by side. */
export function pairsOf(rows, { name, columns, title, subtitle, heading, isOverTime }) {
  const shown = isOverTime ? rows.slice(-12) : rows.slice(0, 12);
  const left = rows.length - shown.length;
  const values = shown.flatMap((row) =>
    Object.entries(columns).map(([column, words]) => ({ [name]: row[name], what: words, units: row[column] })),
  );
  const order = Object.values(columns);
  const names = { field: name, type: "nominal", sort: null, title: null };
  const offset = { field: "what", sort: order };
  const units = { field: "units", type: "quantitative", title: heading, axis: { format: ",.0f" } };
  const color = { field: "what", type: "nominal", sort: order, title: null };
  return {
    title: {
      text: title,
      subtitle:
        left > 0 ? `${subtitle}; the ${isOverTime ? "last" : "first"} ${shown.length} of ${rows.length}` : subtitle,
    },
    data: { values },
    mark: "bar",
    // Time runs to the right, and names are read from left to right.
    encoding: isOverTime
      ? { x: { ...names, type: "ordinal" }, xOffset: offset, y: units, color }
      : { y: names, yOffset: offset, x: units, color },
  };
}

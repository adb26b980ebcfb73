// A specification and the rows that its marks stand for in; the chart in words, for people who do not see it, and as a
// table out.
import type { Cell, Table } from "../table/table.ts";
import type { ChartSpec } from "./chart.ts";
import { fieldsOf } from "./fields.ts";

export type ChartRow = { [field: string]: unknown };

const MOST_WORDS_CHARS = 500;

const MOST_TITLE_CHARS = 160;
const MOST_LABEL_CHARS = 60;
const CHANNELS = ["x", "y", "theta", "color", "column", "row", "size", "shape"];
const KINDS: { [mark: string]: string } = {
  bar: "Bar chart",
  line: "Line chart",
  area: "Area chart",
  arc: "Pie chart",
  point: "Scatter plot",
  circle: "Scatter plot",
  square: "Scatter plot",
  rect: "Heat map",
};

interface Channel {
  title: string;
  /** Where its value stands in a row. */
  field: string;
  isMeasure: boolean;
  isTime: boolean;
}

/** What it compares first, then the figures, under the names of its axes. */
export function chartTable(spec: ChartSpec, rows: ChartRow[]): Table {
  const channels = channelsOf(mainUnit(spec), rows).toSorted(
    (one, other) => Number(one.isMeasure) - Number(other.isMeasure),
  );
  return {
    columns: channels.map(({ title }) => title),
    rows: rows.map((row) => channels.map((channel) => cellOf(row[channel.field], channel))),
  };
}

export function chartWords(spec: ChartSpec, rows: ChartRow[]): string {
  const unit = mainUnit(spec);
  const channels = channelsOf(unit, rows);
  const title = [spec.title, spec.description].map(titleWords).find((words) => words !== "") ?? "";
  const measures = channels.filter(({ isMeasure }) => isMeasure);
  const labels = channels.filter(({ isMeasure }) => !isMeasure);
  const names = (list: Channel[]) => [...new Set(list.map((channel) => channel.title))].join(" and ");
  const by = labels.length === 0 ? names(measures) : `${names(measures) || "values"} by ${names(labels)}`;
  const kind = KINDS[markOf(unit)] ?? "Chart";
  const head = `${title === "" ? "" : `${title}. `}${channels.length === 0 ? kind : `${kind}: ${by}`}.`;
  return withValues(cut(head, MOST_WORDS_CHARS), rows.map((row) => rowWords(row, labels, measures)).filter(Boolean));
}

/** As many values as there is room for, and how many are left out. */
function withValues(head: string, values: string[]): string {
  let words = head;
  for (const [index, value] of values.entries()) {
    const left = values.length - index - 1;
    const longer = `${words}${index === 0 ? " " : "; "}${value}`;
    const ending = left === 0 ? "." : `; and ${left} more.`;
    if (longer.length + ending.length > MOST_WORDS_CHARS) {
      return index === 0 ? words : `${words}; and ${values.length - index} more.`;
    }
    words = longer;
  }
  return values.length === 0 ? words : `${words}.`;
}

function rowWords(row: ChartRow, labels: Channel[], measures: Channel[]): string {
  const told = (list: Channel[]) =>
    [...new Set(list.map((channel) => valueWords(row[channel.field], channel)))].join(", ");
  const [label, measure] = [told(labels), told(measures)];
  return label === "" || measure === "" ? label + measure : `${label}: ${measure}`;
}

const numbers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

function valueWords(value: unknown, channel: Channel): string {
  const cell = cellOf(value, channel);
  if (cell === null) return "nothing";
  return typeof cell === "number" ? numbers.format(cell) : cut(String(cell), MOST_LABEL_CHARS);
}

function cellOf(value: unknown, { isTime }: Channel): Cell {
  if (value === null || value === undefined) return null;
  if (isTime && (typeof value === "number" || value instanceof Date)) return new Date(value).toISOString().slice(0, 10);
  return typeof value === "number" || typeof value === "boolean" ? value : String(value);
}

/** The first of layers and of charts side by side, with what they have in common. */
function mainUnit(spec: ChartSpec): ChartSpec {
  const inner = [spec.layer, spec.concat, spec.hconcat, spec.vconcat].find(Array.isArray)?.[0] ?? spec.spec;
  if (inner === undefined) return spec;
  const unit = fieldsOf(inner);
  return mainUnit({ ...unit, encoding: { ...fieldsOf(spec.encoding), ...fieldsOf(unit.encoding) } });
}

function channelsOf(unit: ChartSpec, rows: ChartRow[]): Channel[] {
  const encoding = fieldsOf(unit.encoding);
  const found = CHANNELS.flatMap((name): Channel[] => {
    const channel = fieldsOf(encoding[name]);
    const field = rowField(channel, rows);
    if (field === null) return [];
    const { type, aggregate, timeUnit, bin } = channel;
    const isNumber = type === "quantitative" || (type === undefined && typeof rows[0]?.[field] === "number");
    const isMeasure = aggregate !== undefined || (isNumber && !bin);
    const title = titleWords(channel.title) || titleWords(fieldsOf(channel.axis).title) || fieldTitle(channel);
    return [{ title, field, isMeasure, isTime: type === "temporal" || timeUnit !== undefined }];
  });
  // One field may have an axis and a colour.
  return found.filter(({ field }, index) => found.findIndex((other) => other.field === field) === index);
}

function fieldTitle({ aggregate, field }: ChartSpec): string {
  if (typeof field !== "string") return "count";
  return typeof aggregate === "string" ? `${aggregate} of ${field}` : field;
}

/** As Vega-Lite calls the column that it works out for a channel. */
function rowField({ field, aggregate, timeUnit, bin }: ChartSpec, rows: ChartRow[]): string | null {
  const worked = aggregate ?? timeUnit;
  const name = aggregate === "count" ? "__count" : typeof worked === "string" ? `${worked}_${field}` : String(field);
  const [row = {}] = rows;
  if (bin === undefined || bin === null || bin === false) return name in row ? name : null;
  return Object.keys(row).find((key) => key.startsWith("bin_") && key.endsWith(`_${field}`)) ?? null;
}

function markOf({ mark }: ChartSpec): string {
  return String(typeof mark === "string" ? mark : fieldsOf(mark).type);
}

function titleWords(title: unknown): string {
  const text = typeof title === "object" && title !== null && "text" in title ? title.text : title;
  const words = Array.isArray(text) ? text.join(" ") : text;
  return typeof words === "string" ? cut(words.trim().replace(/\.$/, ""), MOST_TITLE_CHARS) : "";
}

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

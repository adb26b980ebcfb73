// A table's columns and cells in, the words that are shown of them out. Pure.
import type { Json } from "../../json.ts";
import { momentWords } from "../clock-words.ts";

/** "quantityInStock" and "quantity_in_stock" are names for programs; what is written for people stays as it is. */
export function headingOf(column: string): string {
  if (!/^[a-z][A-Za-z0-9_]*$/.test(column)) return column;
  const words = column.replaceAll("_", " ").replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2");
  const lower = words.toLowerCase().replaceAll(/\bid\b/g, "ID");
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

export interface ColumnForm {
  /** It holds figures and nothing else, which stand right under each other. */
  isFigures: boolean;
  words(cell: Json): string;
}

const figure = /^[-−+]?[$€£¥]?\s?\d[\d,]*(?:\.\d+)?\s?%?$/;
// Numbers that only name something are not counted in thousands.
const naming = /(?:id|no|number|order|ticket|year|code|sku|position)$/i;

export function columnForm(column: string, cells: Json[], now: Date): ColumnForm {
  const told = cells.filter((cell) => cell !== null && cell !== "");
  const numbers = told.filter((cell) => typeof cell === "number");
  const areFigures = told.every((cell) => typeof cell === "number" || (typeof cell === "string" && figure.test(cell)));
  const numberWords = naming.test(column)
    ? String
    : (value: number) => digitsFor(numbers).format(value).replace("-", "−");
  return {
    isFigures: told.length > 0 && areFigures,
    words: (cell) => (typeof cell === "number" ? numberWords(cell) : cellWords(cell, now)),
  };
}

/** One number of decimals a column, so that they stand under each other. */
function digitsFor(numbers: number[]): Intl.NumberFormat {
  if (numbers.every(Number.isInteger)) return whole;
  return numbers.every((value) => Math.abs(value) < 1) ? fractions : hundredths;
}

const decimals = (digits: number) =>
  new Intl.NumberFormat("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
const whole = decimals(0);
const hundredths = decimals(2);
const fractions = decimals(4);

const day = /^(\d{4}-\d\d-\d\d)T00:00:00(?:\.0+)?Z$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;

function cellWords(cell: Json, now: Date): string {
  if (cell === null) return "–";
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  if (typeof cell !== "string") return JSON.stringify(cell);
  return day.exec(cell)?.[1] ?? (moment.test(cell) ? momentWords(cell, now) : cell);
}

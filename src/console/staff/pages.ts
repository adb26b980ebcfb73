// Pages of a list that grows at its head, and whose rows may leave it, in; the rows to show, without gap or repetition, out.

export interface Page<Row> {
  rows: Row[];
  /** What to ask with for more; null at the end. */
  next: number | null;
}

export const noRows = { rows: [], next: null };

/** The first page is read again and again; what was read below it stays, as long as it still joins. */
export function withNewest<Row>(known: Page<Row>, newest: Page<Row>, keyOf: (row: Row) => number): Page<Row> {
  const last = newest.rows.at(-1);
  const at = last === undefined ? -1 : known.rows.findIndex((row) => keyOf(row) === keyOf(last));
  // More came than a page holds, or the last row is new here: what is known further down would leave a gap.
  if (at === -1 || at === known.rows.length - 1) return newest;
  return { rows: [...newest.rows, ...known.rows.slice(at + 1)], next: known.next };
}

/** `asked`: what the page was asked with; one that joins no longer is left out. */
export function withOlder<Row>(known: Page<Row>, older: Page<Row>, asked: number): Page<Row> {
  return known.next === asked ? { rows: [...known.rows, ...older.rows], next: older.next } : known;
}

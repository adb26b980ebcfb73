// The contract of the tables that go out with an answer: what a plan set as `answer_rows`, read once.
export type Cell = string | number | boolean | null;

export interface Table {
  columns: string[];
  /** Each as long as `columns`. */
  rows: Cell[][];
}

export interface TableLimits {
  rows: number;
  columns: number;
  cellChars: number;
  /** Up to so many are shown in the message; more of them are a file. */
  shownRows: number;
}

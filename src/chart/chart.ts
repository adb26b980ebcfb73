// The contract of the charts: a specification that a plan made in, a picture or the reason why there is none out.
import type { Table } from "../table/table.ts";

export type ChartSpec = { [key: string]: unknown };

export interface ChartLimits {
  /** One picture, from the start of its process to its end. */
  drawMs: number;
  /** Of the process that draws. */
  memoryMb: number;
  /** Of the specification as JSON. */
  specChars: number;
  rows: number;
  widthPx: number;
  heightPx: number;
  /** A label that would be smaller in the picture cannot be read. */
  leastLabelPx: number;
  /** Pictures that are kept, so that posting does not draw again what was checked. */
  keptPictures: number;
}

/** What the process that draws is given. */
export interface DrawJob {
  spec: ChartSpec;
  limits: ChartLimits;
}

export interface ChartFault {
  code: /** It reaches for something outside of it. */
    | "CHART_ADDRESS"
    /** It holds a program. */
    | "CHART_SCRIPT"
    /** It makes rows or repeats itself, or waits for events. */
    | "CHART_LOOP"
    | "CHART_TOO_LARGE"
    /** No chart of the kind that is drawn, or one that would lose a part of what it is to show. */
    | "CHART_INVALID"
    | "CHART_EMPTY"
    /** A category without its label. */
    | "CHART_UNLABELLED"
    /** It took too long or too much memory. */
    | "CHART_NOT_DRAWN";
  /** What is wrong and where, as a sentence. */
  why: string;
}

export type Drawn =
  | {
      kind: "drawn";
      png: Uint8Array;
      svg: string;
      altText: string;
      /** What the first marks stand for, under the names of its axes. */
      table: Table;
    }
  | { kind: "refused"; fault: ChartFault };

/** Never rejects but when the signal aborts: an answer without its picture is still an answer. */
export type DrawChart = (spec: unknown, signal: AbortSignal) => Promise<Drawn>;

// The contract of the charts: a specification that a plan made in, a picture or the reason why there is none out.
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
}

/** What the process that draws is given. */
export interface DrawJob {
  spec: ChartSpec;
  limits: ChartLimits;
}

export type Drawn =
  | { kind: "drawn"; png: Uint8Array; altText: string }
  /** `why`: a sentence for people. */
  | { kind: "refused"; why: string };

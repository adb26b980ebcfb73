// What a question over the data asks for: a measure, by what it is broken down, of which time, how many lines, and how.
// Which days a span has is worked out by the plan, from its `now`.

export type Measure =
  | "revenue"
  | "net"
  | "units"
  | "returns"
  /** Returns beside the sales that they are of. */
  | "returns-and-sales"
  | "refunds"
  | "restocks"
  | "orders"
  | "average-order"
  | "tickets";

export type Bucket = "day" | "week" | "month" | "year";

export type Span =
  /** The whole one before this one, or this one so far. */
  | { kind: "last" | "this"; unit: Bucket | "quarter" }
  /** Both of them. */
  | { kind: "last-and-this"; unit: Bucket }
  /** The days up to now. */
  | { kind: "past"; count: number; unit: Bucket }
  | { kind: "day"; ago: number }
  /** The latest such month, or that year's; from it until now where `since`. */
  | { kind: "month"; month: number; year: number | null; since: boolean }
  | { kind: "year"; year: number; since: boolean }
  | { kind: "always" };

export interface Analysis {
  kind: "analysis";
  measure: Measure;
  by: "item" | "customer" | Bucket | null;
  span: Span;
  /** So many lines, the most or the least first. */
  top: { count: number | null; least: boolean } | null;
  /** The kind of picture that they asked for; null where they asked for none. */
  draws: "bar" | "line" | "any" | null;
  /** Of the items that these words name; "" for all. */
  words: string;
}

// The contract of a guard: what looks at a text before a model sees it, or before a person does. A text in; the text that
// may go on, or what speaks against it, out. Each is one file with one function.

/** What fired, as it is counted (tillhand_guards_total) and kept with the run. */
export type GuardName =
  /** Of what a person wrote. */
  | "length"
  | "characters"
  | "card-number"
  | "secret"
  | "moderation"
  /** Of what a plan would answer. */
  | "answer-contract"
  | "answer-size"
  | "answer-ping"
  | "answer-internal"
  | "answer-figure"
  | "answer-claim"
  | "answer-chart"
  /** Let through and noted. */
  | "answer-doubt";

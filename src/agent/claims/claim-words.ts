// The words by which an answer says that something was done, per language. Sources of regular expressions, matched in any
// case and as whole words; what is not sure to mean it is left out.

export type Deed =
  | "booked"
  | "ordered"
  | "returned"
  | "refunded"
  | "cancelled"
  | "changed"
  | "restocked"
  | "opened"
  | "closed"
  | "handed-over";

export interface ClaimLanguage {
  /** "I have", before what was done. */
  byMe: string;
  /** "has been", "we have". */
  isDone: string;
  /** What may stand between them and the deed; and whether the auxiliary may come last, as in "storniert wurde". */
  gap: string;
  after: string | null;
  /** Behind the deed they make a rule of it ("is refunded within five days"). */
  habits: string;
  /** `thing`: what else the sentence must name for it to mean this. */
  deeds: { deed: Deed; words: string; thing: string | null }[];
  /** Whole phrases, said by the speaker of themselves. */
  phrases: { deed: Deed; words: string; thing: string | null }[];
  /** That a card waits for a button, or that somebody will see to it. */
  ready: string;
  promise: string;
  /** At the beginning of a sentence: that all is done. */
  allDone: string;
  negations: string;
  /** Words that make a condition, a possibility or a rule of the sentence. */
  conditions: string;
  /** That it waits. */
  waits: string;
}

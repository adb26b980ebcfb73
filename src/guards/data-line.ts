// A value from the store or from a person in; one line of JSON out that says the same to a model and can neither end its
// line nor look like a part of the prompt.
import type { Json } from "../json.ts";

// Other ends of a line, what nobody sees, and "<" where it would open a tag or a mark of a model's own.
const ACTS = /[\u007f-\u009f\u2028\u2029]|\p{Default_Ignorable_Code_Point}|<(?=[/|!?\p{L}])/gu;

export function dataLine(value: Json): string {
  return JSON.stringify(value).replaceAll(ACTS, (mark) =>
    // Beyond the first plane JSON writes two halves.
    Array.from(
      { length: mark.length },
      (_, index) => `\\u${mark.charCodeAt(index).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}

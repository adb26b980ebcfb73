// The code of a rule that an answer broke and that did not go back to be mended in, the warning that is kept with the run
// out; and the code again of such a warning, for counting.

const ENDING = "and was said all the same";
const BROKE = "the answer of the model broke";

export function saidWarning(code: string): string {
  return `${BROKE} ${code} ${ENDING}`;
}

/** null: the warning is of another kind. */
export function ruleOfWarning(warning: string): string | null {
  return warning.startsWith(BROKE) && warning.endsWith(ENDING)
    ? warning.slice(BROKE.length, -ENDING.length).trim()
    : null;
}

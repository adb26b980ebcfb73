// The failures of a report and what somebody looks for in; those that are shown out. Pure.
import { changeInWords } from "../change-words.ts";
import type { EvaluationReport } from "../evaluation.ts";

export type Failure = EvaluationReport["failures"][number];

/** "wrong": something changed that the case does not name. "error": the trial could not be held. */
export type FailureKind = "all" | "failed" | "wrong" | "error";

const isOf: { [kind in FailureKind]: (failure: Failure) => boolean } = {
  all: () => true,
  failed: ({ verdict }) => verdict === "failed",
  wrong: ({ wrongChanges }) => wrongChanges.length > 0,
  error: ({ verdict }) => verdict === "error",
};

export const failuresOf = (failures: Failure[], kind: FailureKind): Failure[] => failures.filter(isOf[kind]);

/** Every word has to occur somewhere in it. */
export function matching(failures: Failure[], query: string): Failure[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return failures.filter((failure) => {
    const text = textOf(failure).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function textOf({ caseId, trial, verdict, runIds, reasons, wrongChanges }: Failure): string {
  return [caseId, `trial ${trial}`, verdict, ...runIds, ...reasons, ...wrongChanges.map(changeInWords)].join("\n");
}

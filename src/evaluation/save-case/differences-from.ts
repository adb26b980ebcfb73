// A run, masked, and what the evaluation made of it as a case in; what is not the same, in sentences, out.
import { canonical } from "../../replay/canonical.ts";
import type { StoredRun } from "../../run-detail.ts";

/** Ids and times may be others: what was answered and agreed may not. */
export function differencesFrom(run: StoredRun, walked: StoredRun | null): string[] {
  if (walked === null) return ["The walk kept no run."];
  return [
    ...differing("STATUS", run.status, walked.status),
    ...differing("The answer", run.answerText, walked.answerText),
    ...differing("What is agreed to", run.changeset.terms, walked.changeset.terms),
    ...differing("How the attempts ended", endings(run), endings(walked)),
  ];
}

function endings({ attemptList }: StoredRun): string[] {
  return attemptList.map(({ failure }) => failure?.code ?? "accepted");
}

function differing(what: string, was: unknown, is: unknown): string[] {
  const [wasText, isText] = [canonical(was), canonical(is)];
  return wasText === isText ? [] : [`${what} was ${wasText}, and is ${isText}.`];
}

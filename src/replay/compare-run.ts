// A stored run and the same run worked again in; every place where they differ, in words, out.
import type { Attempt } from "../agent/loop.ts";
import { reportFailure } from "../agent/repair.ts";
import type { Changeset } from "../changeset/changeset.ts";
import type { RunOutcome } from "../records/runs.ts";
import type { StoredAttempt, StoredRun } from "../run-detail.ts";
import type { Told } from "../worker/told.ts";
import { canonical } from "./canonical.ts";
import type { MadeCall } from "./recorded-calls.ts";

export interface Difference {
  /** "attempt 2, host call 3". */
  place: string;
  was: string;
  is: string;
}

/** An attempt as it went this time, with the calls that it made. */
export interface ReplayedAttempt {
  attempt: Attempt;
  made: MadeCall[];
}

interface RunAgain {
  outcome: RunOutcome;
  told: Told;
  attempts: ReplayedAttempt[];
}

const NO_EXTRAS = { pending: null, answer_rows: null, answer_json: null, chart: null };

export function compareRun(run: StoredRun, { outcome, told, attempts }: RunAgain): Difference[] {
  const accepted = outcome.kind === "accepted" ? outcome : null;
  const extras = accepted?.answer.extras ?? NO_EXTRAS;
  const code = accepted?.code ?? attempts.at(-1)?.attempt.code ?? null;
  const most = Math.max(run.attemptList.length, attempts.length);
  return [
    ...Array.from({ length: most }, (_, index) =>
      compareAttempt(index, run.attemptList[index], attempts[index]),
    ).flat(),
    ...differing("the accepted plan", run.code, code),
    ...differing("STATUS", run.status, told.status),
    ...differing("ACTION", run.action, told.action),
    ...differing("the answer", run.answerText, told.answerText),
    ...(["pending", "answer_rows", "answer_json", "chart"] as const).flatMap((name) =>
      differing(name, run.extras[name], extras[name]),
    ),
    ...differing("the error", run.error, told.error),
    ...compareChangesets("the changeset", run.changeset, told.changeset),
  ];
}

function compareAttempt(
  index: number,
  stored: StoredAttempt | undefined,
  again: ReplayedAttempt | undefined,
): Difference[] {
  const place = `attempt ${index + 1}`;
  if (stored === undefined) return [{ place, was: "not made", is: "made" }];
  if (again === undefined) return [{ place, was: "made", is: "not made: the one before was accepted" }];
  const { code, failure, dryRun } = again.attempt;
  const failed = failure === null ? null : reportFailure(failure);
  return [
    ...differing(`${place}, code`, stored.code, code),
    ...compareCalls(place, stored.hostCalls, again.made),
    ...compareLogs(place, stored.log, dryRun?.outcome.log ?? []),
    ...differing(`${place}, failure`, stored.failure, failed),
    ...(stored.changeset === null || dryRun === null
      ? differing(`${place}, changeset`, stored.changeset, dryRun?.changeset ?? null)
      : compareChangesets(`${place}, changeset`, stored.changeset, dryRun.changeset)),
  ];
}

/** Only the first: what follows a call that went otherwise is seldom the same. */
function compareCalls(place: string, stored: Pick<MadeCall, "name" | "args">[], made: MadeCall[]): Difference[] {
  const most = Math.max(stored.length, made.length);
  for (let index = 0; index < most; index++) {
    const [was, is] = [stored[index], made[index]];
    const isSame = was !== undefined && is !== undefined && callText(was) === callText(is);
    if (isSame) continue;
    return [
      {
        place: `${place}, host call ${index + 1}`,
        ...around(was === undefined ? "not made" : callText(was), is === undefined ? "not made" : callText(is)),
      },
    ];
  }
  return [];
}

function callText({ name, args }: Pick<MadeCall, "name" | "args">): string {
  return `${name}(${canonical(args)})`;
}

function compareLogs(place: string, stored: string[], log: string[]): Difference[] {
  const most = Math.max(stored.length, log.length);
  const index = Array.from({ length: most }).findIndex((_, line) => stored[line] !== log[line]);
  return index === -1
    ? []
    : differing(`${place}, line ${index + 1} of its log`, stored[index] ?? null, log[index] ?? null);
}

function compareChangesets(place: string, was: Changeset, is: Changeset): Difference[] {
  return (["calls", "changes", "terms", "remarks", "digest"] as const).flatMap((part) =>
    differing(`${place}, ${part}`, was[part], is[part]),
  );
}

function differing(place: string, was: unknown, is: unknown): Difference[] {
  const [wasText, isText] = [canonical(was), canonical(is)];
  return wasText === isText ? [] : [{ place, ...around(wasText, isText) }];
}

const LEAD_CHARS = 60;
const MOST_CHARS = 240;

/** Both from a little before the first character that differs. */
function around(was: string, is: string): { was: string; is: string } {
  let first = 0;
  while (first < was.length && was[first] === is[first]) first++;
  const start = Math.max(0, first - LEAD_CHARS);
  return { was: cut(was, start), is: cut(is, start) };
}

function cut(text: string, start: number): string {
  const end = start + MOST_CHARS;
  return `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
}

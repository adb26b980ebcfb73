// A report in, the figures that are read first out: how many pass, and whether anything wrong was made real.
import type { ReactNode } from "react";
import type { EvaluationReport } from "../evaluation.ts";
import { cost, count, percent, plural } from "./figure-words.ts";

export function Headline({ report }: { report: EvaluationReport }) {
  const { trials, passHat, wrongChanges, approvalsShown, attempts, modelCalls, usage, cachedShare } = report;
  return (
    <dl className="headline">
      <Figure name="pass^1" value={passHat[0] === undefined ? "–" : percent(passHat[0])} size="large">
        {count(trials.passed)} of {plural(trials.held, "trial")} passed
      </Figure>
      <Figure name="Wrong changes" value={count(wrongChanges)} size="large" tone={wrongChanges === 0 ? "good" : "bad"}>
        {wrongChanges === 0 ? "Nothing was changed that should not be" : "Made real, and no case names them: must be 0"}
      </Figure>
      <Figure name="Failed" value={count(trials.failed)}>
        {trials.failed === 0 ? "no trial" : `of ${plural(trials.held, "trial")}`}
      </Figure>
      <Figure
        name="Could not be held"
        value={count(trials.errors)}
        {...(trials.errors > 0 ? { tone: "wait" as const } : {})}
      >
        errors, not failures
      </Figure>
      <Figure name="Approvals shown" value={count(approvalsShown)}>
        cards with a button
      </Figure>
      <Figure name="Attempts" value={count(attempts.total)}>
        {count(attempts.perRequest)} a request, {count(attempts.repaired)} repaired
      </Figure>
      <Figure name="Model calls" value={count(modelCalls)}>
        {count(perTrial(modelCalls, report))} a trial
      </Figure>
      <Figure name="Tokens in" value={count(usage.promptTokens)}>
        {percent(cachedShare)} from the cache
      </Figure>
      <Figure name="Tokens out" value={count(usage.completionTokens)}>
        written by the model
      </Figure>
      <Figure name="Cost" value={cost(usage.costUsd)}>
        {cost(perTrial(usage.costUsd, report))} a trial
      </Figure>
    </dl>
  );
}

function perTrial(whole: number, { trials }: EvaluationReport): number {
  return whole / Math.max(1, trials.held + trials.errors);
}

interface FigureProps {
  name: string;
  value: string;
  size?: "large";
  tone?: "good" | "bad" | "wait";
  children: ReactNode;
}

function Figure({ name, value, size, tone, children }: FigureProps) {
  return (
    <div data-size={size} data-tone={tone}>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
        <small>{children}</small>
      </dd>
    </div>
  );
}

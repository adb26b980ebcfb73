// The short facts of a run: who asked when, what came of it, which model, tokens and cost.
import type { RunDetail } from "../../report.ts";
import { momentWords } from "../clock-words.ts";
import { cost } from "../money.ts";
import { StatusTag } from "./status-tag.tsx";

export function RunFacts({ run }: { run: RunDetail }) {
  const facts: [string, string][] = [
    ["Asked by", `${run.requester.name} (${run.requester.role})`],
    ["At", momentWords(run.createdAt, new Date())],
    ["Model", run.model],
    ["Prompt", run.promptVersion],
    ["Tokens", `${run.usage.promptTokens} + ${run.usage.completionTokens}`],
    ["Cost", cost(run.usage.costUsd)],
    ["Run", run.runId],
  ];
  return (
    <dl className="facts">
      <div>
        <dt>Status</dt>
        <dd>
          <StatusTag status={run.status} action={run.action} />
        </dd>
      </div>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

// A stored run: its request and answer, the card, the code, the log, the changes, the attempts, times and cost.
import { useCallback } from "react";
import type { ApprovalCard, RunDetail } from "../../report.ts";
import type { Decision } from "../api/answers.ts";
import type { Client } from "../api/client.ts";
import { usePolled } from "../api/use-polled.ts";
import type { Viewer } from "../card/buttons-for.ts";
import { CardView } from "../card/card-view.tsx";
import { ChangeTable } from "../card/change-table.tsx";
import { ChartFigure } from "../chart/chart-figure.tsx";
import type { TableSource } from "../table/answer-table.tsx";
import { RunTable } from "../table/run-table.tsx";
import { AttemptView } from "./attempt-view.tsx";
import { CodeBlock } from "./code-block.tsx";
import { JsonText } from "./json-text.tsx";
import { RunFacts } from "./run-facts.tsx";
import { Timeline } from "./timeline.tsx";

const everyMs = 5_000;

interface RunViewProps {
  client: Client;
  tables: TableSource;
  runId: string;
  viewer: Viewer;
  onDecide: (card: ApprovalCard, decision: Decision, reason: string | null) => Promise<void>;
}

export function RunView({ client, tables, runId, viewer, onDecide }: RunViewProps) {
  const readRun = useCallback(() => client.readRun(runId), [client, runId]);
  const { value: run, problem, refresh } = usePolled(readRun, everyMs);

  async function decide(card: ApprovalCard, decision: Decision, reason: string | null): Promise<void> {
    try {
      await onDecide(card, decision, reason);
    } finally {
      refresh();
    }
  }

  return (
    <section className="run" aria-label="Run">
      <p>
        <a href="#/runs">All runs</a>
      </p>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem.message}
        </p>
      )}
      {run !== null && <StoredRun run={run} tables={tables} viewer={viewer} onDecide={decide} />}
    </section>
  );
}

type StoredRunProps = { run: RunDetail } & Pick<RunViewProps, "tables" | "viewer" | "onDecide">;

function StoredRun({ run, tables, viewer, onDecide }: StoredRunProps) {
  const { chart, answer_rows: rows, ...others } = run.extras;
  const extras = Object.entries(others).filter(([, value]) => value !== null);
  return (
    <>
      <h1>{run.request}</h1>
      <p className="answer">{run.answerText}</p>
      <ChartFigure chart={chart} />
      {rows !== null && <RunTable rows={rows} runId={run.runId} source={tables} />}
      <RunFacts run={run} />
      {run.error !== null && (
        <p className="problem">
          {run.error.message}
          {run.error.line !== undefined && ` (line ${run.error.line})`}
        </p>
      )}
      <h2>Stages</h2>
      <Timeline stages={run.stages} />
      {run.card !== null && (
        <>
          <h2>Approval</h2>
          <CardView card={run.card} viewer={viewer} onDecide={onDecide} />
        </>
      )}
      <h2>The plan</h2>
      {run.code === null ? (
        <p className="nothing">No plan was accepted.</p>
      ) : (
        <CodeBlock code={run.code} label="Code of the plan" failedLine={run.error?.line} testId="run-code" />
      )}
      {run.log.length > 0 && (
        <>
          <h2>Log</h2>
          <pre className="log">{run.log.join("\n")}</pre>
        </>
      )}
      {run.changeset.changes.length > 0 && (
        <>
          <h2>Changes in the dry run</h2>
          <ChangeTable changes={run.changeset.changes} caption="Changes in the dry run" everyColumn />
        </>
      )}
      {run.committedChanges !== null && (
        <>
          <h2>Changes made real</h2>
          <ChangeTable changes={run.committedChanges} caption="Changes made real" everyColumn />
        </>
      )}
      {extras.length > 0 && (
        <>
          <h2>More of the answer</h2>
          <dl className="extras">
            {extras.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <JsonText value={value} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <h2>Attempts</h2>
      {run.attemptList.map((attempt) => (
        <AttemptView key={attempt.number} attempt={attempt} isOpen={attempt.failure !== null} />
      ))}
    </>
  );
}

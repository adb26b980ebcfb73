// The newest runs, each a link to everything kept of it.
import type { Client } from "../api/client.ts";
import { usePolled } from "../api/use-polled.ts";
import { momentWords } from "../clock-words.ts";
import { runAddress } from "../route.ts";
import { StatusTag } from "./status-tag.tsx";

const everyMs = 5_000;

export function RunList({ client }: { client: Client }) {
  const { value: runs, problem } = usePolled(client.readRuns, everyMs);
  return (
    <section className="run" aria-label="Runs">
      <h1>Runs</h1>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem.message}
        </p>
      )}
      {runs?.length === 0 && <p className="nothing">Nobody has asked for anything yet.</p>}
      <ul className="run-list">
        {runs?.map((run) => (
          <li key={run.runId}>
            <a href={runAddress(run.runId)}>{run.request}</a>
            <span className="tags">
              <StatusTag status={run.status} action={run.action} />
              {run.approval !== null && <span className="tag">{run.approval.state}</span>}
            </span>
            <small>
              {run.requester.name} ({run.requester.role}), {momentWords(run.createdAt, new Date())}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

// How long stages took, in; for each the half of them and nearly all of them as a bar with its figures out.
import type { EvaluationReport } from "../evaluation.ts";
import { Bar } from "./bar.tsx";
import { count, duration } from "./figure-words.ts";

export function LatencyTable({ latency }: Pick<EvaluationReport, "latency">) {
  const longestMs = Math.max(...latency.map(({ p95Ms }) => p95Ms), Number.EPSILON);
  if (latency.length === 0) return <p className="quiet">No times were taken.</p>;
  return (
    <table className="bars">
      <thead>
        <tr>
          <th scope="col">Stage</th>
          <th scope="col">
            <span className="unseen">Length</span>
          </th>
          <th scope="col">
            <i className="strong" aria-hidden="true" /> p50
          </th>
          <th scope="col">
            <i className="faint" aria-hidden="true" /> p95
          </th>
          <th scope="col">Times</th>
        </tr>
      </thead>
      <tbody>
        {latency.map(({ stage, count: times, p50Ms, p95Ms }) => (
          <tr key={stage} data-whole={stage === "request"}>
            <th scope="row">{stage === "request" ? "whole request" : stage}</th>
            <td className="bar-cell">
              <Bar share={p50Ms / longestMs} faintShare={p95Ms / longestMs} />
            </td>
            <td className="figure">{duration(p50Ms)}</td>
            <td className="figure">{duration(p95Ms)}</td>
            <td className="figure">{count(times)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// How each kind of request fared, in; a bar and its figures for each out.
import type { EvaluationReport } from "../evaluation.ts";
import { Bar } from "./bar.tsx";
import { count, percent } from "./figure-words.ts";

export function KindsTable({ kinds }: Pick<EvaluationReport, "kinds">) {
  return (
    <table className="bars">
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col">
            <span className="unseen">Share</span>
          </th>
          <th scope="col">pass^1</th>
          <th scope="col">Passed</th>
        </tr>
      </thead>
      <tbody>
        {kinds.map(({ kind, trials, passed, passHat1, wrongChanges }) => (
          <tr key={kind}>
            <th scope="row">
              {kind}
              {wrongChanges > 0 && <span className="tag bad">{count(wrongChanges)} wrong</span>}
            </th>
            <td className="bar-cell">
              <Bar share={trials === 0 ? 0 : passHat1} />
            </td>
            <td className="figure">{trials === 0 ? "–" : percent(passHat1)}</td>
            <td className="figure">
              {count(passed)}/{count(trials)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

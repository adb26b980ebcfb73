// How often the checks refused a draft, by rule, in; a bar for each out.
import type { EvaluationReport } from "../evaluation.ts";
import { Bar } from "./bar.tsx";
import { count } from "./figure-words.ts";

export function RulesTable({ brokenRules }: Pick<EvaluationReport, "brokenRules">) {
  const most = Math.max(...brokenRules.map(({ times }) => times), 1);
  if (brokenRules.length === 0) return <p className="quiet">No draft was refused.</p>;
  return (
    <table className="bars">
      <thead>
        <tr>
          <th scope="col">Rule</th>
          <th scope="col">
            <span className="unseen">Share</span>
          </th>
          <th scope="col">Drafts</th>
        </tr>
      </thead>
      <tbody>
        {brokenRules.map(({ code, times }) => (
          <tr key={code}>
            <th scope="row">
              <code>{code}</code>
            </th>
            <td className="bar-cell">
              <Bar share={times / most} />
            </td>
            <td className="figure">{count(times)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

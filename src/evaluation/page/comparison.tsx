// Several reports in, side by side out: a chart of how steadily they pass, and their figures, the best of each marked.
import type { EvaluationReport } from "../evaluation.ts";
import { cost, count, duration, percent } from "./figure-words.ts";
import { PassChart } from "./pass-chart.tsx";

interface Compared {
  name: string;
  /** null: there is no such figure. */
  figure(report: EvaluationReport): number | null;
  words(value: number): string;
  /** Which one is marked; "none" for figures that are neither good nor bad by themselves. */
  best: "most" | "least" | "none";
}

// As high as the table beside it.
const besideTablePx = 430;

const requestOf = ({ latency }: EvaluationReport) => latency.find(({ stage }) => stage === "request");

const comparedUpTo = (k: number): Compared[] => [
  ...passHatRows(k),
  { name: "Wrong changes", figure: ({ wrongChanges }) => wrongChanges, words: count, best: "least" },
  { name: "Trials passed", figure: ({ trials }) => trials.passed, words: count, best: "none" },
  { name: "Trials held", figure: ({ trials }) => trials.held, words: count, best: "none" },
  { name: "Could not be held", figure: ({ trials }) => trials.errors, words: count, best: "none" },
  { name: "Approvals shown", figure: ({ approvalsShown }) => approvalsShown, words: count, best: "none" },
  { name: "Attempts a request", figure: ({ attempts }) => attempts.perRequest, words: count, best: "least" },
  { name: "Model calls", figure: ({ modelCalls }) => modelCalls, words: count, best: "least" },
  { name: "Tokens in", figure: ({ usage }) => usage.promptTokens, words: count, best: "least" },
  { name: "Tokens out", figure: ({ usage }) => usage.completionTokens, words: count, best: "least" },
  { name: "From the cache", figure: ({ cachedShare }) => cachedShare, words: percent, best: "none" },
  { name: "Cost", figure: ({ usage }) => usage.costUsd, words: cost, best: "least" },
  { name: "Request, p50", figure: (report) => requestOf(report)?.p50Ms ?? null, words: duration, best: "least" },
  { name: "Request, p95", figure: (report) => requestOf(report)?.p95Ms ?? null, words: duration, best: "least" },
];

/** The first and the last tell how it falls. */
function passHatRows(k: number): Compared[] {
  return [...new Set([1, k])].map((power) => ({
    name: `pass^${power}`,
    figure: ({ passHat }) => passHat[power - 1] ?? null,
    words: percent,
    best: "most",
  }));
}

export function Comparison({ reports, names }: { reports: EvaluationReport[]; names: string[] }) {
  const lines = reports.map(({ passHat }, series) => ({ name: names[series] ?? "", passHat, series }));
  const most = Math.max(1, ...reports.map(({ passHat }) => passHat.length));
  return (
    <section className="comparison" aria-label="Side by side">
      <div className="panel">
        <h2>All of k trials pass</h2>
        <ul className="legend" aria-hidden="true">
          {names.map((name, index) => (
            <li key={name}>
              <i className="series" data-series={index} />
              {name}
            </li>
          ))}
        </ul>
        <PassChart lines={lines} heightPx={besideTablePx} />
      </div>
      <div className="panel">
        <h2>Side by side</h2>
        <div className="wide">
          <table className="compared">
            <thead>
              <tr>
                <th scope="col">
                  <span className="unseen">Figure</span>
                </th>
                {names.map((name, index) => (
                  <th key={name} scope="col">
                    <i className="series" data-series={index} aria-hidden="true" /> {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {comparedUpTo(most).map((one) => (
                <ComparedRow key={one.name} compared={one} reports={reports} names={names} />
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  );
}

interface ComparedRowProps {
  compared: Compared;
  reports: EvaluationReport[];
  names: string[];
}

function ComparedRow({ compared: { name, figure, words, best }, reports, names }: ComparedRowProps) {
  const values = reports.map(figure);
  const given = values.filter((value) => value !== null);
  const isSame = new Set(given).size < 2;
  const bestValue = isSame || best === "none" ? null : best === "most" ? Math.max(...given) : Math.min(...given);
  return (
    <tr>
      <th scope="row">{name}</th>
      {values.map((value, index) => (
        <td
          key={names[index]}
          data-best={value !== null && value === bestValue}
          data-alarm={name === "Wrong changes" && value !== 0}
        >
          {value === null ? "–" : words(value)}
          {value !== null && value === bestValue && <span className="unseen"> (best)</span>}
        </td>
      ))}
    </tr>
  );
}

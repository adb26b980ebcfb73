// One report in; its figures, charts and failures out.
import type { EvaluationReport } from "../evaluation.ts";
import { Failures } from "./failures.tsx";
import { duration } from "./figure-words.ts";
import { Headline } from "./headline.tsx";
import { KindsTable } from "./kinds-table.tsx";
import { LatencyTable } from "./latency-table.tsx";
import { PassChart } from "./pass-chart.tsx";
import { RulesTable } from "./rules-table.tsx";

export function ReportView({ report, series }: { report: EvaluationReport; series: number }) {
  const { notes, passHat, kinds, latency, brokenRules, failures, model, promptVersion, tookMs } = report;
  return (
    <>
      {notes.length > 0 && (
        <ul className="notes" aria-label="Notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <Headline report={report} />
      <div className="panels">
        <div className="panel">
          <h3>All of k trials pass</h3>
          {passHat.length > 1 ? (
            <PassChart lines={[{ name: "", passHat, series }]} />
          ) : (
            <p className="quiet">One trial of each case tells nothing of how steady it is: --trials 5 does.</p>
          )}
        </div>
        <div className="panel">
          <h3>By kind of request</h3>
          <KindsTable kinds={kinds} />
        </div>
        <div className="panel">
          <h3>How long it takes</h3>
          <LatencyTable latency={latency} />
        </div>
        <div className="panel">
          <h3>Rules that drafts broke</h3>
          <RulesTable brokenRules={brokenRules} />
        </div>
      </div>
      <Failures failures={failures} />
      <p className="quiet">
        Model {model}, prompt {promptVersion}, {duration(tookMs)} altogether.
      </p>
    </>
  );
}

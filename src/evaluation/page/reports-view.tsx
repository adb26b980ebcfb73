// Reports in; the page out: what they are of, how they compare where there are several, and each by itself.
import { useState } from "react";
import type { EvaluationReport } from "../evaluation.ts";
import { Comparison } from "./comparison.tsx";
import { moment, plural } from "./figure-words.ts";
import { namesOf } from "./report-names.ts";
import { ReportView } from "./report-view.tsx";

export function ReportsView({ reports }: { reports: EvaluationReport[] }) {
  const [chosen, setChosen] = useState(0);
  const [first] = reports;
  if (first === undefined) return <p className="nothing">There is no report in this file.</p>;
  const names = namesOf(reports);
  const isOne = reports.length === 1;
  return (
    <>
      <header>
        <p className="kicker">Evaluation</p>
        <h1>{[...new Set(reports.map(({ suite }) => suite.file))].join(", ")}</h1>
        <p className="about">{first.suite.about}</p>
        <p className="quiet">
          {plural(first.suite.cases, "case")}, {plural(first.trialsPerCase, "trial")} of each
          {isOne && `, planner ${first.planner}, model ${first.model}`}. Begun {moment(first.startedAt)}.
        </p>
      </header>
      <main>
        {!isOne && <Comparison reports={reports} names={names} />}
        {!isOne && (
          <nav className="chooser" aria-label="Which report is shown">
            {names.map((name, index) => (
              <button key={name} type="button" aria-pressed={index === chosen} onClick={() => setChosen(index)}>
                <i className="series" data-series={index} aria-hidden="true" />
                {name}
              </button>
            ))}
          </nav>
        )}
        {reports.map((report, index) => (
          // In print all of them are there.
          <section key={names[index]} hidden={index !== chosen} aria-label={`Report: ${names[index]}`}>
            {!isOne && <h2 className="report-name">{names[index]}</h2>}
            <ReportView report={report} series={index} />
          </section>
        ))}
      </main>
    </>
  );
}

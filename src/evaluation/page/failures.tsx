// The trials that did not pass in; a list of them out that can be narrowed to a kind and to words.
import { useId, useState } from "react";
import { changeInWords } from "../change-words.ts";
import { type Failure, type FailureKind, failuresOf, matching } from "./failure-filter.ts";
import { count, plural } from "./figure-words.ts";

const kinds: { kind: FailureKind; name: string }[] = [
  { kind: "all", name: "All" },
  { kind: "wrong", name: "Wrong changes" },
  { kind: "failed", name: "Failed" },
  { kind: "error", name: "Could not be held" },
];

export function Failures({ failures }: { failures: Failure[] }) {
  const [kind, setKind] = useState<FailureKind>("all");
  const [query, setQuery] = useState("");
  const id = useId();
  const shown = matching(failuresOf(failures, kind), query);
  return (
    <section className="panel failures" aria-labelledby={`${id}-name`}>
      <h3 id={`${id}-name`}>Failures</h3>
      {failures.length === 0 ? (
        <p className="all-good">Every trial passed.</p>
      ) : (
        <>
          <div className="filter">
            <fieldset>
              <legend className="unseen">Kind of failure</legend>
              {kinds.map(({ kind: one, name }) => (
                <button key={one} type="button" aria-pressed={one === kind} onClick={() => setKind(one)}>
                  {name} <span>{count(failuresOf(failures, one).length)}</span>
                </button>
              ))}
            </fieldset>
            <label htmlFor={`${id}-words`} className="unseen">
              Words in a failure
            </label>
            <input
              id={`${id}-words`}
              type="search"
              placeholder="Case, run or reason"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
          </div>
          <p className="quiet" role="status">
            {shown.length === failures.length
              ? plural(shown.length, "trial")
              : `${count(shown.length)} of ${plural(failures.length, "trial")}`}
          </p>
          <ol>
            {shown.map((failure) => (
              <FailureItem key={`${failure.caseId} ${failure.trial}`} failure={failure} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function FailureItem({ failure: { caseId, trial, verdict, reasons, wrongChanges, runIds } }: { failure: Failure }) {
  return (
    <li data-verdict={verdict} data-testid="failure">
      <h4>
        {caseId} <small>trial {trial}</small>
        <span className={verdict === "error" ? "tag wait" : "tag bad"}>
          {verdict === "error" ? "could not be held" : "failed"}
        </span>
      </h4>
      <ul className="reasons">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {wrongChanges.length > 0 && (
        <div className="wrong">
          <b>{plural(wrongChanges.length, "wrong change")}</b>
          <ul>
            {wrongChanges.map(changeInWords).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </div>
      )}
      {runIds.length > 0 && (
        <p className="run-ids">
          {runIds.length === 1 ? "Run" : "Runs"}{" "}
          {runIds.map((runId) => (
            <code key={runId}>{runId}</code>
          ))}
        </p>
      )}
    </li>
  );
}

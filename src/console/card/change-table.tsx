// Changes in, a table of before → after out: a row for each change, or a row for each of its columns.
import type { Change } from "../../operations/operation.ts";
import { type Fact, factsOf, subjectOf } from "./column-words.ts";

interface ChangeTableProps {
  changes: Change[];
  caption: string;
  everyColumn: boolean;
}

export function ChangeTable({ changes, caption, everyColumn }: ChangeTableProps) {
  const Rows = everyColumn ? EveryColumn : InShort;
  return (
    <div className="wide-table">
      <table className="changes">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        {changes.map((change) => (
          <Rows key={`${change.table} ${change.key}`} change={change} />
        ))}
      </table>
    </div>
  );
}

function InShort({ change }: { change: Change }) {
  const { title, note } = subjectOf(change);
  const facts = factsOf(change, false);
  const only = facts.length === 1 ? facts[0] : undefined;
  return (
    <tbody>
      <tr>
        <th scope="row">
          {only === undefined ? title : `${change.key} ${only.label.toLowerCase()}`} <small>{note}</small>
        </th>
        <td>{change.before === null ? "—" : <Values facts={facts} side="before" />}</td>
        <td className="after">{change.after === null ? "—" : <Values facts={facts} side="after" />}</td>
      </tr>
    </tbody>
  );
}

function Values({ facts, side }: { facts: Fact[]; side: "before" | "after" }) {
  if (facts.length === 1) return <Value text={facts[0]?.[side] ?? ""} />;
  return (
    <ul>
      {facts.map((fact) => (
        <li key={fact.column}>
          <small>{fact.label}</small> <Value text={fact[side]} />
        </li>
      ))}
    </ul>
  );
}

/** A figure stays on one line, with its sign; a text may wrap. */
function Value({ text }: { text: string }) {
  return <span className={text.length < 18 ? "figure" : undefined}>{text}</span>;
}

function EveryColumn({ change }: { change: Change }) {
  const { title, note } = subjectOf(change);
  return (
    <tbody>
      <tr className="subject">
        <th scope="rowgroup" colSpan={3}>
          {title} <small>{note}</small>
        </th>
      </tr>
      {factsOf(change, true).map(({ column, label, before, after }) => (
        <tr key={column}>
          <th scope="row">{label}</th>
          <td>
            <Value text={before} />
          </td>
          <td className="after">
            <Value text={after} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

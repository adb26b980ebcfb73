// The table of a stored run, read when the run is looked at; its rows as they were kept where they make no table.
import { useCallback } from "react";
import type { Json } from "../../json.ts";
import { usePolled } from "../api/use-polled.ts";
import { JsonText } from "../runs/json-text.tsx";
import { AnswerTable, type TableSource } from "./answer-table.tsx";

// What was answered does not change any more.
const everyMs = 600_000;
const shownRows = 10;

export function RunTable({ rows, runId, source }: { rows: Json; runId: string; source: TableSource }) {
  const read = useCallback(() => source.readTable(runId), [source, runId]);
  const { value: table, problem } = usePolled(read, everyMs);
  if (problem !== null) return <JsonText value={rows} />;
  if (table === null) return <p className="nothing">Reading the table…</p>;
  const head = { ...table, rows: table.rows.slice(0, shownRows), rowCount: table.rows.length };
  return <AnswerTable head={head} runId={runId} source={source} />;
}

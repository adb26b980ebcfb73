// The table of an answer: its first rows, all of them when they are asked for, and the same as a file.
import { useState } from "react";
import type { TableHead } from "../../platforms/web-answers.ts";
import type { Table } from "../../table/table.ts";
import { connectionError } from "../api/api-error.ts";
import type { CallerClient } from "../api/caller-client.ts";
import { RowTable } from "./row-table.tsx";
import { saveFile } from "./save-file.ts";

export type TableSource = Pick<CallerClient, "readTable" | "readCsv">;

interface AnswerTableProps {
  head: TableHead;
  /** Of the run that has the rest; null where it is not kept. */
  runId: string | null;
  source: TableSource;
}

export function AnswerTable({ head, runId, source }: AnswerTableProps) {
  const [all, setAll] = useState<Table | null>(null);
  const [isAll, setIsAll] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { rowCount } = head;
  const count = `${rowCount.toLocaleString("en-US")} ${rowCount === 1 ? "row" : "rows"}`;

  function attempt(act: () => Promise<void>): void {
    setIsBusy(true);
    setProblem(null);
    act()
      .catch((cause: unknown) => setProblem(connectionError(cause).message))
      .finally(() => setIsBusy(false));
  }

  async function showAll(id: string): Promise<void> {
    setAll(all ?? (await source.readTable(id)));
    setIsAll(true);
  }

  return (
    <div className="answer-table" data-testid="table">
      <RowTable
        table={isAll && all !== null ? all : head}
        caption={`Table of the answer, ${count}`}
        elsewhere={runId === null ? null : "Download CSV has them all."}
      />
      {runId !== null && (
        <div className="table-foot">
          {rowCount > head.rows.length && (
            <button
              type="button"
              className="link"
              disabled={isBusy}
              onClick={() => (isAll ? setIsAll(false) : attempt(() => showAll(runId)))}
            >
              {isAll ? `Show the first ${head.rows.length} rows` : `Show all ${count}`}
            </button>
          )}
          <button
            type="button"
            className="link"
            disabled={isBusy}
            onClick={() => attempt(async () => saveFile(await source.readCsv(runId), `${runId}.csv`))}
          >
            Download CSV
          </button>
        </div>
      )}
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

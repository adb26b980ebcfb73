// A run's id and who asks in; the table of its answer out, whole, as its beginning, or as a file.
import type { Context } from "hono";
import { z } from "zod";
import { PersonSchema } from "../records/person.ts";
import type { Person } from "../requester.ts";
import type { Service } from "../service.ts";
import { CSV_NAME, CSV_TYPE, tableCsv } from "../table/csv.ts";
import type { Table, TableLimits } from "../table/table.ts";
import { TableSchema } from "../table/table-schema.ts";
import type { TableHead } from "./web-answers.ts";
import { WebError } from "./web-error.ts";

export function headOf(table: Table | null, { shownRows }: TableLimits): TableHead | null {
  if (table === null) return null;
  const { columns, rows } = table;
  return { columns, rows: rows.slice(0, shownRows), rowCount: rows.length };
}

// What is posted about a run: its answer first, then what came of the presses.
const MOST_REPLIES = 10;
const WithTable = z.object({ table: TableSchema });

/** As it went out with the answer. To a customer, the table of another's answer reads like one that does not exist. */
export async function readTable({ database }: Service, person: Person, runId: string): Promise<Table> {
  const run = await database.client.run.findUnique({
    where: { id: runId },
    select: { request: { select: { requester: true, conversationId: true } } },
  });
  const isTheirs =
    run !== null && (person.role !== "customer" || PersonSchema.parse(run.request.requester).person === person.person);
  const replies = isTheirs
    ? await database.client.outbox.findMany({
        where: { conversationId: run.request.conversationId, reply: { path: ["runId"], equals: runId } },
        orderBy: { position: "asc" },
        take: MOST_REPLIES,
      })
    : [];
  for (const { reply } of replies) {
    const { data } = WithTable.safeParse(reply);
    if (data !== undefined) return data.table;
  }
  throw new WebError(404, "NO_SUCH_TABLE", `There is no table of the run ${runId}.`);
}

/** As a file that a browser keeps: the one that the chats get. */
export function csvResponse(context: Context, table: Table): Response {
  return context.body(Buffer.from(tableCsv(table)), 200, {
    "content-type": CSV_TYPE,
    "content-disposition": `attachment; filename="${CSV_NAME}"`,
  });
}

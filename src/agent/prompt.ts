// A request and the store as it stands in, the turns for the model out. The fixed part comes first and is the same,
// byte for byte, from call to call, so that providers' caches hold.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PlanRequest, Turn } from "../model/model.ts";
import { declarations } from "../operations/declarations.ts";
import { COUNTED_ROWS, type StoreNow } from "./store-now.ts";

const FIXED = readFileSync(join(import.meta.dirname, "prompt.md"), "utf8").replace("{{declarations}}", () =>
  declarations(),
);

/** Tells which wording a stored run was planned with. */
export const promptVersion = createHash("sha256").update(FIXED).digest("hex").slice(0, 12);

export function writePrompt(request: PlanRequest, store: StoreNow): Turn[] {
  return [
    { role: "system", text: FIXED },
    { role: "user", text: livePart(request, store) },
  ];
}

function livePart(request: PlanRequest, store: StoreNow): string {
  const tables = store.tables.map((table) =>
    [
      `${table.name}: ${rowsWords(table.rowCount)} (${table.fields.map((field) => `${field.name} ${field.type}`).join(", ")})`,
      ...table.samples.map((row) => JSON.stringify(row)),
    ].join("\n"),
  );
  const { role, customerId, name } = request.requester;
  const who =
    customerId === null ? (role === "customer" ? ", not on file (a guest)" : "") : `, customerId ${customerId}`;
  const turns = request.history.map((turn) => `${turn.who}: ${JSON.stringify(turn.text)}`);
  const pending = request.pending === null ? [] : [`still_open: ${JSON.stringify(request.pending)}`];
  return [
    "# The store now",
    ...tables,
    "# Who asks",
    `role ${role}${who}${name === null ? "" : `, name ${JSON.stringify(name)}`}; now ${request.now}`,
    "# Earlier turns",
    ...(turns.length + pending.length === 0 ? ["none"] : [...turns, ...pending]),
    "# user_request",
    JSON.stringify(request.user_request),
  ].join("\n");
}

function rowsWords(count: number): string {
  return count > COUNTED_ROWS ? `more than ${COUNTED_ROWS} rows` : `${count} rows`;
}

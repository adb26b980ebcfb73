// A request and the store as it stands in, the turns for the model out. The fixed part comes first and is the same,
// byte for byte, from call to call, so that providers' caches hold.
import { createHash } from "node:crypto";
import { dataLine } from "../guards/data-line.ts";
import type { PlanRequest, Turn } from "../model/model.ts";
import { declarations } from "../operations/declarations.ts";
import { fixedText } from "./fixed-text.ts";
import { COUNTED_ROWS, type StoreNow } from "./store-now.ts";

const FIXED = fixedText("code", "prompt.md", { declarations: declarations() });

/** Tells which wording a stored run was planned with. */
export const promptVersion = versionOf(FIXED);

export function versionOf(fixed: string): string {
  return createHash("sha256").update(fixed).digest("hex").slice(0, 12);
}

export function writePrompt(request: PlanRequest, store: StoreNow): Turn[] {
  return [
    { role: "system", text: FIXED },
    { role: "user", text: livePart(request, store) },
  ];
}

/** What differs from request to request, for every planner the same. */
export function livePart(request: PlanRequest, store: StoreNow): string {
  const tables = store.tables.map((table) =>
    [
      `${table.name}: ${rowsWords(table.rowCount)} (${table.fields.map((field) => `${field.name} ${field.type}`).join(", ")})`,
      ...table.samples.map(dataLine),
    ].join("\n"),
  );
  const { role, customerId, name } = request.requester;
  const who =
    customerId === null ? (role === "customer" ? ", not on file (a guest)" : "") : `, customerId ${customerId}`;
  const turns = request.history.map((turn) => `${turn.who}: ${dataLine(turn.text)}`);
  const isOpen = Array.isArray(request.pending) && request.pending.length > 0;
  const pending = !isOpen ? [] : [`still_open: ${dataLine(request.pending)}`];
  return [
    "# The store now",
    ...tables,
    "# Who asks",
    `role ${role}${who}${name === null ? "" : `, name ${dataLine(name)}`}; now ${request.now}`,
    "# Earlier turns",
    ...(turns.length + pending.length === 0 ? ["none"] : [...turns, ...pending]),
    "# user_request",
    dataLine(request.user_request),
  ].join("\n");
}

function rowsWords(count: number): string {
  return count > COUNTED_ROWS ? `more than ${COUNTED_ROWS} rows` : `${count} rows`;
}

// The tables and the catalog in, the TypeScript that tells the model what a plan can call out: one text, the same for
// every requester, so that it can stand in the fixed part of the prompt.
import { z } from "zod";
import { operations } from "./catalog.ts";
import type { Operation, OperationErrorCode } from "./operation.ts";
import { type TableDescription, tables } from "./tables.ts";

const READER = `interface Reader<Row> { // arguments as in Prisma Client
  findMany(q?: { where?, orderBy?, take?, skip?, select? }): Promise<Row[]>;
  findFirst(q?): Promise<Row | null>;  count(q?: { where? }): Promise<number>;
  aggregate(q: { where?, _sum?, _avg?, _min?, _max?, _count? }): Promise<object>;
  groupBy(q: { by: string[], having?, orderBy?, take?, … as in aggregate }): Promise<object[]>;
}
// A read of more than 200 rows throws: use count, aggregate, groupBy, or page with take and skip. Orders come newest first
// unless orderBy says otherwise. No relations but an order's lines: join by customerId. An empty _sum is null.
// groupBy.by, where and orderBy also take day ('2025-10-03'), week (its Monday), month ('2025-10'), year: of createdAt, UTC.
// inventory.where also takes { search: 'words' }: every word must occur, whole, in name or description ('round', not 'round
// sunglasses'; 'round' is not in 'wraparound'; plural and singular match). mode: 'insensitive' works.`;

const DONE = `interface Done { amount, total: number; balanceAfter, stockAfter, orderId, ticketId: number | null }
// amount as the till sees it, negative for a return or refund; total is its absolute value`;

/** Each code with the facts that its error carries and the STATUS that belongs to it. */
const CODES: { [code in OperationErrorCode]: { facts: string; status: string } } = {
  INSUFFICIENT_STOCK: { facts: " { available }", status: "insufficient_stock" },
  NOT_FOUND: { facts: "", status: "no_match" },
  NOT_ALLOWED: { facts: "", status: "unsupported_intent" },
  INVALID_QUANTITY: { facts: "", status: "invalid_request" },
  AMBIGUOUS: { facts: " { candidates }", status: "invalid_request" },
  AMOUNT_CHANGED: { facts: " { before, after }", status: "invalid_request" },
  WRONG_STATE: { facts: " { status, reason? }", status: "invalid_request" },
  INVALID_ARGUMENT: { facts: "", status: "" },
};

/** The STATUS that belongs to a thrown code; null where none does. */
export function statusForCode(code: string): string | null {
  const known = Object.entries(CODES).find(([name]) => name === code)?.[1].status ?? "";
  return known === "" ? null : known;
}

/** Planners that write no code take the parts that they need. */
export function declarationParts(): { readers: string; rows: string; operations: string; results: string } {
  const forAll = operations.filter((operation) => operation.roles.includes("customer"));
  const forStaff = operations.filter((operation) => !operation.roles.includes("customer"));
  const shop = [
    "declare const shop: { // staged changes; each throws an Error with .code and facts",
    ...forAll.map(signature),
    "  // staff and admin only:",
    ...forStaff.map(signature),
    "};",
  ];
  return {
    readers: READER,
    rows: tables.map(rowInterface).join("\n"),
    operations: shop.join("\n"),
    results: [DONE, codes()].join("\n"),
  };
}

export function declarations(): string {
  const readers = tables.map((table) => `${table.name}: Reader<${table.rowType}>`).join("; ");
  const parts = declarationParts();
  return [`declare const db: { ${readers} };`, parts.readers, parts.rows, "", parts.operations, parts.results].join(
    "\n",
  );
}

function rowInterface(table: TableDescription): string {
  const fields = table.fields.map((field) => `${field.name}: ${field.typescript}`);
  if (table.lineFields === null) return `interface ${table.rowType} { ${fields.join("; ")} }`;
  const line = table.lineFields.map((field) => `${field.name}: ${field.typescript}`).join("; ");
  return `interface ${table.rowType} { ${fields.join("; ")}; lines: { ${line} }[] }   // lines always included`;
}

function signature(operation: Operation): string {
  const input = typeWords(z.toJSONSchema(operation.input, { io: "input" }));
  const hint = operation.hint === "" ? "" : `   // ${operation.hint}`;
  return `  ${operation.name}(${input === "{}" ? "" : `i: ${input}`}): Promise<${operation.result}>;${hint}`;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The part of JSON Schema that arguments use. */
function typeWords(schema: JsonSchema): string {
  const alternatives = (schema.anyOf ?? []).filter((one) => one.type !== "null");
  if (alternatives.length > 0) return alternatives.map(typeWords).join(" | ");
  const [type] = [schema.type].flat().filter((one) => one !== "null");
  switch (type) {
    case "object": {
      const required = schema.required ?? [];
      const fields = Object.entries(schema.properties ?? {}).map(([name, value]) => {
        const type = typeof value === "boolean" ? "unknown" : typeWords(value);
        return `${name}${required.includes(name) ? "" : "?"}: ${type}`;
      });
      return fields.length === 0 ? "{}" : `{ ${fields.join("; ")} }`;
    }
    case "array": {
      const { items } = schema;
      return `${typeof items === "object" && !Array.isArray(items) ? typeWords(items) : "unknown"}[]`;
    }
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
      return type;
    default:
      return "unknown";
  }
}

function codes(): string {
  const byStatus = new Map<string, string[]>();
  for (const [code, { facts, status }] of Object.entries(CODES)) {
    if (status !== "") byStatus.set(status, [...(byStatus.get(status) ?? []), `${code}${facts}`]);
  }
  const groups = [...byStatus].map(([status, names]) => `${names.join(", ")} → ${status}`);
  return [
    `// thrown codes → STATUS: ${groups.slice(0, -1).join(" · ")}`,
    `//   ${groups.at(-1)} · INVALID_ARGUMENT: its message says how`,
  ].join("\n");
}

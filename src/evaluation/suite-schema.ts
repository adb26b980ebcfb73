// The form of a suite's file: what its JSON may hold, with reasons in words for whoever wrote it.
import { z } from "zod";
import { MOST_HISTORY_DAYS } from "../../prisma/history.ts";
import { STATUSES } from "../agent/validate.ts";
import { columnsOf, SHOP_TABLES } from "./shop-rows.ts";

/** "failed": no plan was accepted. */
const KNOWN_STATUSES: readonly string[] = [...STATUSES, "failed"];

const Statuses = z
  .unknown()
  .default([])
  .transform((value, context): string[] => {
    const listed: unknown[] = value === undefined ? [] : [value].flat();
    const wrong = listed.find((one) => typeof one !== "string" || !KNOWN_STATUSES.includes(one));
    if (wrong === undefined) return listed.map(String);
    context.addIssue(`${JSON.stringify(wrong)} is no STATUS; use ${KNOWN_STATUSES.join(", ")}, or a list of them`);
    return z.NEVER;
  });

/** The columns by which a row is told, beside the key and the one field that a change may name. */
const NAMING = ["table", "key", "field", "before", "after"];

const Change = z
  .looseObject({
    table: z.enum(SHOP_TABLES),
    key: z.union([z.string(), z.int()], 'must be an id, or "new" for a row that the shop adds').optional(),
    field: z.string().optional(),
    before: z.json().optional(),
    after: z.json().optional(),
  })
  .catchall(z.json())
  .superRefine((change, context) => {
    const columns = columnsOf(change.table);
    const named = Object.keys(change).filter((name) => !NAMING.includes(name));
    for (const name of named) {
      if (!columns.includes(name))
        context.addIssue(`${change.table} has no column ${name}; it has ${columns.join(", ")}`);
    }
    if (change.field === undefined) {
      if (change.before !== undefined || change.after !== undefined) {
        context.addIssue("before and after are values of one column: say which with field");
      }
      return;
    }
    if (!columns.includes(change.field)) {
      const message = `${change.table} has no column ${change.field}; it has ${columns.join(", ")}`;
      context.addIssue({ code: "custom", path: ["field"], message });
    }
    if (change.after === undefined) {
      context.addIssue({ code: "custom", path: ["after"], message: "is missing: what shall the field be afterwards?" });
    }
  });

const Needs = z
  .enum(["requester", "admin", "requester+admin"], "must be requester, admin or requester+admin")
  .optional();

const Words = z.array(z.string().min(1, "must not be empty")).default([]);

const Judged = {
  request: z.string().trim().min(1, "must say what the person asks"),
  status: Statuses,
  changes: z.array(Change).default([]),
  needs: Needs,
  /** False: nobody presses, and the card is left open. */
  press: z.boolean().default(true),
  answerMentions: Words,
  answerOmits: Words,
  note: z.string().optional(),
};
const Turn = z.strictObject(Judged);
export type RawTurn = z.infer<typeof Turn>;

const About = {
  id: z.string().regex(/^[\w.-]{1,80}$/, "must be 1 to 80 letters, digits, dots, dashes or underscores"),
  kind: z.string().trim().min(1).max(40).optional(),
  role: z.enum(["customer", "staff", "admin"], "must be customer, staff or admin"),
  customerId: z.int().positive().nullable().default(null),
  history: z.array(z.string()).default([]),
  mustNotChange: z.boolean().default(false),
  note: z.string().optional(),
};

// Told apart by hand: of a union that does not fit, zod could only say that it does not.
const OfOneTurn = z.strictObject({ ...About, ...Judged });
const OfTurns = z.strictObject({ ...About, turns: z.array(Turn).min(1, "must hold a turn") });
export type RawCase = z.infer<typeof OfOneTurn> | z.infer<typeof OfTurns>;

const RawCase = z.unknown().transform((value, context): RawCase => {
  const hasTurns = typeof value === "object" && value !== null && "turns" in value;
  const parsed = (hasTurns ? OfTurns : OfOneTurn).safeParse(value);
  if (parsed.success) {
    for (const message of contradictions(parsed.data)) context.addIssue(message);
    return parsed.data;
  }
  for (const { path, message } of parsed.error.issues) context.addIssue({ code: "custom", path, message });
  return z.NEVER;
});

function contradictions({ role, customerId, ...one }: RawCase): string[] {
  const changes = "turns" in one ? one.turns.flatMap((turn) => turn.changes) : one.changes;
  return [
    ...(role !== "customer" && customerId !== null
      ? ["only a customer has a customerId; staff and admins have none"]
      : []),
    ...(one.mustNotChange && changes.length > 0 ? ["mustNotChange and changes contradict each other"] : []),
  ];
}

export const SuiteFile = z
  .strictObject({
    about: z.string().default(""),
    /** Rows as in prisma/store.json, or the path of such a file, from the suite on. */
    store: z.union([z.string(), z.looseObject({})], "must be rows or the path of a file with rows").optional(),
    historyDays: z.int().min(0).max(MOST_HISTORY_DAYS).default(0),
    now: z.iso
      .datetime({ offset: true, error: "must be a time such as 2026-03-01T09:00:00Z" })
      .nullable()
      .default(null),
    requests: z.array(RawCase).min(1, "must hold a request"),
  })
  .superRefine(({ requests }, context) => {
    const seen = new Set<string>();
    for (const [index, { id }] of requests.entries()) {
      const path = ["requests", index, "id"];
      if (seen.has(id))
        context.addIssue({ code: "custom", path, message: `${id} is the id of an earlier request too` });
      seen.add(id);
    }
  });
export type SuiteFile = z.infer<typeof SuiteFile>;

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { createBuiltInPlanner } from "../../src/model/built-in.ts";
import type { Change } from "../../src/operations/operation.ts";
import type { RunReport } from "../../src/report.ts";
import { ada, freshStoreForEachTest, openShop, type Shop } from "../support/shop.ts";

const Expected = z.looseObject({ table: z.string(), key: z.union([z.string(), z.number()]).optional() });
const Case = z.object({
  id: z.string(),
  role: z.enum(["customer", "staff"]),
  customerId: z.number().nullable(),
  request: z.string(),
  status: z.union([z.string(), z.array(z.string())]),
  changes: z.array(Expected),
  needs: z.enum(["requester", "admin", "requester+admin"]).optional(),
  answerMentions: z.array(z.string()).default([]),
  answerOmits: z.array(z.string()).default([]),
  history: z.array(z.string()).default([]),
});
const file = readFileSync(join(import.meta.dirname, "../../evaluation/requests.json"), "utf8");
const { requests } = z.object({ requests: z.array(Case) }).parse(JSON.parse(file));

const open = freshStoreForEachTest();
let shop: Shop;

beforeEach(async () => {
  shop = await openShop({ ...open, model: createBuiltInPlanner() });
});
afterEach(() => shop.close());

/** What the case says of a row, found among the changes; a case's "new" is whatever id the host gave. */
function isMade(expected: z.infer<typeof Expected>, changes: Change[]): boolean {
  const { table, key, field, before, after, ...columns } = expected;
  return changes.some((change) => {
    if (change.table !== table) return false;
    if (key === "new" ? change.before !== null : key !== undefined && change.key !== key) return false;
    const hasField =
      typeof field !== "string" || ((change.before?.[field] ?? null) === before && change.after?.[field] === after);
    return hasField && Object.entries(columns).every(([column, value]) => change.after?.[column] === value);
  });
}

describe.each(requests)("$id: $request", (wanted) => {
  test("is answered, and changes after its buttons exactly what it says", async () => {
    const person = {
      person: "test:asker",
      role: wanted.role,
      customerId: wanted.customerId,
      name: null,
      language: "en" as const,
    };
    // The shop's own turns of the history come from the shop.
    for (const turn of wanted.history.filter((said) => !said.startsWith("("))) await shop.ask(person, turn);
    const { report, reply } = await shop.ask(person, wanted.request);
    expect([wanted.status].flat()).toContain(report.status);
    expect(report.error).toBeNull();
    for (const words of wanted.answerMentions) expect(report.answerText.toLowerCase()).toContain(words.toLowerCase());
    for (const words of wanted.answerOmits) expect(report.answerText.toLowerCase()).not.toContain(words.toLowerCase());
    expect(await open.database.client.transaction.count()).toBe(1);

    const committed = await pressAll(report, person, reply.card?.id ?? "");
    expect(committed.changes).toHaveLength(wanted.changes.length);
    for (const expected of wanted.changes)
      expect(isMade(expected, committed.changes), JSON.stringify(expected)).toBe(true);
  });

  async function pressAll(report: RunReport, person: typeof ada, id: string): Promise<RunReport> {
    expect(report.approval?.needs.join("+")).toBe(wanted.needs);
    if (report.approval === null) return report;
    for (const button of report.approval.needs) {
      const by = button === "requester" ? person : ada;
      const said = await shop.press(by, button === "requester" ? "confirm" : "approve", id);
      if (typeof said === "string") throw new Error(said);
    }
    const approval = await open.database.client.approval.findUniqueOrThrow({ where: { id } });
    expect(approval.state).toBe("committed");
    return { ...report, changes: approval.committed as unknown as Change[] };
  }
});

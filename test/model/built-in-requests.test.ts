// The shared requests against the demo store, planned without a model.
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import requestsFile from "../../evaluation/requests.json" with { type: "json" };
import { openRoad, type Road, whoIs } from "./built-in-road.ts";

const Case = z.object({
  id: z.string(),
  role: z.enum(["customer", "staff", "admin"]),
  customerId: z.number().nullable(),
  request: z.string(),
  status: z.union([z.string(), z.array(z.string())]).transform((status) => [status].flat()),
  changes: z.array(z.record(z.string(), z.unknown())),
  history: z.array(z.string()).default([]),
  answerMentions: z.array(z.string()).default([]),
  answerOmits: z.array(z.string()).default([]),
});

const cases = z.array(Case).parse(requestsFile.requests);
let road: Road;
beforeAll(async () => {
  road = await openRoad();
});
afterAll(() => road.close());

test.each(cases)("$id: $request", async (wanted) => {
  const who = wanted.role === "customer" ? String(wanted.customerId ?? "guest") : wanted.role;
  const said = wanted.history.filter((turn) => !turn.startsWith("("));
  const answered = await road.talk(whoIs(who), [...said, wanted.request]);

  expect(answered.broken).toBeNull();
  expect(wanted.status).toContain(answered.status);
  for (const words of wanted.answerMentions) expect(answered.text.toLowerCase()).toContain(words.toLowerCase());
  for (const words of wanted.answerOmits) expect(answered.text.toLowerCase()).not.toContain(words.toLowerCase());
  const changed = answered.changes.map(({ table, key, before, after }) => ({ table, key, before, after }));
  expect(changed).toHaveLength(wanted.changes.length);
  for (const change of wanted.changes) expect(changed).toContainEqual(expect.objectContaining(wantedChange(change)));
});

/** The requests name items and fields; a run's changes are rows before and after. */
function wantedChange(change: { [name: string]: unknown }) {
  const { table, key, field, before, after, amount, balanceAfter, totalAmount } = change;
  if (table === "transactions") return { table, after: expect.objectContaining({ amount, balanceAfter }) };
  const row = { [String(field)]: after, ...(totalAmount === undefined ? {} : { totalAmount }) };
  return {
    table,
    ...(key === "new" ? { before: null } : { key, before: expect.objectContaining({ [String(field)]: before }) }),
    after: expect.objectContaining(row),
  };
}

// What an answer says against what its run read and staged, in the six languages.
import { expect, test } from "vitest";
import { z } from "zod";
import { validate } from "../../src/agent/validate.ts";
import { TABLE_LIMITS } from "../../src/answer-limits.ts";
import { digestOf } from "../../src/changeset/changeset.ts";
import type { HostCallRecord } from "../../src/changeset/host.ts";
import type { Change, Terms } from "../../src/operations/operation.ts";
import fixture from "../fixtures/contradictions.json" with { type: "json" };

const World = z.object({
  request: z.string(),
  role: z.enum(["customer", "staff"]).default("customer"),
  status: z.string().default("success"),
  hostCalls: z.array(z.custom<Omit<HostCallRecord, "ms">>()),
  calls: z.array(z.string()),
  changes: z.array(z.custom<Change>()),
  terms: z.array(z.custom<Terms>()),
});
const worlds = z.record(z.string(), World).parse(fixture.worlds);

function judged(worldName: string, answer_text: string): { found: string; why: string } {
  const world = worlds[worldName];
  if (world === undefined) throw new Error(`there is no world ${worldName}`);
  const { hostCalls, calls, changes, terms, request, role, status } = world;
  const failed = hostCalls.map(({ result }) => result).find((result) => !result.ok);
  const nothing = { pending: null, answer_rows: null, answer_json: null, chart: null };
  const verdict = validate(
    {
      answer: { answer_text, STATUS: status, ACTION: calls.length > 0 ? "mutate" : "read", ...nothing },
      changeset: {
        calls: calls.map((name) => ({ name, args: {} })),
        changes,
        terms,
        remarks: [],
        digest: digestOf(terms),
      },
      hostCalls: hostCalls.map((call) => ({ ...call, ms: 1 })),
      failedWrite: failed === undefined || failed.ok ? null : failed.error,
      request: {
        user_request: request,
        history: [],
        requester: { role, customerId: role === "customer" ? 1 : null, name: "Alice" },
        now: "2025-10-04T12:00:00.000Z",
        pending: null,
      },
      code: "const typed = 4711;",
    },
    { answerChars: 600, table: TABLE_LIMITS },
  );
  if (verdict.kind === "broken") return { found: verdict.rule.code, why: JSON.stringify(verdict.rule) };
  const { warnings } = verdict.answer;
  return { found: warnings.length > 0 ? "warning" : "fine", why: warnings.join("; ") };
}

test.each(fixture.cases)("$language, $world: $answer → $expected", ({ world, answer, expected }) => {
  const { found, why } = judged(world, answer);
  expect(found, why).toBe(expected);
});

test("the cases are many, true and false ones, in six languages", () => {
  expect(fixture.cases.length).toBeGreaterThanOrEqual(120);
  expect(new Set(fixture.cases.map(({ language }) => language))).toEqual(new Set(["en", "de", "es", "fr", "pt", "tr"]));
  for (const language of ["en", "de", "es", "fr", "pt", "tr"]) {
    const expected = fixture.cases.filter((one) => one.language === language).map((one) => one.expected);
    expect(new Set(expected).size, language).toBeGreaterThanOrEqual(3);
  }
});

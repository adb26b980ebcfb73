// Which runs were committed last, so that staff can say "undo the last sale". Reads only.
import { z } from "zod";
import { id, optional } from "./arguments.ts";
import { lastCommittedRuns } from "./committed-runs.ts";
import { defineOperation } from "./define.ts";

const MOST_RUNS = 50;
const USUAL_RUNS = 5;

export const recentRuns = defineOperation({
  name: "recentRuns",
  hint: "committed, newest first",
  input: z.strictObject({
    take: optional(
      z
        .int(`must be a whole number from 1 to ${MOST_RUNS}`)
        .min(1, `must be a whole number from 1 to ${MOST_RUNS}`)
        .max(MOST_RUNS, `must be a whole number from 1 to ${MOST_RUNS}`),
    ),
    customerId: optional(id),
  }),
  result: "{ runId, at, askedBy, isUndone, lines: { operation, subject, customerName, quantity, amount }[] }[]",
  roles: ["staff", "admin"],
  approval: "none",
  async apply(context, { take = USUAL_RUNS, customerId = null }) {
    const runs = await lastCommittedRuns(context, take, customerId);
    return runs.map(({ runId, committedAt, askedBy, isUndone, terms }) => ({
      runId,
      at: committedAt.toISOString(),
      askedBy,
      isUndone,
      lines: terms.map(({ operation, subject, customer, quantity, amount }) => ({
        operation,
        subject,
        customerName: customer?.name ?? null,
        quantity,
        amount: Number(amount),
      })),
    }));
  },
});

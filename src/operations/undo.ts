// A committed run in, the opposite of all it changed out: stock back, opposite rows in the ledger, orders and tickets set
// back. It is built from what was stored of that run, and refused where the shop has moved on too far.
import { z } from "zod";
import { Prisma } from "../database/generated/client.ts";
import { text } from "./arguments.ts";
import { cannotUndo, findCommittedRun } from "./committed-runs.ts";
import { ledgerParts } from "./compensate-ledger.ts";
import { orderParts, type Part, stockParts, ticketParts } from "./compensate-rows.ts";
import { dayWords } from "./day-words.ts";
import { defineOperation, done, termsOf } from "./define.ts";
import { decimalText } from "./money.ts";
import type { CustomerOnFile } from "./operation.ts";

export const undo = defineOperation({
  name: "undo",
  hint: "a whole committed run, once",
  input: z.strictObject({ runId: text(40) }),
  result: "Done",
  roles: ["staff", "admin"],
  approval: "admin",
  async apply(context, { runId }) {
    const run = await findCommittedRun(context, runId);
    // Nothing is written before every part is known to be possible.
    const parts: Part[] = [
      ...(await orderParts(context, run)),
      ...(await ticketParts(context, run)),
      ...(await stockParts(context, run)),
      ...(await ledgerParts(context, run)),
    ];
    const { count } = await context.tx.run.updateMany({
      where: { id: runId, undoneById: null },
      data: { undoneById: context.runId },
    });
    if (count !== 1) throw cannotUndo("Another run undid it already.", "undone");
    for (const part of parts) await part.write();
    const amount = parts.reduce((sum, part) => sum.add(part.amount), new Prisma.Decimal(0));
    context.remark(`Run ${runId} was booked on ${dayWords(run.committedAt)}.`);
    context.agree(
      termsOf({
        operation: "undo",
        subject: runId,
        customer: onlyOne(run.terms.flatMap(({ customer }) => customer ?? [])),
        amount: decimalText(amount),
        after: { parts: parts.flatMap(({ says }) => says ?? []) },
        names: Object.assign({}, ...parts.map(({ names }) => names)),
      }),
    );
    return done(context, amount, {});
  },
});

function onlyOne(customers: CustomerOnFile[]): CustomerOnFile | null {
  const [first] = customers;
  return first !== undefined && customers.every(({ id }) => id === first.id) ? first : null;
}

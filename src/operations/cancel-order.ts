// A pending order ends: its goods go back to stock, and its money to the customer if any had moved.
import { z } from "zod";
import { Prisma } from "../database/generated/client.ts";
import { id, MOST_REASON_CHARS, optionalText } from "./arguments.ts";
import { defineOperation, done, termsOf } from "./define.ts";
import { appendTransaction } from "./ledger.ts";
import { decimalText } from "./money.ts";
import type { OperationContext, OrderLine } from "./operation.ts";
import { findOrder, linesText, mergeLines, mustBe, setStatus } from "./orders.ts";
import { putStock } from "./stock.ts";

export const cancelOrder = defineOperation({
  name: "cancelOrder",
  hint: "pending orders only",
  input: z.strictObject({ orderId: id, reason: optionalText(MOST_REASON_CHARS) }),
  result: "Done",
  roles: ["customer", "staff", "admin"],
  approval: "requester",
  async apply(context, input) {
    const order = await findOrder(context, input.orderId);
    mustBe(order, "pending", "cancelled");
    const { paid, corrected } = await movedFor(context, order.id);
    const isPaid = !paid.isZero();
    await setStatus(context, order, "cancelled");
    let amount = new Prisma.Decimal(0);
    const names: { [itemId: string]: string } = {};
    for (const line of mergeLines(order.lines)) {
      const item = await putStock(context, line.itemId, line.quantity);
      names[item.itemId] = item.name;
      if (!isPaid) continue;
      const back = paidFor(order.lines, line.itemId).neg();
      amount = amount.add(back);
      await appendTransaction(context, {
        kind: "cancellation",
        itemId: item.itemId,
        orderId: order.id,
        quantity: line.quantity,
        refersTo: null,
        amount: back,
        summary: `Cancellation of ${line.quantity} x ${item.name} (${item.itemId}), order ${order.id}${input.reason === undefined ? "" : `: ${input.reason}`}`,
      });
    }
    // So that exactly what was paid goes back.
    if (isPaid && !corrected.isZero()) {
      amount = amount.sub(corrected);
      await appendTransaction(context, {
        kind: "cancellation",
        itemId: null,
        orderId: order.id,
        quantity: null,
        refersTo: null,
        amount: corrected.neg(),
        summary: `Cancellation of order ${order.id}: what was corrected`,
      });
    }
    context.agree(
      termsOf({
        operation: "cancelOrder",
        subject: String(order.id),
        customer: order.customer,
        orderId: order.id,
        amount: decimalText(amount),
        before: { status: order.status, lines: linesText(mergeLines(order.lines)) },
        after: { status: "cancelled" },
        names,
      }),
    );
    return done(context, amount, { orderId: order.id });
  },
});

/** All that was booked for the order so far, and the part of it that came by corrections. */
async function movedFor(context: OperationContext, orderId: number) {
  const groups = await context.tx.transaction.groupBy({ by: ["kind"], where: { orderId }, _sum: { amount: true } });
  const sumOf = (kinds: typeof groups) =>
    kinds.reduce((sum, { _sum }) => sum.add(_sum.amount ?? 0), new Prisma.Decimal(0));
  return { paid: sumOf(groups), corrected: sumOf(groups.filter(({ kind }) => kind === "correction")) };
}

function paidFor(lines: OrderLine[], itemId: string): Prisma.Decimal {
  return lines
    .filter((line) => line.itemId === itemId)
    .reduce((sum, line) => sum.add(line.unitPrice.mul(line.quantity)), new Prisma.Decimal(0));
}

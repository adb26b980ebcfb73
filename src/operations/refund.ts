// The money of a whole delivered order goes back, once, less what its returns have brought back already.
import { z } from "zod";
import { id, MOST_REASON_CHARS, optionalText } from "./arguments.ts";
import { defineOperation, done, termsOf } from "./define.ts";
import { appendTransaction } from "./ledger.ts";
import { decimalText } from "./money.ts";
import { OperationError } from "./operation.ts";
import { findOrder, mustBe, setStatus } from "./orders.ts";

export const refund = defineOperation({
  name: "refund",
  hint: "whole order, delivered, once",
  input: z.strictObject({ orderId: id, reason: optionalText(MOST_REASON_CHARS) }),
  result: "Done",
  roles: ["customer", "staff", "admin"],
  approval: "by-amount",
  async apply(context, input) {
    const order = await findOrder(context, input.orderId);
    mustBe(order, "delivered", "refunded");
    // Of a delivered order only the sale and returns can have been corrected.
    const returned = await context.tx.transaction.aggregate({
      where: { orderId: order.id, kind: { in: ["return", "correction"] } },
      _sum: { amount: true },
    });
    const amount = order.totalAmount.add(returned._sum.amount ?? 0).neg();
    if (!amount.isNegative() || amount.isZero()) {
      throw new OperationError("WRONG_STATE", `Nothing is left to refund on order ${order.id}.`, {
        status: order.status,
        left: 0,
      });
    }
    await setStatus(context, order, "refunded");
    await appendTransaction(context, {
      kind: "refund",
      itemId: null,
      orderId: order.id,
      quantity: null,
      refersTo: null,
      amount,
      summary: `Refund of order ${order.id}${input.reason === undefined ? "" : `: ${input.reason}`}`,
    });
    context.agree(
      termsOf({
        operation: "refund",
        subject: String(order.id),
        customer: order.customer,
        orderId: order.id,
        amount: decimalText(amount),
        before: { status: order.status },
        after: { status: "refunded" },
      }),
    );
    return done(context, amount, { orderId: order.id });
  },
});

// The two ways in which staff change stock without a sale: goods that came in, and a count that differs.
import { z } from "zod";
import { Prisma } from "../database/generated/client.ts";
import { itemId, optional, quantity, reason, wholeCents } from "./arguments.ts";
import { defineOperation, done, termsOf } from "./define.ts";
import { appendTransaction } from "./ledger.ts";
import { decimalText } from "./money.ts";
import { OperationError } from "./operation.ts";
import { findItem, noteStock, putStock } from "./stock.ts";

const MOST_UNIT_COST = 99_999.99;
const MOST_COUNTED = 1_000_000;

const unitCost = wholeCents.min(0, "must not be negative").max(MOST_UNIT_COST, `must be at most ${MOST_UNIT_COST}`);

export const restock = defineOperation({
  name: "restock",
  hint: "",
  input: z.strictObject({ itemId, quantity, unitCost: optional(unitCost) }),
  result: "Done",
  roles: ["staff", "admin"],
  approval: "admin",
  async apply(context, input) {
    const item = await putStock(context, input.itemId, input.quantity);
    const cost = input.unitCost === undefined ? null : new Prisma.Decimal(input.unitCost);
    const amount = cost === null ? new Prisma.Decimal(0) : cost.mul(input.quantity).neg();
    await appendTransaction(context, {
      kind: "restock",
      itemId: item.itemId,
      orderId: null,
      quantity: input.quantity,
      refersTo: null,
      amount,
      summary: `Restock of ${input.quantity} x ${item.name} (${item.itemId})`,
    });
    context.agree(
      termsOf({
        operation: "restock",
        subject: item.itemId,
        quantity: input.quantity,
        unitPrice: cost === null ? null : decimalText(cost),
        amount: decimalText(amount),
        names: { [item.itemId]: item.name },
      }),
    );
    return done(context, amount, { stockAfter: item.quantityInStock });
  },
});

export const adjustStock = defineOperation({
  name: "adjustStock",
  hint: "",
  input: z.strictObject({
    itemId,
    quantityInStock: z
      .int(`must be a whole number from 0 to ${MOST_COUNTED}`)
      .min(0, `must be a whole number from 0 to ${MOST_COUNTED}`)
      .max(MOST_COUNTED, `must be a whole number from 0 to ${MOST_COUNTED}`),
    reason,
  }),
  result: "Done",
  roles: ["staff", "admin"],
  approval: "admin",
  async apply(context, input) {
    const { quantityInStock: before } = await findItem(context, input.itemId);
    if (before === input.quantityInStock) {
      throw new OperationError("INVALID_ARGUMENT", `The stock of ${input.itemId} is ${before} already.`, { before });
    }
    const [item] = await context.tx.item.updateManyAndReturn({
      where: { itemId: input.itemId, quantityInStock: before },
      data: { quantityInStock: input.quantityInStock },
    });
    if (item === undefined) {
      throw new OperationError("WRONG_STATE", `The stock of ${input.itemId} changed just now; look again.`);
    }
    noteStock(context, item, before);
    const none = new Prisma.Decimal(0);
    await appendTransaction(context, {
      kind: "adjustment",
      itemId: item.itemId,
      orderId: null,
      quantity: null,
      refersTo: null,
      amount: none,
      summary: `Stock of ${item.name} (${item.itemId}) set from ${before} to ${item.quantityInStock}: ${input.reason}`,
    });
    context.agree(
      termsOf({
        operation: "adjustStock",
        subject: item.itemId,
        before: { quantityInStock: before },
        after: { quantityInStock: item.quantityInStock },
        names: { [item.itemId]: item.name },
      }),
    );
    return done(context, none, { stockAfter: item.quantityInStock });
  },
});

// Goods that come back: stock up and one negative row in the ledger, at the price that was paid if the purchase is on
// record, else at today's.
import { z } from "zod";
import type { Prisma } from "../database/generated/client.ts";
import { id, itemId, optional, optionalText, quantity } from "./arguments.ts";
import { customerFor } from "./customers.ts";
import { dayWords } from "./day-words.ts";
import { defineOperation, done, termsOf } from "./define.ts";
import { appendTransaction } from "./ledger.ts";
import { decimalText } from "./money.ts";
import { type CustomerOnFile, type OperationContext, OperationError } from "./operation.ts";
import { findOrder, linesText, mergeLines, mustBe } from "./orders.ts";
import { putStock } from "./stock.ts";

interface PurchaseOnRecord {
  orderId: number;
  createdAt: Date;
  customer: CustomerOnFile;
  unitPrice: Prisma.Decimal;
}

interface Wanted {
  itemId: string;
  quantity: number;
}

export const returnItem = defineOperation({
  name: "returnItem",
  hint: "",
  input: z.strictObject({ itemId, quantity, orderId: optional(id), customerName: optionalText(100) }),
  result: "Done",
  roles: ["customer", "staff", "admin"],
  approval: "admin",
  async apply(context, input) {
    const customer = await customerFor(context, input);
    const onRecord =
      input.orderId === undefined
        ? customer && (await latestPurchase(context, customer, input))
        : await purchaseOf(context, input.orderId, customer, input);
    const item = await putStock(context, input.itemId, input.quantity);
    const unitPrice = onRecord?.unitPrice ?? item.price;
    const amount = unitPrice.mul(input.quantity).neg();
    await appendTransaction(context, {
      kind: "return",
      itemId: item.itemId,
      orderId: onRecord?.orderId ?? null,
      quantity: input.quantity,
      refersTo: null,
      amount,
      summary: `Return of ${input.quantity} x ${item.name} (${item.itemId})${onRecord ? `, order ${onRecord.orderId}` : ""}`,
    });
    context.remark(
      onRecord
        ? `Order ${onRecord.orderId} of ${dayWords(onRecord.createdAt)} is on record.`
        : "No purchase on record.",
    );
    context.agree(
      termsOf({
        operation: "returnItem",
        subject: item.itemId,
        customer: onRecord?.customer ?? customer,
        orderId: onRecord?.orderId ?? null,
        quantity: input.quantity,
        unitPrice: decimalText(unitPrice),
        amount: decimalText(amount),
        before: onRecord ? { boughtAt: onRecord.createdAt.toISOString() } : null,
        names: { [item.itemId]: item.name },
      }),
    );
    return done(context, amount, {
      stockAfter: item.quantityInStock,
      ...(onRecord ? { orderId: onRecord.orderId } : {}),
    });
  },
});

/** The order the plan named: it must be the requester's to see, delivered, and hold that much. */
async function purchaseOf(
  context: OperationContext,
  orderId: number,
  customer: CustomerOnFile | null,
  wanted: Wanted,
): Promise<PurchaseOnRecord> {
  const order = await findOrder(context, orderId);
  if (customer !== null && customer.id !== order.customerId) {
    throw new OperationError("INVALID_ARGUMENT", `Order ${orderId} is not an order of ${customer.name}.`);
  }
  mustBe(order, "delivered", "returned");
  const line = mergeLines(order.lines).find((candidate) => candidate.itemId === wanted.itemId);
  if (line === undefined) {
    throw new OperationError(
      "NOT_FOUND",
      `Order ${orderId} holds no ${wanted.itemId}; it holds ${linesText(mergeLines(order.lines))}.`,
      { orderId, itemId: wanted.itemId },
    );
  }
  const returned = (await returnedOn(context, [orderId], wanted.itemId)).get(orderId) ?? 0;
  const left = line.quantity - returned;
  if (wanted.quantity > left) {
    throw new OperationError(
      "INVALID_QUANTITY",
      `Order ${orderId} held ${line.quantity} x ${wanted.itemId}, ${returned} came back already: at most ${left} can be returned.`,
      { quantity: wanted.quantity, bought: line.quantity, returned, left },
    );
  }
  return { orderId, createdAt: order.createdAt, customer: order.customer, unitPrice: line.unitPrice };
}

// Older purchases than these are not looked through; the approver can still be shown an order by its number.
const MOST_ORDERS = 50;

/** The newest delivered order that still covers the whole quantity; several together do not count. */
async function latestPurchase(
  context: OperationContext,
  customer: CustomerOnFile,
  wanted: Wanted,
): Promise<PurchaseOnRecord | null> {
  const orders = await context.tx.order.findMany({
    where: { customerId: customer.id, status: "delivered", lines: { some: { itemId: wanted.itemId } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MOST_ORDERS,
    select: {
      id: true,
      createdAt: true,
      lines: {
        where: { itemId: wanted.itemId },
        select: { itemId: true, quantity: true, unitPrice: true },
        orderBy: { position: "asc" },
      },
    },
  });
  if (orders.length === 0) return null;
  const returned = await returnedOn(
    context,
    orders.map((order) => order.id),
    wanted.itemId,
  );
  for (const order of orders) {
    const [line] = mergeLines(order.lines);
    if (line === undefined || line.quantity - (returned.get(order.id) ?? 0) < wanted.quantity) continue;
    return { orderId: order.id, createdAt: order.createdAt, customer, unitPrice: line.unitPrice };
  }
  return null;
}

/** How many of the item came back so far, by order. */
async function returnedOn(context: OperationContext, orderIds: number[], itemId: string): Promise<Map<number, number>> {
  const groups = await context.tx.transaction.groupBy({
    by: ["orderId"],
    where: { orderId: { in: orderIds }, itemId, kind: "return" },
    _sum: { quantity: true },
  });
  return new Map(groups.flatMap(({ orderId, _sum }) => (orderId === null ? [] : [[orderId, _sum.quantity ?? 0]])));
}

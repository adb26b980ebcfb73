// A sale: stock down, one row in the ledger, and for a customer on file a line on the order that this run opens.
import { z } from "zod";
import type { Prisma } from "../database/generated/client.ts";
import { id, itemId, optional, optionalText, quantity } from "./arguments.ts";
import { customerFor } from "./customers.ts";
import { defineOperation, done, termsOf } from "./define.ts";
import { appendTransaction } from "./ledger.ts";
import { decimalText, fitsLedger } from "./money.ts";
import { type CustomerOnFile, type OperationContext, OperationError, type OrderLine } from "./operation.ts";
import { linesText } from "./orders.ts";
import { takeStock } from "./stock.ts";

export const purchase = defineOperation({
  name: "purchase",
  hint: "staff: customerName as written, if one was named; a customer buys for themselves",
  input: z.strictObject({ itemId, quantity, customerId: optional(id), customerName: optionalText(100) }),
  roles: ["customer", "staff", "admin"],
  approval: "requester",
  async apply(context, input) {
    const customer = await customerFor(context, input);
    const item = await takeStock(context, input.itemId, input.quantity);
    const amount = item.price.mul(input.quantity);
    const line = { itemId: item.itemId, quantity: input.quantity, unitPrice: item.price };
    const orderId = customer === null ? null : await putOnOrder(context, customer, line, amount);
    await appendTransaction(context, {
      kind: "sale",
      itemId: item.itemId,
      orderId,
      quantity: input.quantity,
      amount,
      summary: `Sale of ${input.quantity} x ${item.name} (${item.itemId})${orderId === null ? "" : `, order ${orderId}`}`,
    });
    context.agree(
      termsOf({
        operation: "purchase",
        subject: item.itemId,
        customer,
        quantity: input.quantity,
        unitPrice: decimalText(item.price),
        amount: decimalText(amount),
        names: { [item.itemId]: item.name },
      }),
    );
    return done(context, amount, { stockAfter: item.quantityInStock, ...(orderId === null ? {} : { orderId }) });
  },
});

/** One order a run and customer: the first purchase opens it, later ones add to it. */
async function putOnOrder(
  context: OperationContext,
  customer: CustomerOnFile,
  line: OrderLine,
  amount: Prisma.Decimal,
): Promise<number> {
  const open = context.openOrders.get(customer.id);
  const total = open === undefined ? amount : open.total.add(amount);
  if (!fitsLedger(total)) {
    throw new OperationError("INVALID_ARGUMENT", "The amount is larger than an order can hold.");
  }
  const { id, lines } =
    open === undefined ? await openOrder(context, customer, line, total) : await growOrder(context, open, line, total);
  context.openOrders.set(customer.id, { id, customer, total, lines });
  context.record({
    table: "orders",
    key: id,
    before: null,
    after: { customerId: customer.id, status: "pending", totalAmount: decimalText(total), lines: linesText(lines) },
  });
  return id;
}

interface OrderSoFar {
  id: number;
  lines: OrderLine[];
}

/** The order and its first line in one statement: the till is held meanwhile. */
async function openOrder(
  context: OperationContext,
  customer: CustomerOnFile,
  line: OrderLine,
  total: Prisma.Decimal,
): Promise<OrderSoFar> {
  const till = await context.till();
  const id = till.lastOrderId + 1;
  await context.tx.$executeRaw`
    WITH opened AS (
      INSERT INTO orders (id, customer_id, status, total_amount, created_at)
      VALUES (${id}, ${customer.id}, 'pending', ${decimalText(total)}::numeric, ${context.now}) RETURNING id
    )
    INSERT INTO order_lines (order_id, position, item_id, quantity, unit_price)
    SELECT id, 1, ${line.itemId}, ${line.quantity}, ${decimalText(line.unitPrice)}::numeric FROM opened`;
  till.lastOrderId = id;
  return { id, lines: [line] };
}

async function growOrder(
  context: OperationContext,
  { id, lines }: OrderSoFar,
  line: OrderLine,
  total: Prisma.Decimal,
): Promise<OrderSoFar> {
  await context.tx.order.updateMany({ where: { id }, data: { totalAmount: total } });
  return { id, lines: await addLine(context, id, lines, line) };
}

/** The same item again makes its line longer; its price cannot have changed within the transaction. */
async function addLine(
  context: OperationContext,
  orderId: number,
  lines: OrderLine[],
  line: OrderLine,
): Promise<OrderLine[]> {
  const index = lines.findIndex((known) => known.itemId === line.itemId);
  const known = lines[index];
  if (known === undefined) {
    await context.tx.orderLine.create({
      data: { orderId, position: lines.length + 1, ...line },
      select: { position: true },
    });
    return [...lines, line];
  }
  const longer = { ...known, quantity: known.quantity + line.quantity };
  await context.tx.orderLine.updateMany({
    where: { orderId, position: index + 1 },
    data: { quantity: longer.quantity },
  });
  return lines.with(index, longer);
}

// A sale: stock down, one row in the ledger, and for a customer on file a line on the order that this run opens.
import { z } from "zod";
import { Prisma } from "../database/generated/client.ts";
import { id, itemId, optional, optionalText, quantity } from "./arguments.ts";
import { customerFor } from "./customers.ts";
import { defineInSteps, done, termsOf } from "./define.ts";
import { appendTransaction } from "./ledger.ts";
import { decimalText, fitsLedger } from "./money.ts";
import { type CustomerOnFile, type OperationContext, OperationError, type OrderLine } from "./operation.ts";
import { linesText } from "./orders.ts";
import { takeStock } from "./stock.ts";

export const purchase = defineInSteps({
  name: "purchase",
  hint: "staff: customerName as written, if one was named; a customer buys for themselves",
  input: z.strictObject({ itemId, quantity, customerId: optional(id), customerName: optionalText(100) }),
  result: "Done",
  roles: ["customer", "staff", "admin"],
  approval: "requester",
  lookUp: (context, input) => customerFor(context, input),
  async apply(context, input, customer) {
    const item = await takeStock(context, input.itemId, input.quantity);
    const amount = item.price.mul(input.quantity);
    const line = { itemId: item.itemId, quantity: input.quantity, unitPrice: item.price };
    const onOrder = customer === null ? NO_ORDER : await putOnOrder(context, customer, line, amount);
    const { orderId, inserts } = onOrder;
    const entry = {
      kind: "sale" as const,
      itemId: item.itemId,
      orderId,
      quantity: input.quantity,
      refersTo: null,
      amount,
      summary: `Sale of ${input.quantity} x ${item.name} (${item.itemId})${orderId === null ? "" : `, order ${orderId}`}`,
    };
    await appendTransaction(context, entry, inserts);
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

/** The order of a sale, and what has to be inserted together with the sale's entry. */
interface OnOrder {
  orderId: number | null;
  inserts: Prisma.Sql[];
}

const NO_ORDER: OnOrder = { orderId: null, inserts: [] };

/** One order a run and customer: the first purchase opens it, later ones add to it. */
async function putOnOrder(
  context: OperationContext,
  customer: CustomerOnFile,
  line: OrderLine,
  amount: Prisma.Decimal,
): Promise<OnOrder> {
  const open = context.openOrders.get(customer.id);
  const total = open === undefined ? amount : open.total.add(amount);
  if (!fitsLedger(total)) {
    throw new OperationError("INVALID_ARGUMENT", "The amount is larger than an order can hold.");
  }
  const { id, lines, inserts } =
    open === undefined ? await openOrder(context, customer, line, total) : await growOrder(context, open, line, total);
  context.openOrders.set(customer.id, { id, customer, total, lines });
  context.record({
    table: "orders",
    key: id,
    before: null,
    after: { customerId: customer.id, status: "pending", totalAmount: decimalText(total), lines: linesText(lines) },
  });
  return { orderId: id, inserts };
}

interface OrderNow {
  id: number;
  lines: OrderLine[];
  inserts: Prisma.Sql[];
}

async function openOrder(
  context: OperationContext,
  customer: CustomerOnFile,
  line: OrderLine,
  total: Prisma.Decimal,
): Promise<OrderNow> {
  const till = await context.till();
  const id = till.lastOrderId + 1;
  const order = Prisma.sql`
    INSERT INTO orders (id, customer_id, status, total_amount, created_at)
    VALUES (${id}, ${customer.id}, 'pending', ${decimalText(total)}::numeric, ${context.now}) RETURNING id`;
  till.lastOrderId = id;
  return { id, lines: [line], inserts: [order, insertLine(id, 1, line)] };
}

function insertLine(orderId: number, position: number, line: OrderLine): Prisma.Sql {
  const { itemId, quantity: pieces, unitPrice } = line;
  return Prisma.sql`
    INSERT INTO order_lines (order_id, position, item_id, quantity, unit_price)
    VALUES (${orderId}, ${position}, ${itemId}, ${pieces}, ${decimalText(unitPrice)}::numeric) RETURNING position`;
}

/** The same item again makes its line longer; its price cannot have changed within the transaction. */
async function growOrder(
  context: OperationContext,
  { id, lines }: { id: number; lines: OrderLine[] },
  line: OrderLine,
  total: Prisma.Decimal,
): Promise<OrderNow> {
  await context.tx.order.updateMany({ where: { id }, data: { totalAmount: total } });
  const index = lines.findIndex((known) => known.itemId === line.itemId);
  const known = lines[index];
  if (known === undefined) {
    return { id, lines: [...lines, line], inserts: [insertLine(id, lines.length + 1, line)] };
  }
  const longer = { ...known, quantity: known.quantity + line.quantity };
  await context.tx.orderLine.updateMany({
    where: { orderId: id, position: index + 1 },
    data: { quantity: longer.quantity },
  });
  return { id, lines: lines.with(index, longer), inserts: [] };
}

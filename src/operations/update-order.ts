// A pending order gets other lines. The host prices them; the total must stay, so no money moves.
import { z } from "zod";
import { Prisma } from "../database/generated/client.ts";
import { id, itemId, quantity } from "./arguments.ts";
import { defineOperation, done, termsOf } from "./define.ts";
import { decimalText, dollars, plainNumber } from "./money.ts";
import { type OperationContext, OperationError, type OrderLine } from "./operation.ts";
import { findOrder, linesText, mergeLines, mustBe, type OrderOnFile, pricedLines, putLines } from "./orders.ts";
import { putStock, shortOf, takeStock } from "./stock.ts";

const MOST_LINES = 50;

export const updateOrder = defineOperation({
  name: "updateOrder",
  hint: "all lines of the order as they shall be, without prices; the total must stay the same",
  input: z.strictObject({
    orderId: id,
    lines: z
      // Plans pass lines as they read them; the price is the host's to know.
      .array(z.object({ itemId, quantity }))
      .min(1, "must have a line; cancelOrder ends an order")
      .max(MOST_LINES, `must have at most ${MOST_LINES} lines`),
  }),
  result: "Done",
  roles: ["customer", "staff", "admin"],
  approval: "requester",
  async apply(context, input) {
    const order = await findOrder(context, input.orderId);
    mustBe(order, "pending", "changed");
    const held = mergeLines(order.lines);
    const wanted = mergeLines(input.lines);
    const before = linesText(held);
    const after = linesText(wanted);
    if (before === after) {
      throw new OperationError("INVALID_ARGUMENT", `Order ${order.id} holds exactly that already: ${before}.`);
    }
    const { lines, names } = await priced(context, order, held, wanted);
    for (const { itemId: moved, by } of movesBetween(held, wanted)) {
      if (by > 0) await takeStock(context, moved, by);
      else await putStock(context, moved, -by);
    }
    await putLines(context, order, lines);
    context.agree(
      termsOf({
        operation: "updateOrder",
        subject: String(order.id),
        customer: order.customer,
        orderId: order.id,
        before: { lines: before, totalAmount: decimalText(order.totalAmount), pricedLines: pricedLines(order.lines) },
        after: { lines: after, totalAmount: decimalText(order.totalAmount) },
        names,
      }),
    );
    return done(context, new Prisma.Decimal(0), { orderId: order.id });
  },
});

/** The new lines at today's prices. Refuses before anything was written. */
async function priced(
  context: OperationContext,
  order: OrderOnFile,
  held: OrderLine[],
  wanted: { itemId: string; quantity: number }[],
): Promise<{ lines: OrderLine[]; names: { [itemId: string]: string } }> {
  const ids = [...held, ...wanted].map((line) => line.itemId);
  const rows = await context.tx.item.findMany({ where: { itemId: { in: ids } } });
  const items = new Map(rows.map((item) => [item.itemId, item]));
  const lines: OrderLine[] = [];
  let total = new Prisma.Decimal(0);
  for (const line of wanted) {
    const item = items.get(line.itemId);
    if (item === undefined) {
      throw new OperationError("NOT_FOUND", `There is no item ${line.itemId}; look it up in db.inventory first.`, {
        itemId: line.itemId,
      });
    }
    const more = line.quantity - quantityOf(held, line.itemId);
    if (more > item.quantityInStock) throw shortOf(item, more);
    total = total.add(item.price.mul(line.quantity));
    lines.push({ ...line, unitPrice: item.price });
  }
  if (!total.equals(order.totalAmount)) {
    throw new OperationError(
      "AMOUNT_CHANGED",
      `Order ${order.id} would go from ${dollars(order.totalAmount)} to ${dollars(total)}; only changes of the same amount are possible.`,
      { before: plainNumber(order.totalAmount), after: plainNumber(total) },
    );
  }
  return { lines, names: Object.fromEntries(rows.map((item) => [item.itemId, item.name])) };
}

/** How many more (or fewer) of each item the order will hold. */
function movesBetween(
  held: { itemId: string; quantity: number }[],
  wanted: { itemId: string; quantity: number }[],
): { itemId: string; by: number }[] {
  const ids = new Set([...held, ...wanted].map((line) => line.itemId));
  return [...ids]
    .map((moved) => ({ itemId: moved, by: quantityOf(wanted, moved) - quantityOf(held, moved) }))
    .filter(({ by }) => by !== 0);
}

function quantityOf(lines: { itemId: string; quantity: number }[], wanted: string): number {
  return lines.find((line) => line.itemId === wanted)?.quantity ?? 0;
}

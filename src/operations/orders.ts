// An order's number in, the order as the requester may see it out: another customer's reads exactly like a missing one.
import { Prisma } from "../database/generated/client.ts";
import { MOST_INTEGER } from "./arguments.ts";
import { decimalText } from "./money.ts";
import { type CustomerOnFile, type OperationContext, OperationError, type OrderLine } from "./operation.ts";

export interface OrderOnFile {
  id: number;
  customerId: number;
  status: string;
  totalAmount: Prisma.Decimal;
  createdAt: Date;
  customer: CustomerOnFile;
  lines: OrderLine[];
}

export async function findOrder(context: OperationContext, orderId: number): Promise<OrderOnFile> {
  const { role, customerId } = context.requester;
  const isSomebody = role !== "customer" || customerId !== null;
  const order =
    isSomebody && orderId <= MOST_INTEGER
      ? await context.tx.order.findFirst({
          where: { id: orderId, ...(role === "customer" && customerId !== null ? { customerId } : {}) },
          select: {
            id: true,
            customerId: true,
            status: true,
            totalAmount: true,
            createdAt: true,
            customer: { select: { id: true, name: true } },
            lines: { select: { itemId: true, quantity: true, unitPrice: true }, orderBy: { position: "asc" } },
          },
        })
      : null;
  if (order === null) throw new OperationError("NOT_FOUND", `There is no order ${orderId}.`, { orderId });
  if (orderId > (await context.till()).ordersBefore) {
    throw new OperationError(
      "WRONG_STATE",
      `Order ${orderId} is only being opened by this plan; stage it as it shall be.`,
    );
  }
  return order;
}

export function mustBe(order: OrderOnFile, status: string, toDo: string): void {
  if (order.status === status) return;
  throw new OperationError(
    "WRONG_STATE",
    `Order ${order.id} is ${order.status}; only ${status} orders can be ${toDo}.`,
    { status: order.status },
  );
}

/** Moves the status, or refuses if somebody was faster. */
export async function setStatus(context: OperationContext, order: OrderOnFile, status: string): Promise<void> {
  const { count } = await context.tx.order.updateMany({
    where: { id: order.id, status: order.status },
    data: { status },
  });
  if (count !== 1) throw new OperationError("WRONG_STATE", `Order ${order.id} changed just now; look again.`);
  context.record({ table: "orders", key: order.id, before: { status: order.status }, after: { status } });
}

/** Other lines in place of the order's own. */
export async function putLines(context: OperationContext, order: OrderOnFile, lines: OrderLine[]): Promise<void> {
  const { id } = order;
  await context.tx.orderLine.deleteMany({ where: { orderId: id } });
  await context.tx.orderLine.createMany({
    data: lines.map((line, index) => ({ orderId: id, position: index + 1, ...line })),
  });
  const [before, after] = [order.lines, lines].map((each) => linesText(mergeLines(each)));
  context.record({ table: "orders", key: id, before: { lines: before ?? "" }, after: { lines: after ?? "" } });
}

/** One line an item, in the order in which the items first come. */
export function mergeLines<Line extends { itemId: string; quantity: number }>(lines: Line[]): Line[] {
  const merged = new Map<string, Line>();
  for (const line of lines) {
    const known = merged.get(line.itemId);
    merged.set(line.itemId, known === undefined ? line : { ...known, quantity: known.quantity + line.quantity });
  }
  return [...merged.values()];
}

/** ["2 x SG005 at 60.00"]: all that a later undoing needs. */
export function pricedLines(lines: OrderLine[]): string[] {
  return lines.map(({ itemId, quantity, unitPrice }) => `${quantity} x ${itemId} at ${decimalText(unitPrice)}`);
}

/** The lines that `pricedLines` wrote. */
export function readPricedLines(texts: string[]): OrderLine[] {
  return texts.map((text) => {
    const parts = /^(?<quantity>\d+) x (?<itemId>.+) at (?<price>\d+\.\d\d)$/.exec(text)?.groups;
    if (parts?.itemId === undefined || parts.price === undefined) throw new Error(`"${text}" is no stored line`);
    return { itemId: parts.itemId, quantity: Number(parts.quantity), unitPrice: new Prisma.Decimal(parts.price) };
  });
}

/** "2 x SG005, 1 x SG001". */
export function linesText(lines: { itemId: string; quantity: number }[]): string {
  return lines.map(({ itemId, quantity }) => `${quantity} x ${itemId}`).join(", ");
}

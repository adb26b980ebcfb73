// What a run did to orders, tickets and stock in, the opposite of each out, still to be written. A part is refused when its
// row is no longer as the run left it.
import { z } from "zod";
import { Prisma } from "../database/generated/client.ts";
import type { Json } from "../json.ts";
import { type CommittedRun, cannotUndo } from "./committed-runs.ts";
import type { Change, OperationContext, OrderLine } from "./operation.ts";
import { findOrder, linesText, mergeLines, type OrderOnFile, putLines, readPricedLines, setStatus } from "./orders.ts";
import { findItem, putStock, takeStock } from "./stock.ts";
import { findTicket } from "./tickets.ts";

/** One step of an undoing. */
export interface Part {
  /** For the terms and the card: "put back 3 x SG002". */
  says: string[];
  /** Of the items that it says. */
  names: { [itemId: string]: string };
  amount: Prisma.Decimal;
  write(): Promise<void>;
}

const NO_MONEY = { names: {}, amount: new Prisma.Decimal(0) };

export async function orderParts(context: OperationContext, run: CommittedRun): Promise<Part[]> {
  const parts: Part[] = [];
  for (const change of changesOf(run, "orders")) {
    const order = await findOrder(context, Number(change.key));
    const { before, after } = change;
    if (after === null || !isAsLeft(order, after)) {
      throw cannotUndo(`Order ${order.id} has moved on since: it is ${order.status} now.`, order.status);
    }
    if (before === null) {
      parts.push({
        ...NO_MONEY,
        says: [`cancel order ${order.id}`],
        write: () => setStatus(context, order, "cancelled"),
      });
      continue;
    }
    if (before.lines !== undefined) parts.push(await linesPart(context, order, linesBefore(run, order.id)));
    if (typeof before.status === "string") {
      const { status } = before;
      const says = [`set order ${order.id} back to ${status}`];
      parts.push({ ...NO_MONEY, says, write: () => setStatus(context, order, status) });
    }
  }
  return parts;
}

/** An order whose lines changed must still be pending, unless the run ended it. */
function isAsLeft(order: OrderOnFile, after: NonNullable<Change["after"]>): boolean {
  const { status = "pending", lines, totalAmount } = after;
  return (
    order.status === status &&
    (lines === undefined || lines === linesText(mergeLines(order.lines))) &&
    (totalAmount === undefined || order.totalAmount.equals(String(totalAmount)))
  );
}

const Changed = z.object({ pricedLines: z.array(z.string()) });

/** As they were before the run's first change, with the prices that were paid. */
function linesBefore({ terms }: CommittedRun, orderId: number): OrderLine[] {
  const changed = terms.find((each) => each.operation === "updateOrder" && each.subject === String(orderId));
  const kept = Changed.safeParse(changed?.before);
  if (kept.success) return readPricedLines(kept.data.pricedLines);
  throw cannotUndo(`What the lines of order ${orderId} had cost was not kept.`, "pending");
}

async function linesPart(context: OperationContext, order: OrderOnFile, lines: OrderLine[]): Promise<Part> {
  const merged = mergeLines(lines);
  const items = await context.tx.item.findMany({
    where: { itemId: { in: merged.map((line) => line.itemId) } },
    select: { itemId: true, name: true },
  });
  return {
    ...NO_MONEY,
    says: [`set order ${order.id} back to ${linesText(merged)}`],
    names: Object.fromEntries(items.map(({ itemId, name }) => [itemId, name])),
    write: () => putLines(context, order, lines),
  };
}

export async function ticketParts(context: OperationContext, run: CommittedRun): Promise<Part[]> {
  const parts: Part[] = [];
  for (const { key, before, after } of changesOf(run, "tickets")) {
    const ticket = await findTicket(context, Number(key));
    const { id, status, note } = ticket;
    const left = after ?? {};
    if ((left.status ?? status) !== status || (left.note !== undefined && left.note !== note)) {
      throw cannotUndo(`Ticket ${id} has moved on since.`, status);
    }
    const target = before === null ? { status: "closed" } : before;
    const back = { status: String(target.status ?? status), note: noteOf(target.note, note) };
    const says = [
      ...(back.status === status ? [] : [back.status === "open" ? `reopen ticket ${id}` : `close ticket ${id}`]),
      ...(back.note === note ? [] : [`take back the note on ticket ${id}`]),
    ];
    const closedAt = back.status === status ? {} : { closedAt: back.status === "closed" ? context.now : null };
    parts.push({
      ...NO_MONEY,
      says,
      async write() {
        await context.tx.ticket.updateMany({ where: { id }, data: { ...back, ...closedAt } });
        context.record({ table: "tickets", key: id, before: { status, note }, after: back });
      },
    });
  }
  return parts;
}

/** `undefined` where the run left the note alone. */
function noteOf(stored: Json | undefined, now: string | null): string | null {
  if (stored === undefined) return now;
  return typeof stored === "string" ? stored : null;
}

const StockMove = z.object({
  before: z.object({ quantityInStock: z.number() }),
  after: z.object({ quantityInStock: z.number() }),
});

export async function stockParts(context: OperationContext, run: CommittedRun): Promise<Part[]> {
  const parts: Part[] = [];
  for (const change of changesOf(run, "inventory")) {
    const { before, after } = StockMove.parse(change);
    const by = before.quantityInStock - after.quantityInStock;
    const { itemId, name, quantityInStock } = await findItem(context, String(change.key));
    if (quantityInStock + by < 0) {
      throw cannotUndo(`Only ${quantityInStock} of ${name} (${itemId}) are left in stock, not ${-by}.`, "sold");
    }
    parts.push({
      ...NO_MONEY,
      says: [by > 0 ? `put back ${by} x ${itemId}` : `take out ${-by} x ${itemId}`],
      names: { [itemId]: name },
      async write() {
        await (by > 0 ? putStock(context, itemId, by) : takeStock(context, itemId, -by));
      },
    });
  }
  return parts;
}

function changesOf({ changes }: CommittedRun, table: Change["table"]): Change[] {
  return changes.filter((change) => change.table === table);
}

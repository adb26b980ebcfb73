// An item and a quantity in, its stock moved and noted out. The condition is part of the UPDATE itself, so that no two
// writers can both take the last piece.
import type { Item } from "../database/generated/client.ts";
import { MOST_INTEGER } from "./arguments.ts";
import { type OperationContext, OperationError } from "./operation.ts";

/** The item after the move. */
export async function takeStock(context: OperationContext, itemId: string, quantity: number): Promise<Item> {
  const [item] = await context.tx.item.updateManyAndReturn({
    where: { itemId, quantityInStock: { gte: quantity } },
    data: { quantityInStock: { decrement: quantity } },
  });
  if (item === undefined) throw shortOf(await findItem(context, itemId), quantity);
  noteStock(context, item, item.quantityInStock + quantity);
  return item;
}

/** The item after the move. */
export async function putStock(context: OperationContext, itemId: string, quantity: number): Promise<Item> {
  const [item] = await context.tx.item.updateManyAndReturn({
    where: { itemId, quantityInStock: { lte: MOST_INTEGER - quantity } },
    data: { quantityInStock: { increment: quantity } },
  });
  if (item === undefined) {
    const { name } = await findItem(context, itemId);
    throw new OperationError("INVALID_QUANTITY", `The stock of ${name} (${itemId}) cannot be that large.`, {
      quantity,
    });
  }
  noteStock(context, item, item.quantityInStock - quantity);
  return item;
}

export async function findItem(context: OperationContext, itemId: string): Promise<Item> {
  const item = await context.tx.item.findUnique({ where: { itemId } });
  if (item !== null) return item;
  throw new OperationError("NOT_FOUND", `There is no item ${itemId}; look it up in db.inventory first.`, { itemId });
}

export function shortOf(item: Item, requested: number): OperationError {
  const { itemId, name, quantityInStock: available } = item;
  return new OperationError(
    "INSUFFICIENT_STOCK",
    `Only ${available} of ${name} (${itemId}) in stock, not ${requested}.`,
    { itemId, available, requested },
  );
}

export function noteStock(context: OperationContext, item: Item, before: number): void {
  context.record({
    table: "inventory",
    key: item.itemId,
    before: { quantityInStock: before },
    after: { quantityInStock: item.quantityInStock },
  });
}

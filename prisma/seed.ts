// The demo store in, rows of an empty database out.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Transaction } from "../src/database/database.ts";
import { Prisma } from "../src/database/generated/client.ts";

const Amount = z.string().regex(/^-?\d+\.\d{2}$/);
export const Store = z.object({
  about: z.string().optional(),
  inventory: z.array(
    z.object({
      itemId: z.string(),
      name: z.string(),
      description: z.string(),
      quantityInStock: z.int().min(0),
      price: Amount,
    }),
  ),
  transactions: z.array(
    z.object({
      transactionId: z.string(),
      kind: z.string(),
      summary: z.string(),
      amount: Amount,
      balanceAfter: Amount,
      createdAt: z.iso.datetime(),
      itemId: z.string().nullable().exactOptional(),
      orderId: z.int().nullable().exactOptional(),
      quantity: z.int().nullable().exactOptional(),
      refersTo: z.string().nullable().exactOptional(),
    }),
  ),
  customers: z.array(z.object({ id: z.int(), email: z.email(), name: z.string() })),
  orders: z.array(
    z.object({
      id: z.int(),
      customerId: z.int(),
      status: z.string(),
      createdAt: z.iso.datetime(),
      lines: z.array(z.object({ itemId: z.string(), quantity: z.int().positive(), unitPrice: Amount })),
    }),
  ),
  tickets: z.array(
    z.object({
      id: z.int(),
      customerId: z.int().nullable(),
      orderId: z.int().nullable().exactOptional(),
      status: z.string(),
      issue: z.string(),
      note: z.string().nullable().exactOptional(),
      createdAt: z.iso.datetime(),
      closedAt: z.iso.datetime().nullable(),
    }),
  ),
});

export type Store = z.infer<typeof Store>;

export async function readDemoStore(): Promise<Store> {
  return Store.parse(JSON.parse(await readFile(join(import.meta.dirname, "store.json"), "utf8")));
}

/** Fills an empty shop; amounts stay decimal strings all the way. */
export async function seedStore(tx: Transaction, store: Store): Promise<void> {
  await tx.item.createMany({ data: store.inventory });
  await tx.customer.createMany({ data: store.customers });
  for (const { lines, ...order } of store.orders) {
    const total = lines.reduce(
      (sum, line) => sum.add(new Prisma.Decimal(line.unitPrice).mul(line.quantity)),
      new Prisma.Decimal(0),
    );
    await tx.order.create({
      data: {
        ...order,
        totalAmount: total,
        lines: { create: lines.map((line, index) => ({ ...line, position: index + 1 })) },
      },
    });
  }
  await tx.ticket.createMany({ data: store.tickets });
  for (const [index, transaction] of store.transactions.entries()) {
    await tx.transaction.create({ data: { ...transaction, position: index + 1 } });
  }
}

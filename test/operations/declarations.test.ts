// What the prompt tells a model that it can call is what it can call.
import { expect, test } from "vitest";
import { operations } from "../../src/operations/catalog.ts";
import { declarations } from "../../src/operations/declarations.ts";
import { tables } from "../../src/operations/tables.ts";

const text = declarations();

test("the same text every time, for providers' caches", () => {
  expect(declarations()).toBe(text);
});

test.each([
  "declare const db: { inventory: Reader<Item>; orders: Reader<Order>; customers: Reader<Customer>; tickets: Reader<Ticket>; transactions: Reader<Transaction> };",
  "interface Item { itemId: string; name: string; description: string; quantityInStock: number; price: number }",
  "lines: { itemId: string; quantity: number; unitPrice: number }[] }   // lines always included",
  "interface Customer { id: number; email: string; name: string }",
  "  purchase(i: { itemId: string; quantity: number; customerId?: number; customerName?: string }): Promise<Done>;   // staff: customerName as written, if one was named; a customer buys for themselves",
  "  returnItem(i: { itemId: string; quantity: number; orderId?: number; customerName?: string }): Promise<Done>;",
  "  refund(i: { orderId: number; reason?: string }): Promise<Done>;   // whole order, delivered, once",
  "  updateOrder(i: { orderId: number; lines: { itemId: string; quantity: number }[] }): Promise<Done>;   // all lines of the order as they shall be, without prices; the total must stay the same",
  "  cancelOrder(i: { orderId: number; reason?: string }): Promise<Done>;   // pending orders only",
  "  openTicket(i: { issue: string; orderId?: number; customerId?: number; customerName?: string }): Promise<Done>;",
  "  restock(i: { itemId: string; quantity: number; unitCost?: number }): Promise<Done>;",
  "  adjustStock(i: { itemId: string; quantityInStock: number; reason: string }): Promise<Done>;",
  "  closeTicket(i: { ticketId: number; note?: string }): Promise<Done>;",
  "  noteOnTicket(i: { ticketId: number; note: string }): Promise<Done>;",
  "  correctTransaction(i: { transactionId: string; amount: number; reason: string }): Promise<Done>;   // amount: what the row should have been",
  "  undo(i: { runId: string }): Promise<Done>;   // a whole committed run, once",
  "  recentRuns(i: { take?: number; customerId?: number }): Promise<{ runId, at, askedBy, isUndone, lines: { operation, subject, customerName, quantity, amount }[] }[]>;   // committed, newest first",
  "Orders come newest first",
  "  getCurrentBalance(): Promise<number>;",
  "INSUFFICIENT_STOCK { available } → insufficient_stock · NOT_FOUND → no_match · NOT_ALLOWED → unsupported_intent",
])("it says %s", (line) => {
  expect(text).toContain(line);
});

test("every operation, every table and every field is told", () => {
  for (const { name } of operations) expect(text).toMatch(new RegExp(`^  ${name}\\(`, "m"));
  for (const { rowType, fields } of tables) {
    const row = text.split("\n").find((line) => line.startsWith(`interface ${rowType} `));
    for (const field of fields) expect(row).toContain(`${field.name}: ${field.typescript}`);
  }
});

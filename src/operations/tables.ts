// The shop's tables as plans see them: fields, who has a table, and which of its rows. The readers, the declarations in
// the prompt and the checks of a plan's arguments all come from here.
import type { Requester, Role } from "../requester.ts";
import type { Condition } from "./condition.ts";
import type { Period } from "./periods.ts";

export interface Field {
  name: string;
  type: "text" | "integer" | "amount" | "time" | Period;
  nullable: boolean;
  /** As the plan sees it: amounts are numbers, times are ISO strings. */
  typescript: string;
}

export interface TableDescription {
  name: "inventory" | "orders" | "customers" | "tickets" | "transactions";
  /** The name of a row's type in the declarations. */
  rowType: string;
  /** The Prisma model. */
  model: "item" | "order" | "customer" | "ticket" | "transaction";
  key: string;
  /** Each names at most one row: what findUnique takes. */
  uniqueFields: string[];
  fields: Field[];
  /** What `createdAt` falls into, as text, to group, filter and order by; in rows only where they are selected. */
  periods: Field[];
  /** Fields of `lines`, which every row of orders carries. */
  lineFields: Field[] | null;
  /** How rows come when a plan asks for no order; by the key where it is empty. */
  usualOrder: { [field: string]: "asc" | "desc" }[];
  /** Takes `search` in `where`. */
  isSearchable: boolean;
  roles: Role[];
  /** The field that holds whose row it is; null where every row is everybody's who has the table. */
  ownerField: string | null;
}

const text = (name: string, typescript = "string"): Field => ({ name, type: "text", nullable: false, typescript });
const integer = (name: string): Field => ({ name, type: "integer", nullable: false, typescript: "number" });
const amount = (name: string): Field => ({ name, type: "amount", nullable: false, typescript: "number" });
const time = (name: string): Field => ({ name, type: "time", nullable: false, typescript: "string" });
const orNull = (field: Field): Field => ({ ...field, nullable: true, typescript: `${field.typescript} | null` });

const period = (name: Period): Field => ({ ...text(name), type: name });
const PERIODS = [period("day"), period("week"), period("month"), period("year")];

const everybody: Role[] = ["customer", "staff", "admin"];

export const tables: TableDescription[] = [
  {
    name: "inventory",
    rowType: "Item",
    model: "item",
    key: "itemId",
    uniqueFields: ["itemId"],
    fields: [text("itemId"), text("name"), text("description"), integer("quantityInStock"), amount("price")],
    periods: [],
    lineFields: null,
    usualOrder: [],
    isSearchable: true,
    roles: everybody,
    ownerField: null,
  },
  {
    name: "orders",
    rowType: "Order",
    model: "order",
    key: "id",
    uniqueFields: ["id"],
    fields: [
      integer("id"),
      integer("customerId"),
      text("status", "'pending' | 'shipped' | 'delivered' | 'cancelled' | 'refunded'"),
      amount("totalAmount"),
      time("createdAt"),
    ],
    periods: PERIODS,
    lineFields: [text("itemId"), integer("quantity"), amount("unitPrice")],
    usualOrder: [{ createdAt: "desc" }, { id: "desc" }],
    isSearchable: false,
    roles: everybody,
    ownerField: "customerId",
  },
  {
    name: "customers",
    rowType: "Customer",
    model: "customer",
    key: "id",
    uniqueFields: ["id", "email"],
    fields: [integer("id"), text("email"), text("name")],
    periods: [],
    lineFields: null,
    usualOrder: [],
    isSearchable: false,
    roles: everybody,
    ownerField: "id",
  },
  {
    name: "tickets",
    rowType: "Ticket",
    model: "ticket",
    key: "id",
    uniqueFields: ["id"],
    fields: [
      integer("id"),
      orNull(integer("customerId")),
      orNull(integer("orderId")),
      text("issue"),
      orNull(text("note")),
      text("status", "'open' | 'closed'"),
      time("createdAt"),
    ],
    periods: PERIODS,
    lineFields: null,
    usualOrder: [],
    isSearchable: false,
    roles: everybody,
    ownerField: "customerId",
  },
  {
    name: "transactions",
    rowType: "Transaction",
    model: "transaction",
    key: "transactionId",
    uniqueFields: ["transactionId"],
    fields: [
      text("transactionId"),
      text(
        "kind",
        "'opening' | 'sale' | 'return' | 'refund' | 'cancellation' | 'restock' | 'adjustment' | 'correction'",
      ),
      orNull(text("itemId")),
      orNull(integer("orderId")),
      orNull(integer("quantity")),
      amount("amount"),
      amount("balanceAfter"),
      text("summary"),
      time("createdAt"),
    ],
    periods: PERIODS,
    lineFields: null,
    usualOrder: [],
    isSearchable: false,
    roles: ["staff", "admin"],
    ownerField: null,
  },
];

/** What a plan can never widen: joined to its own conditions with AND. */
export function visibleRows(table: TableDescription, requester: Requester): Condition {
  if (!table.roles.includes(requester.role)) return "none";
  if (requester.role !== "customer" || table.ownerField === null) return "all";
  return requester.customerId === null ? "none" : { [table.ownerField]: requester.customerId };
}

import { allGroups } from "./all-groups.js";
import { measureNamed } from "./measures.js";

/**
 * One row for each group, and one for all of them together; grouped and summed in the database. `isCut`: there are more
 * groups than these, and the sum of all is nonetheless of all.
 */
export async function measuredRows({ measure, by, top = null }, { from, until, itemIds }) {
  const where = { day: { ...(from !== null && { gte: from }), lte: until } };
  const field = { item: "itemId", customer: "customerId" }[by] ?? by;
  const isOverTime = by !== "item" && by !== "customer";
  const way = top?.least ? "asc" : "desc";
  if (measureNamed(measure).kinds !== undefined && by !== "customer") return ofLedger();
  return measure === "tickets" ? ofTickets() : ofOrders();

  /** Kind after kind: the first one has nearly all of the rows, and finds the groups that matter. */
  async function ofLedger() {
    const { kinds, columns, isMoney } = measureNamed(measure);
    const found = [];
    let only = itemIds;
    let isCut = false;
    for (const kind of kinds) {
      const ofItems = only === null ? {} : { itemId: { in: only } };
      const groups = await grouped(db.transactions, {
        where: { ...where, ...ofItems, kind },
        _sum: { amount: true, quantity: true },
        orderBy: { _sum: { [isMoney ? "amount" : "quantity"]: way } },
      });
      found.push(...groups.rows.map((group) => ({ ...group, kind })));
      if (groups.isCut) only = groups.rows.map((group) => group.itemId);
      isCut = isCut || groups.isCut;
    }
    const ofAll = isCut ? await totals(kinds) : found;
    return { rows: rowsOf(found, (own) => columns(sumsOf(own))), all: columns(sumsOf(ofAll)), isCut };
  }

  function totals(kinds) {
    const ofItems = itemIds === null ? {} : { itemId: { in: itemIds } };
    const asked = { where: { ...where, ...ofItems, kind: { in: kinds } }, _sum: { amount: true, quantity: true } };
    return db.transactions.groupBy({ by: ["kind"], ...asked, _count: true });
  }

  async function ofTickets() {
    const orderBy = { _count: { id: way } };
    const tickets = await grouped(db.tickets, { where, orderBy });
    const customers = by === "customer" ? { customerId: { in: tickets.rows.map((group) => group.customerId) } } : {};
    const open = await grouped(db.tickets, { where: { ...where, ...customers, status: "open" }, orderBy });
    const openOf = new Map(open.rows.map((group) => [group[field], group._count]));
    const rows = tickets.rows.map((group) => ({
      key: field === null ? "" : group[field],
      tickets: group._count,
      open: openOf.get(group[field]) ?? 0,
    }));
    const all = {
      tickets: await db.tickets.count({ where }),
      open: await db.tickets.count({ where: { ...where, status: "open" } }),
    };
    return { rows, all, isCut: tickets.isCut };
  }

  /** The ledger knows no customers; their orders do. */
  async function ofOrders() {
    const paid = measure === "orders" ? {} : { status: { notIn: ["cancelled", "refunded"] } };
    const asked = { where: { ...where, ...paid }, _sum: { totalAmount: true } };
    const orderBy = measure === "orders" ? { _count: { id: way } } : { _sum: { totalAmount: way } };
    const columns = ({ _sum, _count }) => {
      const amount = inCents(_sum.totalAmount ?? 0);
      const average = _count > 0 ? inCents(amount / _count) : 0;
      if (measure === "orders") return { orders: _count, amount };
      return measure === "average-order" ? { average, orders: _count, amount } : { revenue: amount, orders: _count };
    };
    const { rows, isCut } = await grouped(db.orders, { ...asked, orderBy });
    const all = columns(await db.orders.aggregate({ ...asked, _count: true }));
    return { rows: rowsOf(rows, ([own]) => columns(own)), all, isCut };
  }

  async function grouped(table, { orderBy, ...asked }) {
    if (field === null) return { rows: [await table.aggregate({ ...asked, _count: true })], isCut: false };
    const query = { by: [field], ...asked, _count: true, ...(isOverTime ? {} : { orderBy }) };
    const { groups, isCut } = await allGroups(table, query, isOverTime);
    return { rows: groups, isCut };
  }

  function rowsOf(groups, columns) {
    const byKey = Map.groupBy(groups, (group) => (field === null ? "" : group[field]));
    return [...byKey].map(([key, own]) => ({ key, ...columns(own) }));
  }

  function sumsOf(groups) {
    const total = (kind, figure) =>
      groups.filter((group) => group.kind === kind).reduce((sum, group) => sum + (figure(group) ?? 0), 0);
    return {
      amount: (kind) => inCents(total(kind, (group) => group._sum.amount)),
      quantity: (kind) => total(kind, (group) => group._sum.quantity),
      rows: (kind) => total(kind, (group) => group._count),
    };
  }
}

/** Sums of cents are no whole cents in floating point. */
export function inCents(amount) {
  return Math.round(amount * 100) / 100;
}

// Orders, newest first: one's own, or for staff a customer's or everybody's.
import { listed } from "./parts/listed.js";
import { orderWords } from "./parts/order-words.js";

ACTION = "read";
const { customerName, status, take } = intent;
const isCustomer = requester.role === "customer";
const isOwn = customerName === null || customerName === requester.name?.toLowerCase();

if (isCustomer && !isOwn) {
  STATUS = "unsupported_intent";
  answer_text = "I can only show you your own orders.";
} else {
  // Newest first; for staff those of the customer they named, else everybody's.
  const byName = { name: { equals: customerName ?? "", mode: "insensitive" } };
  const customers = isCustomer || customerName === null ? [] : await db.customers.findMany({ where: byName });
  const ofCustomers = customers.length === 0 ? {} : { customerId: { in: customers.map((customer) => customer.id) } };
  const where = { ...ofCustomers, ...(status !== null && { status }) };
  const most = 6;
  const count = Math.min(await db.orders.count({ where }), take ?? Number.POSITIVE_INFINITY);
  const orders = await db.orders.findMany({ where, orderBy: { createdAt: "desc" }, take: Math.min(count, most) });
  const whose = isCustomer ? "your" : customers.length > 0 ? `${customers[0].name}'s` : "the";
  const which = status === null ? "" : `${status} `;

  if (!isCustomer && customerName !== null && customers.length === 0) {
    STATUS = "no_match";
    answer_text = `I could not find a customer called ${customerName}.`;
  } else if (orders.length === 0) {
    STATUS = "success";
    answer_text = isCustomer
      ? `You have no ${which}orders yet; I can gladly prepare one.`
      : `There are no ${which}orders${customers.length > 0 ? ` of ${customers[0].name}` : ""}.`;
  } else {
    STATUS = "success";
    answer_text = `These are ${whose} ${which}orders, newest first: ${listed(await orderWords(orders), most, count)}.`;
  }
}
console.log(`LOG: list of orders: ${STATUS}`);

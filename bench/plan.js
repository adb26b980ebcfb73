// The plan that every figure is measured with: two reads and one sale.
const item = await db.inventory.findFirst({ where: { itemId: "SG007" } });
const orders = await db.orders.count({ where: { customerId: requester.customerId } });
const done = await shop.purchase({ itemId: item.itemId, quantity: 1 });
answer_text = `One ${item.name} for ${money(done.total)} is ready to be confirmed; you have ${orders} orders so far.`;
STATUS = "success";
ACTION = "mutate";

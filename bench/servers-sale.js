// The plan of a sale that is booked: the message is the item.
const item = await db.inventory.findFirst({ where: { itemId: user_request } });
const done = await shop.purchase({ itemId: item.itemId, quantity: 1 });
answer_text = `One of it for ${money(done.total)} is ready to be confirmed.`;
STATUS = "success";
ACTION = "mutate";

// How many there are.
ACTION = "read";
const { of, status } = intent;
const table = of === "items" ? db.inventory : db[of];
if (requester.role === "customer" && of === "customers") {
  STATUS = "unsupported_intent";
  answer_text = "That is for our staff only. I can tell you about items, prices and your own orders.";
} else {
  STATUS = "success";
  const count = await table.count({ where: status === null ? {} : { status } });
  const what = `${status === null ? "" : `${status} `}${count === 1 ? of.slice(0, -1) : of}`;
  answer_text =
    requester.role === "customer" && of !== "items"
      ? `You have ${count} ${what}.`
      : `There ${count === 1 ? "is" : "are"} ${count} ${what}.`;
}
console.log(`LOG: count of ${of}`);

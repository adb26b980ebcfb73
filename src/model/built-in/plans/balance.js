// The shop's balance: staff only.
ACTION = "read";
if (requester.role === "customer") {
  STATUS = "unsupported_intent";
  answer_text = "The shop's balance is for our staff only. I can tell you about items, prices and your own orders.";
} else {
  STATUS = "success";
  answer_text = `The current balance is ${money(await shop.getCurrentBalance())}.`;
}
console.log(`LOG: balance for ${requester.role}: ${STATUS}`);

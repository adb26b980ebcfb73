// Prices, roles and rules are not changed by a message.
ACTION = "read";
STATUS = "unsupported_intent";
answer_text =
  "That is not possible here: prices, discounts, roles and rules stay as they are. I can gladly look up items or prepare an order for you.";
console.log("LOG: refused");

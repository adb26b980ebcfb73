// A greeting, thanks, a call for help, a wish that something is not done, or a yes where a button is needed.
ACTION = "read";
STATUS = "success";
const examples =
  requester.role === "customer"
    ? '"round frames in stock", "buy 2 Moon", "list my orders" or "open a ticket"'
    : '"sell 3 Moon to" a customer, "restock 5 Pouch", "open tickets" or "what is our balance"';
answer_text = {
  hello: `Hello! I can look up items and prices, take orders and returns, and more; try ${examples}.`,
  thanks: "You are welcome! Just write when there is anything else.",
  help: `I can look up items, prices and orders, and prepare changes for you to confirm; try ${examples}.`,
  nothing: "Fine, nothing was changed. Just write when there is anything else.",
  button: 'That waits on the card above: press its button, or write "yes".',
}[intent.topic];
console.log(`LOG: talk, ${intent.topic}`);

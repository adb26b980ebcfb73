// Staff say what a row of the ledger should have been.
import { refusal } from "./parts/refusal.js";

ACTION = "read";
const { transactionId, reason } = intent;
const isCustomer = requester.role === "customer";
const row = isCustomer ? null : await db.transactions.findFirst({ where: { transactionId } });

if (isCustomer) {
  STATUS = "unsupported_intent";
  answer_text = "Only our staff can correct what was booked. I can open a ticket about it for you.";
} else if (row === null) {
  STATUS = "no_match";
  answer_text = `I could not find ${transactionId} in the ledger.`;
} else if (reason === null) {
  STATUS = "invalid_request";
  answer_text = `Why should ${row.transactionId} be corrected? Say it like this: "correct ${row.transactionId} to … because …".`;
} else {
  // People leave the sign out: what went out stays money that goes out.
  const amount = row.amount < 0 ? -Math.abs(intent.amount) : intent.amount;
  try {
    const done = await shop.correctTransaction({ transactionId: row.transactionId, amount, reason });
    STATUS = "success";
    ACTION = "mutate";
    const way = done.amount < 0 ? "less" : "more";
    answer_text = `The correction of ${row.transactionId} by ${money(done.total)} ${way} is ready for an admin to approve.`;
  } catch (error) {
    const { status, text } = refusal(error);
    STATUS = status;
    answer_text = error.reason ?? text;
  }
}
console.log(`LOG: correction of ${transactionId}: ${STATUS}`);

// Staff take back what was booked: a run by its id, or the last one of its kind.
import { listed } from "./parts/listed.js";
import { refusal } from "./parts/refusal.js";

ACTION = "read";
const { runId, last, customerName } = intent;

if (requester.role === "customer") {
  STATUS = "unsupported_intent";
  answer_text =
    "Only our staff can undo what was booked. I can cancel a pending order of yours or open a ticket for you.";
} else if (runId === null && last === null) {
  STATUS = "invalid_request";
  answer_text = 'What should be undone? Tell me the run\'s id, or say "undo the last sale".';
} else {
  // 1. Which run: the named one, or the last of its kind that still stands.
  const byName = { name: { equals: customerName ?? "", mode: "insensitive" } };
  const customer = customerName === null ? null : await db.customers.findFirst({ where: byName });
  const recent = await shop.recentRuns({ take: 50, ...(customer !== null && { customerId: customer.id }) });
  const isMeant = (run) =>
    runId === null
      ? !run.isUndone &&
        run.lines.some((line) => (last === "any" ? line.operation !== "undo" : line.operation === last))
      : run.runId === runId;
  const run = recent.find(isMeant);

  if (customerName !== null && customer === null) {
    STATUS = "no_match";
    answer_text = `I could not find a customer called ${customerName}.`;
  } else if (run === undefined && runId === null) {
    STATUS = "no_match";
    answer_text = "I found nothing of that kind among what was booked lately. Tell me the run's id if you have it.";
  } else {
    // 2. Everything of it, or nothing.
    try {
      const done = await shop.undo({ runId: run?.runId ?? runId });
      STATUS = "success";
      ACTION = "mutate";
      const whose = run?.lines[0].customerName ? ` of ${run.lines[0].customerName}` : "";
      const what = run === undefined ? "" : ` (${listed(run.lines.map(lineWords), 3)}${whose})`;
      const way = done.amount < 0 ? "will be paid out" : "will come back into the till";
      const moved = done.total === 0 ? "" : `; ${money(done.total)} ${way}`;
      answer_text = `The undoing of ${run?.runId ?? runId}${what} is ready for an admin to approve${moved}.`;
    } catch (error) {
      const { status, text } = refusal(error);
      STATUS = status;
      answer_text = error.reason ? `That cannot be undone. ${error.reason}` : text;
    }
  }
}
console.log(`LOG: undoing of ${runId ?? `the last ${last}`}: ${STATUS}`);

/** "sale of 3 SG002". */
function lineWords({ operation, subject, quantity }) {
  const words = {
    purchase: "sale",
    returnItem: "return",
    refund: "refund",
    updateOrder: "change",
    cancelOrder: "cancellation",
    restock: "restock",
    adjustStock: "stock count",
    correctTransaction: "correction",
    openTicket: "ticket",
    closeTicket: "closing",
    noteOnTicket: "note",
  };
  const about = subject === "new" ? "" : ` of ${quantity === null ? subject : `${quantity} ${subject}`}`;
  return `${words[operation] ?? operation}${about}`;
}

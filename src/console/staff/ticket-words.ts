// A ticket in, its issue in the words of whoever has it out.
import type { TicketView } from "../../platforms/web-answers.ts";

/** The run that a ticket is about has its own link. */
export function issueWords({ issue, runId }: Pick<TicketView, "issue" | "runId">): string {
  return runId === null ? issue : issue.replace(` (run ${runId})`, "");
}

/** Whom it is about. */
export function ticketPerson({ customer, conversation }: Pick<TicketView, "customer" | "conversation">): string {
  return customer?.name ?? conversation?.author.name ?? "A guest";
}

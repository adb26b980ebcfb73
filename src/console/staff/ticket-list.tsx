// Tickets as a list of links: who it is about, what they wrote, since when.
import type { TicketView } from "../../platforms/web-answers.ts";
import { momentWords } from "../clock-words.ts";
import { ticketAddress } from "../route.ts";
import { issueWords, ticketPerson } from "./ticket-words.ts";

interface TicketListProps {
  tickets: TicketView[];
  /** The one that is open beside the list. */
  chosenId: number | null;
}

export function TicketList({ tickets, chosenId }: TicketListProps) {
  const now = new Date();
  return (
    <ul className="ticket-list">
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <a href={ticketAddress(ticket.id)} aria-current={ticket.id === chosenId ? "true" : undefined}>
            <span className="who">
              <b>{ticketPerson(ticket)}</b> <small>Ticket {ticket.id}</small>
            </span>
            <time dateTime={ticket.createdAt}>{momentWords(ticket.createdAt, now)}</time>
            <span className="issue">{issueWords(ticket)}</span>
            {ticket.status === "closed" && <span className="tag">closed</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}

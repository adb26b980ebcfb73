// What a search found, by kind, each a link to where it is shown.
import { type ReactNode, useCallback } from "react";
import type { SearchResult } from "../../platforms/web-answers.ts";
import type { CallerClient } from "../api/caller-client.ts";
import { usePolled } from "../api/use-polled.ts";
import { momentWords } from "../clock-words.ts";
import { money } from "../money.ts";
import { customerAddress, itemAddress, runAddress, ticketAddress } from "../route.ts";
import { issueWords } from "./ticket-words.ts";

const everyMs = 10_000;

export function SearchView({ client, query }: { client: CallerClient; query: string }) {
  const read = useCallback(() => (query === "" ? Promise.resolve(null) : client.search(query)), [client, query]);
  const { value: found, problem } = usePolled(read, everyMs);
  return (
    <section className="desk" aria-label="Search">
      <h1>{query === "" ? "Search" : `“${query}”`}</h1>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem.message}
        </p>
      )}
      <p className="nothing" role="status">
        {query === "" ? "Look for a customer, an order, a ticket, an item or a run." : foundWords(found)}
      </p>
      {found !== null && query !== "" && <Results found={found} />}
    </section>
  );
}

function Results({ found }: { found: SearchResult }) {
  const now = new Date();
  return (
    <div className="found">
      <Kind title="Customers" size={found.customers.length}>
        {found.customers.map(({ id, name, email }) => (
          <Hit key={id} href={customerAddress(id)} title={name} note={`Customer ${id}, ${email}`} />
        ))}
      </Kind>
      <Kind title="Orders" size={found.orders.length}>
        {found.orders.map(({ id, status, totalAmount, customer, createdAt }) => (
          <Hit
            key={id}
            href={customerAddress(customer.id)}
            title={`Order ${id}`}
            note={`${customer.name}, ${status}, ${money(totalAmount)}, ${momentWords(createdAt, now)}`}
          />
        ))}
      </Kind>
      <Kind title="Tickets" size={found.tickets.length}>
        {found.tickets.map((ticket) => (
          <Hit
            key={ticket.id}
            href={ticketAddress(ticket.id)}
            title={`Ticket ${ticket.id}`}
            note={`${ticket.status}: ${issueWords(ticket)}`}
          />
        ))}
      </Kind>
      <Kind title="Items" size={found.items.length}>
        {found.items.map(({ itemId, name, quantityInStock, price }) => (
          <Hit
            key={itemId}
            href={itemAddress(itemId)}
            title={name}
            note={`${itemId}, ${quantityInStock} in stock, ${money(price)}`}
          />
        ))}
      </Kind>
      <Kind title="Runs" size={found.runs.length}>
        {found.runs.map(({ runId, request, name, status, createdAt }) => (
          <Hit
            key={runId}
            href={runAddress(runId)}
            title={request}
            note={`${runId}, ${name ?? "no name"}, ${status.replaceAll("_", " ")}, ${momentWords(createdAt, now)}`}
          />
        ))}
      </Kind>
    </div>
  );
}

function Kind({ title, size, children }: { title: string; size: number; children: ReactNode }) {
  if (size === 0) return null;
  const id = `found-${title.toLowerCase()}`;
  return (
    <section className="sheet" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="hits">{children}</ul>
    </section>
  );
}

function Hit({ href, title, note }: { href: string; title: string; note: string }) {
  return (
    <li>
      <a href={href}>{title}</a>
      <small>{note}</small>
    </li>
  );
}

function foundWords(found: SearchResult | null): string {
  if (found === null) return "Searching…";
  const size = Object.values(found).reduce((sum, rows) => sum + rows.length, 0);
  if (size === 0)
    return "Nothing found. Ids, names and e-mail addresses are searched, and the words of tickets and requests.";
  return size === 1 ? "One found." : `${size} found, the newest of each kind.`;
}

// The customers by name, each a link to everything of them.
import type { CustomerRow } from "../../platforms/web-answers.ts";
import type { CallerClient } from "../api/caller-client.ts";
import { momentWords } from "../clock-words.ts";
import { customerAddress } from "../route.ts";
import { ReadOn } from "./read-on.tsx";
import { usePages } from "./use-pages.ts";

const everyMs = 10_000;
const idOf = ({ id }: CustomerRow) => id;

export function CustomersView({ client }: { client: CallerClient }) {
  const { rows, isOpening, problem, readOn, isReadingOn } = usePages(client.readCustomers, idOf, everyMs);
  const now = new Date();
  return (
    <section className="desk" aria-label="Customers">
      <h1>Customers</h1>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem.message}
        </p>
      )}
      {!isOpening && rows.length === 0 && (
        <p className="empty">
          <b>No customers yet</b>They appear with the shop's data.
        </p>
      )}
      {rows.length > 0 && (
        <div className="sheet wide-table">
          <table className="rows stacked">
            <caption className="unseen">Customers by name</caption>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">E-mail</th>
                <th scope="col">Last order</th>
                <th scope="col" className="figure">
                  Orders
                </th>
                <th scope="col" className="figure">
                  Open tickets
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, name, email, orders, openTickets, lastOrderAt }) => (
                <tr key={id}>
                  <th scope="row">
                    <a href={customerAddress(id)}>{name}</a>
                  </th>
                  <td data-label="E-mail">{email}</td>
                  <td data-label="Last order">{lastOrderAt === null ? "—" : momentWords(lastOrderAt, now)}</td>
                  <td className="figure" data-label="Orders">
                    {orders}
                  </td>
                  <td className="figure" data-label="Open tickets">
                    {openTickets === 0 ? "—" : <span className="count">{openTickets}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <ReadOn label="Show more customers" onReadOn={readOn} isReading={isReadingOn} />
    </section>
  );
}

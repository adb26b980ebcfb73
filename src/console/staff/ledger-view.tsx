// The ledger, the newest first, with the till after each entry; older ones on demand.
import type { LedgerEntry } from "../../platforms/web-answers.ts";
import type { CallerClient } from "../api/caller-client.ts";
import { momentWords } from "../clock-words.ts";
import { money } from "../money.ts";
import { customerAddress, itemAddress, runAddress } from "../route.ts";
import { ReadOn } from "./read-on.tsx";
import { usePages } from "./use-pages.ts";

const everyMs = 3_000;
const positionOf = ({ position }: LedgerEntry) => position;

export function LedgerView({ client }: { client: CallerClient }) {
  const { rows, isOpening, problem, readOn, isReadingOn } = usePages(client.readLedger, positionOf, everyMs);
  const newest = rows[0];
  return (
    <section className="desk" aria-label="Ledger">
      <header className="sum-head">
        <h1>Ledger</h1>
        <p>
          Till now{" "}
          <output data-testid="ledger-balance">{newest === undefined ? "—" : money(newest.balanceAfter)}</output>
        </p>
      </header>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem.message}
        </p>
      )}
      {!isOpening && rows.length === 0 && (
        <p className="empty">
          <b>Nothing is booked yet</b>Every sale, return and restock appears here, with the till after it.
        </p>
      )}
      {rows.length > 0 && (
        <div className="sheet wide-table">
          <table className="rows stacked" data-testid="ledger">
            <caption className="unseen">Entries, the newest first</caption>
            <thead>
              <tr>
                <th scope="col">Entry</th>
                <th scope="col">Booked</th>
                <th scope="col">About</th>
                <th scope="col" className="figure">
                  Amount
                </th>
                <th scope="col" className="figure">
                  Till after
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((entry) => (
                <Entry key={entry.position} entry={entry} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <ReadOn label="Show older entries" onReadOn={readOn} isReading={isReadingOn} />
    </section>
  );
}

function Entry({ entry }: { entry: LedgerEntry }) {
  const { transactionId, kind, summary, itemId, orderId, customerId, runId, amount, balanceAfter, createdAt } = entry;
  const about = [
    itemId !== null && (
      <a key="item" href={itemAddress(itemId)}>
        {itemId}
      </a>
    ),
    orderId !== null &&
      (customerId === null ? (
        <span key="order">order {orderId}</span>
      ) : (
        <a key="order" href={customerAddress(customerId)}>
          order {orderId}
        </a>
      )),
    runId !== null && (
      <a key="run" href={runAddress(runId)}>
        run
      </a>
    ),
  ].filter((link) => link !== false);
  return (
    <tr>
      <th scope="row">
        {summary}{" "}
        <small>
          {transactionId}, {kind}
        </small>
      </th>
      <td data-label="Booked">{momentWords(createdAt, new Date())}</td>
      <td data-label="About" className="links">
        {about.length === 0 ? "—" : about}
      </td>
      <td className="figure" data-label="Amount" data-sign={amount.startsWith("-") ? "out" : "in"}>
        {money(amount)}
      </td>
      <td className="figure" data-label="Till after">
        {money(balanceAfter)}
      </td>
    </tr>
  );
}

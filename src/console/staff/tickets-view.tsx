// The tickets beside the one that is being worked; one at a time on a narrow screen.
import { useCallback, useState } from "react";
import type { TicketView } from "../../platforms/web-answers.ts";
import type { CallerClient } from "../api/caller-client.ts";
import type { Viewer } from "../card/buttons-for.ts";
import { ReadOn } from "./read-on.tsx";
import { TicketDetail } from "./ticket-detail.tsx";
import { TicketList } from "./ticket-list.tsx";
import { usePages } from "./use-pages.ts";

const everyMs = 3_000;
const idOf = ({ id }: TicketView) => id;

interface TicketsViewProps {
  client: CallerClient;
  ticketId: number | null;
  viewer: Viewer;
}

export function TicketsView({ client, ticketId, viewer }: TicketsViewProps) {
  const [status, setStatus] = useState<TicketView["status"]>("open");
  return (
    <section className="tickets" aria-label="Tickets" data-has-chosen={ticketId !== null}>
      <div className="ticket-column">
        <header>
          <h1>Tickets</h1>
          <fieldset className="switch">
            <legend className="unseen">Which tickets</legend>
            <Choice label="Open" isChosen={status === "open"} onChoose={() => setStatus("open")} />
            <Choice label="Closed" isChosen={status === "closed"} onChoose={() => setStatus("closed")} />
          </fieldset>
        </header>
        <Tickets key={status} client={client} status={status} chosenId={ticketId} />
      </div>
      <div className="ticket-sheet">
        {ticketId === null ? (
          <p className="empty">
            <b>Choose a ticket</b>
            You see what was said, answer the customer and close the case from here.
          </p>
        ) : (
          <TicketDetail key={ticketId} client={client} ticketId={ticketId} viewer={viewer} />
        )}
      </div>
    </section>
  );
}

function Choice({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <button type="button" aria-pressed={isChosen} onClick={onChoose}>
      {label}
    </button>
  );
}

interface TicketsProps {
  client: CallerClient;
  status: TicketView["status"];
  chosenId: number | null;
}

function Tickets({ client, status, chosenId }: TicketsProps) {
  const read = useCallback((before: number | null) => client.readTickets(status, before), [client, status]);
  const { rows, isOpening, problem, readOn, isReadingOn } = usePages(read, idOf, everyMs);
  return (
    <>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem.message}
        </p>
      )}
      {!isOpening && rows.length === 0 && (
        <p className="empty">
          <b>{status === "open" ? "No open tickets" : "No closed tickets yet"}</b>
          {status === "open"
            ? "When a customer asks for a person, or the assistant cannot help, it appears here."
            : "Resolved tickets are kept here."}
        </p>
      )}
      <TicketList tickets={rows} chosenId={chosenId} />
      <ReadOn label="Show older tickets" onReadOn={readOn} isReading={isReadingOn} />
    </>
  );
}

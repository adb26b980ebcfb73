// One ticket: what it is about, what was said where it came from, an answer to the customer, and its end.
import { useCallback, useState } from "react";
import type { TicketView } from "../../platforms/web-answers.ts";
import { connectionError } from "../api/api-error.ts";
import type { CallerClient, TicketNews } from "../api/caller-client.ts";
import { ownId } from "../api/own-id.ts";
import { usePolled } from "../api/use-polled.ts";
import type { Viewer } from "../card/buttons-for.ts";
import { momentWords } from "../clock-words.ts";
import { customerAddress, runAddress } from "../route.ts";
import { AnswerForm } from "./answer-form.tsx";
import { ConversationLog } from "./conversation-log.tsx";
import { issueWords, ticketPerson } from "./ticket-words.ts";

const everyMs = 3_000;

interface TicketDetailProps {
  client: CallerClient;
  ticketId: number;
  viewer: Viewer;
}

export function TicketDetail({ client, ticketId, viewer }: TicketDetailProps) {
  const read = useCallback(() => client.readTicket(ticketId), [client, ticketId]);
  const { value, problem, refresh } = usePolled(read, everyMs);
  const [done, setDone] = useState("");
  const [writtenAt, setWrittenAt] = useState(0);
  const [resolving, setResolving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  /** False when it was refused, or may not have arrived. */
  async function act(work: () => Promise<TicketNews>): Promise<boolean> {
    setRefusal(null);
    setDone("");
    try {
      setDone((await work()).message);
      setWrittenAt(Date.now());
      return true;
    } catch (cause) {
      setRefusal(connectionError(cause).message);
      return false;
    } finally {
      refresh();
    }
  }

  async function resolve(): Promise<void> {
    setResolving(true);
    await act(() => client.resolveTicket(ticketId, ownId()));
    setResolving(false);
  }

  return (
    <article aria-labelledby="ticket-title">
      <p className="back">
        <a href="#/tickets">All tickets</a>
      </p>
      <h2 id="ticket-title">Ticket {ticketId}</h2>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem.message}
        </p>
      )}
      {value !== null && (
        <>
          <TicketFacts ticket={value} />
          {value.conversation !== null && (
            <ConversationLog
              client={client}
              conversationId={value.conversation.conversationId}
              viewer={viewer}
              readAgain={writtenAt}
            />
          )}
          {value.status === "open" && value.conversation !== null && (
            <AnswerForm
              to={ticketPerson(value)}
              onAnswer={(text, actId) => act(() => client.answerTicket(ticketId, text, actId))}
            />
          )}
          {value.status === "open" && value.conversation === null && (
            <p className="nothing">This ticket came from no conversation here, so an answer would reach nobody.</p>
          )}
          {refusal !== null && (
            <p className="problem" role="alert">
              {refusal}
            </p>
          )}
          <p className="done-words" role="status">
            {done}
          </p>
          {value.status === "open" && (
            <footer className="ticket-end">
              <button
                type="button"
                className="quiet"
                disabled={resolving}
                aria-busy={resolving}
                onClick={() => void resolve()}
              >
                {resolving ? "Working…" : "Resolve ticket"}
              </button>
              <small>Closes it, tells the customer, and gives the talk back to the assistant.</small>
            </footer>
          )}
        </>
      )}
    </article>
  );
}

function TicketFacts({ ticket }: { ticket: TicketView }) {
  const now = new Date();
  const { customer, conversation, orderId, runId, status, createdAt, closedAt, note } = ticket;
  return (
    <>
      <p className="issue-words">{issueWords(ticket)}</p>
      <dl className="facts">
        <div>
          <dt>Status</dt>
          <dd>
            <span className={status === "open" ? "tag wait" : "tag good"}>{status}</span>
          </dd>
        </div>
        <div>
          <dt>Customer</dt>
          <dd>
            {customer === null ? ticketPerson(ticket) : <a href={customerAddress(customer.id)}>{customer.name}</a>}
          </dd>
        </div>
        {orderId !== null && (
          <div>
            <dt>Order</dt>
            <dd>{orderId}</dd>
          </div>
        )}
        {conversation !== null && (
          <div>
            <dt>From</dt>
            <dd className="platform">{conversation.platform}</dd>
          </div>
        )}
        <div>
          <dt>Opened</dt>
          <dd>{momentWords(createdAt, now)}</dd>
        </div>
        {closedAt !== null && (
          <div>
            <dt>Closed</dt>
            <dd>{momentWords(closedAt, now)}</dd>
          </div>
        )}
        {runId !== null && (
          <div>
            <dt>Run</dt>
            <dd>
              <a href={runAddress(runId)}>Show the run</a>
            </dd>
          </div>
        )}
      </dl>
      {note !== null && <p className="remark">{note}</p>}
    </>
  );
}

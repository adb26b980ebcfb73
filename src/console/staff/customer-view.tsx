// Everything of one customer: orders, tickets and conversations, the newest first.
import { useCallback } from "react";
import type { ConversationRow, CustomerView as Customer, OrderView } from "../../platforms/web-answers.ts";
import type { CallerClient } from "../api/caller-client.ts";
import { usePolled } from "../api/use-polled.ts";
import { momentWords } from "../clock-words.ts";
import { money } from "../money.ts";
import { conversationAddress, itemAddress } from "../route.ts";
import { TicketList } from "./ticket-list.tsx";

const everyMs = 5_000;

export function CustomerView({ client, customerId }: { client: CallerClient; customerId: number }) {
  const read = useCallback(() => client.readCustomer(customerId), [client, customerId]);
  const { value: customer, problem } = usePolled(read, everyMs);
  return (
    <section className="desk" aria-label="Customer">
      <p className="back">
        <a href="#/customers">All customers</a>
      </p>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem.message}
        </p>
      )}
      {customer !== null && <Everything customer={customer} />}
    </section>
  );
}

function Everything({ customer }: { customer: Customer }) {
  const { id, name, email, handles, orders, tickets, conversations } = customer;
  return (
    <>
      <header className="customer-head">
        <h1>{name}</h1>
        <p>
          <a href={`mailto:${email}`}>{email}</a>
          <span>Customer {id}</span>
          {handles.map((handle) => (
            <span key={handle} className="tag">
              {handle}
            </span>
          ))}
        </p>
      </header>
      <div className="customer-grid">
        <section className="sheet" aria-labelledby="orders-title">
          <h2 id="orders-title">Orders</h2>
          {orders.length === 0 && <p className="nothing">{name} has ordered nothing yet.</p>}
          <ul className="orders">
            {orders.map((order) => (
              <Order key={order.id} order={order} />
            ))}
          </ul>
        </section>
        <div>
          <section className="sheet" aria-labelledby="tickets-title">
            <h2 id="tickets-title">Tickets</h2>
            {tickets.length === 0 && <p className="nothing">No tickets.</p>}
            <TicketList tickets={tickets} chosenId={null} />
          </section>
          <section className="sheet" aria-labelledby="conversations-title">
            <h2 id="conversations-title">Conversations</h2>
            {conversations.length === 0 && <p className="nothing">{name} has not written yet.</p>}
            <ul className="hits">
              {conversations.map((conversation) => (
                <Conversation key={conversation.conversationId} conversation={conversation} />
              ))}
            </ul>
          </section>
        </div>
      </div>
    </>
  );
}

const orderTones: { [status: string]: string } = { delivered: "good", shipped: "good", pending: "wait" };

function Order({ order: { id, status, totalAmount, createdAt, lines } }: { order: OrderView }) {
  return (
    <li>
      <p className="order-head">
        <b>Order {id}</b>
        <span className={`tag ${orderTones[status] ?? ""}`}>{status}</span>
        <time dateTime={createdAt}>{momentWords(createdAt, new Date())}</time>
        <b className="figure">{money(totalAmount)}</b>
      </p>
      <ul>
        {lines.map(({ itemId, name, quantity, unitPrice }) => (
          <li key={`${itemId} ${unitPrice}`}>
            {quantity} × <a href={itemAddress(itemId)}>{name}</a> at {money(unitPrice)}
          </li>
        ))}
      </ul>
    </li>
  );
}

function Conversation({ conversation }: { conversation: ConversationRow }) {
  const { conversationId, platform, ticketId, lastText, lastAt, requests } = conversation;
  return (
    <li>
      <a href={conversationAddress(conversationId)}>{lastText}</a>
      <small>
        {platform}, {requests === 1 ? "one request" : `${requests} requests`}, {momentWords(lastAt, new Date())}
        {ticketId !== null && `, with people (ticket ${ticketId})`}
      </small>
    </li>
  );
}

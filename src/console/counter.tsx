// The open shop for one person: the talk beside the shop, the runs, and what the shop's people work with.
import { useCallback, useEffect, useMemo, useRef } from "react";
import type { TicketView } from "../platforms/web-answers.ts";
import type { ApprovalCard } from "../report.ts";
import type { ShopView } from "./api/answers.ts";
import type { ApiError } from "./api/api-error.ts";
import type { Client } from "./api/client.ts";
import { usePolled } from "./api/use-polled.ts";
import { ApprovalsList } from "./card/approvals-list.tsx";
import { isOwnCard, viewerOf } from "./card/buttons-for.ts";
import { ChatView } from "./chat/chat-view.tsx";
import { conversationsOf } from "./chat/sessions.ts";
import { useChat } from "./chat/use-chat.ts";
import { Notices } from "./notices.tsx";
import { PageFault } from "./page-fault.tsx";
import { PageHeader } from "./page-header.tsx";
import { PersonChooser } from "./person-chooser.tsx";
import { isForStaff, ticketAddress, titleOf } from "./route.ts";
import { RunList } from "./runs/run-list.tsx";
import { RunView } from "./runs/run-view.tsx";
import { ShopPanel } from "./shop/shop-panel.tsx";
import { News, type NewsItem } from "./staff/news.tsx";
import { SearchBox } from "./staff/search-box.tsx";
import { StaffView } from "./staff/staff-view.tsx";
import { issueWords, ticketPerson } from "./staff/ticket-words.ts";
import { usePerson } from "./use-person.ts";
import { useRoute } from "./use-route.ts";

const newsMs = 3_000;
const noticesMs = 30_000;

interface CounterProps {
  client: Client;
  shop: ShopView;
  /** The newest read of the shop failed; what is shown is older. */
  problem: ApiError | null;
  onShopMoved: () => void;
  onLeave: (() => void) | null;
}

export function Counter({ client, shop, problem, onShopMoved, onLeave }: CounterProps) {
  const route = useRoute();
  const { person, requester, who, options, choose } = usePerson(shop);
  const asCaller = useMemo(() => client.as(requester), [client, requester]);
  const isAdmin = person.role === "admin";
  const isStaff = person.role !== "customer";

  const readApprovals = useCallback(
    () => (isStaff ? client.readApprovals() : Promise.resolve(null)),
    [client, isStaff],
  );
  const approvals = usePolled(readApprovals, newsMs);
  const readNotices = useCallback(() => (isAdmin ? client.readNotices() : Promise.resolve([])), [client, isAdmin]);
  const notices = usePolled(readNotices, noticesMs);
  const readTickets = useCallback(
    () => (isStaff ? asCaller.readTickets("open", null) : Promise.resolve(null)),
    [asCaller, isStaff],
  );
  const tickets = usePolled(readTickets, newsMs);
  const refreshApprovals = approvals.refresh;
  const refreshAll = useCallback(() => {
    onShopMoved();
    refreshApprovals();
  }, [onShopMoved, refreshApprovals]);

  const chat = useChat({ client, asCaller, who, requester }, refreshAll);
  const viewer = viewerOf(person, conversationsOf(chat.session));
  const waiting = (isAdmin ? approvals.value : null)?.filter(
    (card) => card.needs[0] === "admin" && !isOwnCard(card, viewer),
  );
  const openTickets = tickets.value?.rows ?? [];

  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const isSearching = route.view === "search";
  useEffect(() => {
    document.title = `${titleOf(route)} · Tillhand`;
  }, [route]);
  // Whoever does not see the page has to be brought to what the link opened; a search goes on where it is typed.
  useEffect(() => {
    if (!isFirst.current && !isSearching && route.view !== "chat") main.current?.focus();
    isFirst.current = false;
  }, [route.view, isSearching]);

  const approvalsList = (
    <ApprovalsList
      key={who}
      approvals={approvals.value}
      cards={chat.cards}
      problem={approvals.problem}
      viewer={viewer}
      onDecide={chat.decide}
    />
  );
  const isTalk = route.view === "chat" || route.view === "shop";

  return (
    <div className="counter" data-view={route.view} data-layout={isTalk ? "talk" : "wide"}>
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <PageHeader route={route} isStaff={isStaff} waiting={waiting?.length ?? 0} openTickets={openTickets.length}>
        {isStaff && <SearchBox route={route} />}
        {options.length > 0 && <PersonChooser options={options} chosen={who} onChoose={choose} />}
        {onLeave !== null && (
          <button type="button" className="quiet" onClick={onLeave}>
            Forget the token
          </button>
        )}
      </PageHeader>
      {problem !== null && (
        <p className="banner" role="alert">
          {problem.message} What you see may be old.
        </p>
      )}
      <main id="content" ref={main} tabIndex={-1}>
        <PageFault key={`${isTalk ? "talk" : route.view} ${who}`}>
          {isTalk && <ChatView chat={chat} person={person} viewer={viewer} tables={asCaller} />}
          {route.view === "runs" && <RunList client={client} />}
          {route.view === "run" && (
            <RunView
              key={route.runId}
              client={client}
              tables={asCaller}
              runId={route.runId}
              viewer={viewer}
              onDecide={chat.decide}
            />
          )}
          {isForStaff(route) && !isStaff && <ForStaffOnly />}
          {route.view === "approvals" && isStaff && <div className="desk">{approvalsList}</div>}
          {isStaff && <StaffView route={route} client={asCaller} shop={shop} viewer={viewer} />}
        </PageFault>
      </main>
      {isTalk && (
        <aside aria-label="The shop">
          <Notices notices={notices.value ?? []} />
          {isAdmin && approvalsList}
          <ShopPanel shop={shop} />
          <p className="planner">Planner: {shop.model}</p>
        </aside>
      )}
      {isStaff && <News key={who} items={newsOf(tickets.value?.rows ?? null, waiting ?? null, isAdmin)} />}
    </div>
  );
}

function ForStaffOnly() {
  return (
    <p className="empty">
      <b>This is for the shop's people</b>
      Choose one of the staff above, or <a href="#/">ask the shop in the chat</a>.
    </p>
  );
}

/** null until everything that may be news was read once. */
function newsOf(tickets: TicketView[] | null, cards: ApprovalCard[] | null, isAdmin: boolean): NewsItem[] | null {
  if (tickets === null || (isAdmin && cards === null)) return null;
  return [
    ...tickets.map((ticket) => ({
      id: `ticket ${ticket.id}`,
      text: `Ticket ${ticket.id}, ${ticketPerson(ticket)}: ${issueWords(ticket)}`,
      href: ticketAddress(ticket.id),
    })),
    ...(cards ?? []).map((card) => ({
      id: card.id,
      text: `${card.requester.name} asks for an approval: ${card.request}`,
      href: "#/approvals",
    })),
  ];
}

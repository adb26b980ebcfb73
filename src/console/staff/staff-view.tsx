// The view that the address opens for the shop's people.
import type { ShopView } from "../api/answers.ts";
import type { CallerClient } from "../api/caller-client.ts";
import type { Viewer } from "../card/buttons-for.ts";
import type { Route } from "../route.ts";
import { ConversationView } from "./conversation-view.tsx";
import { CustomerView } from "./customer-view.tsx";
import { CustomersView } from "./customers-view.tsx";
import { LedgerView } from "./ledger-view.tsx";
import { SearchView } from "./search-view.tsx";
import { StockView } from "./stock-view.tsx";
import { TicketsView } from "./tickets-view.tsx";

interface StaffViewProps {
  route: Route;
  client: CallerClient;
  shop: ShopView;
  viewer: Viewer;
}

export function StaffView({ route, client, shop, viewer }: StaffViewProps) {
  switch (route.view) {
    case "tickets":
      return <TicketsView client={client} ticketId={route.ticketId} viewer={viewer} />;
    case "customers":
      return <CustomersView client={client} />;
    case "customer":
      return <CustomerView key={route.customerId} client={client} customerId={route.customerId} />;
    case "conversation":
      return (
        <ConversationView
          key={route.conversationId}
          client={client}
          conversationId={route.conversationId}
          viewer={viewer}
        />
      );
    case "ledger":
      return <LedgerView client={client} />;
    case "stock":
      return <StockView shop={shop} itemId={route.itemId} />;
    case "search":
      return <SearchView client={client} query={route.query} />;
    case "chat":
    case "approvals":
    case "shop":
    case "runs":
    case "run":
      return null;
  }
}

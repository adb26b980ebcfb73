// The open shop for one person: the talk beside the shop, the admin's approvals, and the runs.
import { useCallback, useState } from "react";
import type { Requester } from "../requester.ts";
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
import { personOptions } from "./person.ts";
import { PersonChooser } from "./person-chooser.tsx";
import { RunList } from "./runs/run-list.tsx";
import { RunView } from "./runs/run-view.tsx";
import { ShopPanel } from "./shop/shop-panel.tsx";
import { useRoute } from "./use-route.ts";

const approvalsMs = 3_000;
const noticesMs = 30_000;
// Whoever holds the token is an admin; the server knows the name.
const tokenHolder: Requester = { role: "admin", customerId: null, name: null };

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
  const options = personOptions(shop.people);
  const [value, setValue] = useState(options[0]?.value ?? "");
  const chosen = shop.isLocal ? options.find((option) => option.value === value) : undefined;
  const person = chosen?.person ?? tokenHolder;
  const isAdmin = person.role === "admin";

  const readApprovals = useCallback(() => (isAdmin ? client.readApprovals() : Promise.resolve([])), [client, isAdmin]);
  const approvals = usePolled(readApprovals, approvalsMs);
  const readNotices = useCallback(() => (isAdmin ? client.readNotices() : Promise.resolve([])), [client, isAdmin]);
  const notices = usePolled(readNotices, noticesMs);
  const refreshApprovals = approvals.refresh;
  const refreshAll = useCallback(() => {
    onShopMoved();
    refreshApprovals();
  }, [onShopMoved, refreshApprovals]);

  const chat = useChat(client, chosen?.value ?? "", chosen?.person ?? null, refreshAll);
  const viewer = viewerOf(person, conversationsOf(chat.session));
  const waiting = approvals.value?.filter((card) => card.needs[0] === "admin" && !isOwnCard(card, viewer)) ?? [];

  return (
    <div className="counter" data-view={route.view}>
      <PageHeader route={route} isAdmin={isAdmin} waiting={waiting.length}>
        {chosen !== undefined && <PersonChooser options={options} chosen={chosen.value} onChoose={setValue} />}
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
      {route.view === "runs" && (
        <main>
          <PageFault key="runs">
            <RunList client={client} />
          </PageFault>
        </main>
      )}
      {route.view === "run" && (
        <main>
          <PageFault key={route.runId}>
            <RunView client={client} runId={route.runId} viewer={viewer} onDecide={chat.decide} />
          </PageFault>
        </main>
      )}
      {route.view !== "runs" && route.view !== "run" && (
        <>
          <main>
            <PageFault key={chosen?.value}>
              <ChatView chat={chat} person={person} viewer={viewer} />
            </PageFault>
          </main>
          <aside aria-label="The shop">
            <Notices notices={notices.value ?? []} />
            {isAdmin && (
              <ApprovalsList
                key={chosen?.value}
                approvals={approvals.value}
                cards={chat.cards}
                problem={approvals.problem}
                viewer={viewer}
                onDecide={chat.decide}
              />
            )}
            <ShopPanel shop={shop} />
            <p className="planner">Planner: {shop.model}</p>
          </aside>
        </>
      )}
    </div>
  );
}

// A conversation by itself.
import type { CallerClient } from "../api/caller-client.ts";
import type { Viewer } from "../card/buttons-for.ts";
import { ConversationLog } from "./conversation-log.tsx";

interface ConversationViewProps {
  client: CallerClient;
  conversationId: string;
  viewer: Viewer;
}

export function ConversationView({ client, conversationId, viewer }: ConversationViewProps) {
  return (
    <section className="desk" aria-label="Conversation">
      <p className="back">
        <a href="#/customers">All customers</a>
      </p>
      <h1>Conversation</h1>
      <ConversationLog client={client} conversationId={conversationId} viewer={viewer} readAgain={0} />
    </section>
  );
}

// The cards of the open talk in, their newest state out: somebody else may decide them at any time.
import { useCallback, useEffect, useRef } from "react";
import type { ApprovalCard } from "../../report.ts";
import type { Client } from "../api/client.ts";

const everyMs = 3_000;

/** Returns a function that reads the open cards now. */
export function useOpenCards(
  client: Client,
  cards: ApprovalCard[],
  onSeen: (cards: ApprovalCard[]) => void,
  onShopMoved: () => void,
): () => void {
  const newest = useRef(cards);
  useEffect(() => {
    newest.current = cards;
  }, [cards]);

  const readNow = useCallback(() => {
    for (const card of newest.current) {
      if (card.state !== "pending") continue;
      readCard(client, card).then(
        (seen) => {
          onSeen(seen);
          if (seen.some(({ id, state }) => id === card.id && state === "committed")) onShopMoved();
        },
        // The next round reads it again; until then the card stands as it was.
        () => undefined,
      );
    }
  }, [client, onSeen, onShopMoved]);

  const isAnyOpen = cards.some(({ state }) => state === "pending");
  useEffect(() => {
    if (!isAnyOpen) return;
    const timer = setInterval(() => document.visibilityState === "visible" && readNow(), everyMs);
    return () => clearInterval(timer);
  }, [isAnyOpen, readNow]);

  return readNow;
}

/** A run shows its newest card: where that is another one, the shop moved and the asked one went stale. */
async function readCard(client: Client, card: ApprovalCard): Promise<ApprovalCard[]> {
  const { card: newest } = await client.readRun(card.runId);
  if (newest === null) return [];
  if (newest.id !== card.id) return [{ ...card, state: "stale", replacedById: newest.id }, newest];
  if (newest.state !== "stale" || newest.replacedById === null) return [newest];
  const successor = (await client.readApprovals()).find(({ id }) => id === newest.replacedById);
  return successor === undefined ? [newest] : [newest, successor];
}

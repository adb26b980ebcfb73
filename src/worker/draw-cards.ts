// A reply that was posted in; its card drawn anew wherever it is shown and no longer stands as it was posted out. Where a
// platform does not take that just now, it is tried again for some minutes; after that, and after a restart, the next press
// on the card does it.
import { setTimeout as sleep } from "node:timers/promises";
import { cardOf } from "../card.ts";
import type { Transaction } from "../database/database.ts";
import type { Platform } from "../platforms/platform.ts";
import { cardsReplacedBy, readApproval } from "../records/approvals.ts";
import type { UnsentReply } from "../records/outbox.ts";
import type { ApprovalCard } from "../report.ts";
import type { WorkerParts } from "./worker.ts";

const TRIES = 10;
const FIRST_PAUSE_MS = 500;

type Drawing = Pick<WorkerParts, "config" | "database" | "platforms" | "log">;

export async function drawCards({ reply, isRepeat }: Pick<UnsentReply, "reply" | "isRepeat">, parts: Drawing) {
  const { card } = reply;
  if (card === null) return;
  try {
    const moved = await movedCards(card, isRepeat, parts);
    await Promise.all(moved.flatMap((one) => parts.platforms.map((platform) => draw(platform, one, parts))));
  } catch (error) {
    parts.log.warn({ approvalId: card.id, err: error }, "a card was not drawn anew; its buttons say what became of it");
  }
}

/** Those that are decided now, or whose place another one took. */
async function movedCards(card: ApprovalCard, isRepeat: boolean, { database }: Drawing): Promise<ApprovalCard[]> {
  const { client } = database;
  const isNew = card.state === "pending" && card.decisions.length === 0;
  const moved = isNew ? (await cardsReplacedBy(client, card.id)).map(cardOf) : [card];
  // What was not posted at once shows the card as it was then.
  const now = isRepeat ? await readCard(client, card.id) : null;
  return now === null || isSame(now, card) ? moved : [...moved.filter(({ id }) => id !== card.id), now];
}

async function readCard(client: Transaction, id: string): Promise<ApprovalCard | null> {
  const approval = await readApproval(client, id);
  return approval === null ? null : cardOf(approval);
}

const isSame = (one: ApprovalCard, other: ApprovalCard) =>
  one.state === other.state && one.decisions.length === other.decisions.length;

async function draw(platform: Platform, card: ApprovalCard, parts: Drawing): Promise<void> {
  try {
    await platform.redraw(card);
    if (card.state !== "pending") return;
    // Whoever decided meanwhile may have drawn it before us.
    const now = await readCard(parts.database.client, card.id);
    if (now !== null && !isSame(now, card)) await platform.redraw(now);
  } catch (error) {
    parts.log.warn({ approvalId: card.id, platform: platform.name, err: error }, "a card is drawn anew later");
    // Nothing that waits in this conversation waits for that.
    void drawLater(platform, card, parts);
  }
}

/** As it stands each time: between two tries somebody may have decided. */
async function drawLater(platform: Platform, { id }: ApprovalCard, { config, database, log }: Drawing): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** tries, config.outbox.longestRetryMs);
    await sleep(pauseMs, undefined, { ref: false });
    try {
      const drawn = await readCard(database.client, id);
      if (drawn === null) return;
      await platform.redraw(drawn);
      const now = await readCard(database.client, id);
      if (now === null || isSame(now, drawn)) return;
    } catch (error) {
      log.warn({ approvalId: id, platform: platform.name, tries, err: error }, "a card could not be drawn anew");
    }
  }
}

// A card in; drawn anew in every message that shows it out. One that is gone is forgotten.
import type { Posts } from "../../records/posts.ts";
import type { ApprovalCard } from "../../report.ts";
import type { Log } from "../../telemetry/log.ts";
import { cardView } from "../card-view.ts";
import { codeOf, isGone } from "./api-errors.ts";
import { cardDraft } from "./card-blocks.ts";
import type { Messages } from "./messages.ts";
import { readPlace, targetOf } from "./place.ts";

export function createRedraw(messages: Messages, posts: Posts, log: Log): (card: ApprovalCard) => Promise<void> {
  return async (card) => {
    const faults: unknown[] = [];
    for (const post of await posts.find([card.id])) {
      const place = readPlace(post.place);
      if (place === null) continue;
      const draft = cardDraft(cardView(card, place.kind === "staff" ? "staff" : "place"));
      try {
        await messages.edit(targetOf(place), post.messageId, draft, null);
      } catch (error) {
        if (!isGone(error)) faults.push(error);
        else await posts.forget(post);
        log.info({ approvalId: card.id, code: codeOf(error) }, "a card was not drawn anew in one place");
      }
    }
    if (faults.length > 0) throw faults[0];
  };
}

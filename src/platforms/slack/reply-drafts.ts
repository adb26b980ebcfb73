// A reply in; the messages that carry its words out, with the buttons below the last.
import type { Reply } from "../platform.ts";
import { shownText } from "../shown-text.ts";
import { actionIds } from "./action-ids.ts";
import { answerParts, type Block, button, type Draft, draftsOf } from "./blocks.ts";

export function wordDrafts(reply: Reply): Draft[] {
  return draftsOf(answerParts(shownText(reply)), footOf(reply));
}

export function footOf({ ticketId, runId, card }: Reply): Block[] {
  if (ticketId !== null) return [ticketButtons(ticketId)];
  return runId === null || card !== null ? [] : [thumbs(runId)];
}

function ticketButtons(ticketId: number): Block {
  const value = String(ticketId);
  return {
    type: "actions",
    elements: [
      button("Answer", actionIds.answerTicket, value, "primary"),
      button("Resolve", actionIds.resolveTicket, value, "plain"),
    ],
  };
}

function thumbs(runId: string): Block {
  const face = (verdict: string, label: string, sign: string) => ({
    text: { type: "plain_text" as const, text: sign, emoji: true },
    value: `${verdict}:${runId}`,
    accessibility_label: label,
  });
  return {
    type: "context_actions",
    elements: [
      {
        type: "feedback_buttons",
        action_id: actionIds.feedback,
        positive_button: face("up", "This helped", "👍"),
        negative_button: face("down", "This did not help", "👎"),
      },
    ],
  };
}

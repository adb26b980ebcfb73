// The forms that people fill in after a press: why a card is declined, and what the answer to a ticket is.
import {
  type APIModalInteractionResponseCallbackData,
  type APIModalSubmission,
  ComponentType,
  TextInputStyle,
} from "discord-api-types/v10";

export const MOST_ANSWER_CHARS = 4_000;
const MOST_REASON_CHARS = 500;
const INPUT = "words";

/** What a form that comes back is about. */
export type Filled =
  | { kind: "reason"; approvalId: string; words: string }
  | { kind: "answer"; ticketId: number; words: string };

export function reasonForm(approvalId: string): APIModalInteractionResponseCallbackData {
  return form(`reason:${approvalId}`, "Decline", {
    label: "Reason (the person who asked reads it)",
    style: TextInputStyle.Short,
    required: false,
    max_length: MOST_REASON_CHARS,
  });
}

export function answerForm(ticketId: number): APIModalInteractionResponseCallbackData {
  return form(`answer:${ticketId}`, `Answer ticket ${ticketId}`, {
    label: "What the person is told",
    style: TextInputStyle.Paragraph,
    required: true,
    max_length: MOST_ANSWER_CHARS,
  });
}

function form(
  customId: string,
  title: string,
  input: { label: string; style: TextInputStyle; required: boolean; max_length: number },
): APIModalInteractionResponseCallbackData {
  const text = { type: ComponentType.TextInput as const, custom_id: INPUT, ...input };
  return { custom_id: customId, title, components: [{ type: ComponentType.ActionRow, components: [text] }] };
}

/** null: no form of ours. */
export function parseForm({ custom_id: customId, components }: APIModalSubmission): Filled | null {
  const inputs = components.flatMap((line) => ("components" in line ? line.components : []));
  const input = inputs.find((one) => one.custom_id === INPUT);
  const words = input !== undefined && "value" in input ? input.value.trim() : "";
  const [, kind, id = ""] = /^(reason|answer):([\w-]{1,80})$/.exec(customId) ?? [];
  if (kind === "reason") return { kind, approvalId: id, words };
  return kind === "answer" && /^\d{1,9}$/.test(id) ? { kind, ticketId: Number(id), words } : null;
}

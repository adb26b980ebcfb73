// A card, an answer or a ticket in, the buttons under its message out; and what a press is about, by the button's id.
import {
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  ButtonStyle,
  ComponentType,
} from "discord-api-types/v10";
import type { CardView } from "../card-view.ts";
import type { Decision } from "../platform.ts";
import { clipped, label } from "./escape.ts";

export type Row = APIActionRowComponent<APIButtonComponentWithCustomId>;

export type Pressed =
  | { kind: "decide"; decision: Decision; approvalId: string }
  | { kind: "plan"; approvalId: string }
  | { kind: "feedback"; verdict: "up" | "down"; runId: string }
  | { kind: "answer-ticket"; ticketId: number }
  | { kind: "resolve-ticket"; ticketId: number };

const LABEL_CHARS = 80;
const STYLES = {
  primary: ButtonStyle.Success,
  danger: ButtonStyle.Danger,
  plain: ButtonStyle.Secondary,
} as const;
const DECISIONS = new Map<string, Decision>(
  (["confirm", "cancel", "approve", "reject"] as const).map((decision) => [decision, decision]),
);

export function cardRows({ approvalId, buttons, showsPlan, texts }: CardView): Row[] {
  const decisions = buttons.map(({ decision, label: words, style }) =>
    button(`${decision}:${approvalId}`, clipped(words, LABEL_CHARS, label), STYLES[style]),
  );
  const plan = showsPlan
    ? [button(`plan:${approvalId}`, clipped(texts.viewPlan, LABEL_CHARS, label), ButtonStyle.Secondary)]
    : [];
  return rowOf([...decisions, ...plan]);
}

export function feedbackRows(runId: string): Row[] {
  return rowOf([
    { ...button(`up:${runId}`, "", ButtonStyle.Secondary), emoji: { name: "👍" } },
    { ...button(`down:${runId}`, "", ButtonStyle.Secondary), emoji: { name: "👎" } },
  ]);
}

export function ticketRows(ticketId: number): Row[] {
  return rowOf([
    button(`answer:${ticketId}`, "Answer", ButtonStyle.Primary),
    button(`resolve:${ticketId}`, "Resolve", ButtonStyle.Secondary),
  ]);
}

/** null: no button of ours. */
export function parsePressed(customId: string): Pressed | null {
  const [, word = "", id = ""] = /^([a-z]+):([\w-]{1,80})$/.exec(customId) ?? [];
  const decision = DECISIONS.get(word);
  if (decision !== undefined) return { kind: "decide", decision, approvalId: id };
  if (word === "plan") return { kind: "plan", approvalId: id };
  if (word === "up" || word === "down") return { kind: "feedback", verdict: word, runId: id };
  if (!/^\d{1,9}$/.test(id)) return null;
  if (word === "answer") return { kind: "answer-ticket", ticketId: Number(id) };
  if (word === "resolve") return { kind: "resolve-ticket", ticketId: Number(id) };
  return null;
}

function rowOf(components: APIButtonComponentWithCustomId[]): Row[] {
  return components.length === 0 ? [] : [{ type: ComponentType.ActionRow, components }];
}

function button(
  customId: string,
  words: string,
  style: APIButtonComponentWithCustomId["style"],
): APIButtonComponentWithCustomId {
  return { type: ComponentType.Button, custom_id: customId, style, ...(words === "" ? {} : { label: words }) };
}

// A card, who looks at it and the time in; whose buttons it shows and a sentence about its state out.
import type { ApprovalCard } from "../../report.ts";
import type { Requester, Role } from "../../requester.ts";
import { momentWords, timeLeft } from "../clock-words.ts";

export interface Viewer {
  role: Role;
  name: string | null;
  /** Conversations that this person has on the page: their cards are the person's own, also where nobody has a name. */
  conversationIds: string[];
}

export const isOwnCard = (card: ApprovalCard, viewer: Viewer): boolean =>
  viewer.conversationIds.includes(card.conversationId) ||
  (card.requester.role === viewer.role && card.requester.name === viewer.name);

export const viewerOf = (person: Requester, conversationIds: string[]): Viewer => ({
  role: person.role,
  name: person.name,
  conversationIds,
});

export type Buttons = "requester" | "withdraw" | "admin" | "none";

export function buttonsFor(card: ApprovalCard, viewer: Viewer, now: Date): Buttons {
  if (card.state !== "pending" || timeLeft(card.expiresAt, now) === null) return "none";
  const isOwn = isOwnCard(card, viewer);
  // Nobody approves their own request, but everybody may take it back.
  if (isOwn) return card.needs[0] === "requester" ? "requester" : "withdraw";
  return card.needs[0] === "admin" && viewer.role === "admin" ? "admin" : "none";
}

export interface StateWords {
  /** Two or three words for the card's head. */
  label: string;
  /** What it means; "" where the buttons say it. */
  sentence: string;
  tone: "waiting" | "done" | "ended";
}

export function stateWords(card: ApprovalCard, viewer: Viewer, now: Date): StateWords {
  switch (card.state) {
    case "pending":
      return pendingWords(card, viewer, now);
    case "committed":
      return { label: "Done", sentence: "The change is made.", tone: "done" };
    case "stale":
      return {
        label: "Out of date",
        sentence: `${movedWords(card.staleReason)} Nothing was changed.${card.replacedById === null ? "" : " A new card shows how it stands now."}`,
        tone: "ended",
      };
    case "expired":
      return expiredWords(card, now);
    case "cancelled":
      return { label: "Cancelled", sentence: "Nothing was changed.", tone: "ended" };
    case "rejected":
      return { label: "Rejected", sentence: "Nothing was changed.", tone: "ended" };
    case "replaced":
      return {
        label: "Replaced",
        sentence: "A newer request took its place; nothing was changed here.",
        tone: "ended",
      };
  }
}

function pendingWords(card: ApprovalCard, viewer: Viewer, now: Date): StateWords {
  if (timeLeft(card.expiresAt, now) === null) return expiredWords(card, now);
  const buttons = buttonsFor(card, viewer, now);
  if (buttons === "requester" || buttons === "admin")
    return { label: "Waiting for you", sentence: "", tone: "waiting" };
  if (card.needs[0] === "requester") {
    const name = card.requester.name || "the requester";
    return { label: "Waiting", sentence: `${name} has to confirm this first.`, tone: "waiting" };
  }
  const isOwnAsAdmin = viewer.role === "admin" && isOwnCard(card, viewer);
  return {
    label: "Waiting for an admin",
    sentence: isOwnAsAdmin
      ? "You asked for this, so another admin has to approve it."
      : "An admin has to approve this before it becomes real.",
    tone: "waiting",
  };
}

const expiredWords = (card: ApprovalCard, now: Date): StateWords => ({
  label: "Expired",
  sentence: `Nobody decided before ${momentWords(card.expiresAt, now)}, so nothing was changed. Ask again for a new card.`,
  tone: "ended",
});

const movedWords = (reason: string | null): string =>
  reason === null || reason === "" ? "The shop moved while this waited." : reason.replace(/([^.!?])$/, "$1.");

const decisionNames: { [decision: string]: string } = {
  confirm: "Confirmed",
  cancel: "Cancelled",
  approve: "Approved",
  reject: "Rejected",
};

export const decisionWords = (decision: string): string => decisionNames[decision] ?? decision;

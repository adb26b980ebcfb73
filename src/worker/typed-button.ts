// A short word in, the button it stands for out: "yes" and "no" press the one open card, "retry" wakes a failed request.

import type { Decision } from "../platforms/platform.ts";
import type { ApprovalRecord } from "../records/approvals.ts";
import type { OpenRequest } from "../records/requests.ts";

const WORDS: { [word: string]: "yes" | "no" | "retry" } = {
  ...{ yes: "yes", ja: "yes", sí: "yes", si: "yes", oui: "yes", sim: "yes", evet: "yes" },
  ...{ no: "no", nein: "no", non: "no", não: "no", hayır: "no" },
  retry: "retry",
  "try again": "retry",
};

export function typedWord(text: string): "yes" | "no" | "retry" | null {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/u, "");
  return Object.hasOwn(WORDS, word) ? (WORDS[word] ?? null) : null;
}

/** The press that a typed "yes" or "no" stands for, with exactly one open card of this person in the conversation. */
export function typedPress(
  word: "yes" | "no",
  request: OpenRequest,
  open: ApprovalRecord[],
): { approvalId: string; decision: Decision } | null {
  const own = open.filter(
    // A wish can be taken back as long as the card is open, also when only an admin's button is missing.
    (approval) =>
      // Nobody agrees to a card that was not there yet when they wrote.
      approval.createdAt < request.receivedAt &&
      approval.requester.person === request.requester.person &&
      (word === "no" || approval.needs[0] === "requester"),
  );
  const [card] = own;
  if (card === undefined || own.length > 1) return null;
  return { approvalId: card.id, decision: word === "yes" ? "confirm" : "cancel" };
}

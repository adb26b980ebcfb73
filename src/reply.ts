// What became of a request or a press in, the words for people out. Fixed texts of the house live here; cards are drawn
// from stored changes.
import { cardOf } from "./card.ts";
import type { Change } from "./operations/operation.ts";
import type { Reply } from "./platforms/platform.ts";
import type { ApprovalRecord } from "./records/approvals.ts";
import type { RunOutcome } from "./records/runs.ts";
import type { StageMark } from "./report.ts";

/** Words and nothing else; what more a reply has is put over it. */
export function inWords(text: string, inReplyTo: string[] = []): Reply {
  return {
    inReplyTo,
    to: "everybody",
    answerTo: null,
    runId: null,
    text,
    card: null,
    newCard: null,
    ticketId: null,
    chart: null,
  };
}

export const HOW_TO_LINK =
  'Link your account: write me "link" and the e-mail address that the shop has of you, in a direct message or with /link, and I mail you a code.';

/** The answer to a request; `ticketId` names the ticket that hands it over, if one was opened. */
export function answerText(outcome: RunOutcome, ticketId: number | null): string {
  switch (outcome.kind) {
    case "handed-over":
      return ticketId === null
        ? "Nobody of the shop can be reached from here."
        : `I have asked a colleague to take over (ticket ${ticketId}). They will answer here; I stay out of it until they are done.`;
    case "accepted":
      return outcome.answer.answerText;
    case "needs-account":
      return `For that I have to know who you are. ${HOW_TO_LINK}`;
    case "budget-spent":
      return ticketId === null
        ? "I could not work this out. Nothing was changed; please put it another way."
        : `I could not work this out, so I have asked a colleague to look at it (ticket ${ticketId}). Nothing was changed.`;
    case "model-unavailable":
      return 'I cannot think right now: the language model does not answer. Nothing was changed and your request is kept; write "retry" to try again.';
    case "over-cap":
      return outcome.cap === "service"
        ? 'The shop has answered as much as it may today. Nothing was changed and your request is kept; please write "retry" tomorrow.'
        : 'You have asked as much as one customer may in a day. Nothing was changed and your request is kept; please write "retry" tomorrow.';
    case "fault":
      return 'Something went wrong on our side. Nothing was changed and your request is kept; write "retry" to try again.';
  }
}

/** What is said about a button after it was pressed. */
export type PressNews =
  | { kind: "committed"; approval: ApprovalRecord; changes: Change[]; stages: StageMark[] }
  | { kind: "waiting"; approval: ApprovalRecord }
  | { kind: "cancelled"; approval: ApprovalRecord }
  | { kind: "rejected"; approval: ApprovalRecord; reason: string | null }
  | { kind: "stale"; approval: ApprovalRecord; newApproval: ApprovalRecord | null }
  | { kind: "expired"; approval: ApprovalRecord }
  | { kind: "closed"; approval: ApprovalRecord }
  | { kind: "refused"; approval: ApprovalRecord; why: string; mayLook: boolean }
  /** A fault of our own; the card stays as it is. */
  | { kind: "given-up"; approval: ApprovalRecord };

/** `press`: null where nobody pressed, but time ended the card. */
export function pressReply(news: PressNews, press: { key: string; answerTo: string | null } | null): Reply {
  const answerTo = press?.answerTo ?? null;
  const reply: Reply = {
    ...inWords(pressText(news), press === null ? [] : [press.key]),
    to: answerTo !== null && concernsPresserOnly(news) ? "asker" : "everybody",
    answerTo,
  };
  if (news.kind === "refused" && !news.mayLook) return reply;
  const newApproval = news.kind === "stale" ? news.newApproval : null;
  return {
    ...reply,
    runId: news.approval.runId,
    card: cardOf(news.approval),
    newCard: newApproval === null ? null : cardOf(newApproval),
  };
}

/** Nothing has changed for anybody else. */
function concernsPresserOnly({ kind }: PressNews): boolean {
  return kind === "refused" || kind === "closed" || kind === "given-up";
}

function pressText(news: PressNews): string {
  switch (news.kind) {
    case "committed":
      return "Done: it is booked.";
    case "waiting":
      return "Thank you, that is confirmed. It now waits for an admin's approval.";
    case "cancelled":
      return "Cancelled: nothing was changed.";
    case "rejected":
      return `An admin declined this${news.reason === null ? "" : `: ${news.reason}`}. Nothing was changed.`;
    case "stale":
      return news.newApproval === null
        ? `The shop has moved on, so nothing was changed. ${news.approval.staleReason ?? ""}`.trim()
        : `The shop has moved on, so nothing was changed yet. ${news.approval.staleReason ?? ""} Please look at the new card.`;
    case "expired":
      return "This card has expired and nothing was changed. Ask again for a fresh one.";
    case "closed":
      return closedText(news.approval);
    case "refused":
      return news.why;
    case "given-up":
      return "Something went wrong on our side and nothing was changed. Please press again in a moment.";
  }
}

function closedText(approval: ApprovalRecord): string {
  switch (approval.state) {
    case "committed":
      return "This was decided already: it is booked.";
    case "cancelled":
      return "This was decided already: it was cancelled.";
    case "rejected":
      return "This was decided already: an admin declined it.";
    case "stale":
      return "This card is out of date, because the shop has moved on since. Nothing was changed.";
    case "expired":
      return "This card has expired. Ask again for a fresh one.";
    case "replaced":
      return "A newer card has taken the place of this one.";
    case "pending":
      return "This card is still open.";
  }
}

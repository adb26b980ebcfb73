// What became of a request or a press in, the words for people out. Fixed texts of the house live here; cards are drawn
// from stored changes.
import { cardOf } from "./card.ts";
import type { Change } from "./operations/operation.ts";
import type { Reply } from "./platforms/platform.ts";
import type { ApprovalRecord } from "./records/approvals.ts";
import type { RunOutcome } from "./records/runs.ts";
import type { StageMark } from "./report.ts";
import type { Person } from "./requester.ts";
import type { Texts } from "./texts/texts.ts";
import { textsOf } from "./texts/texts-of.ts";

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
    table: null,
  };
}

/** The answer to a request; `ticketId` names the ticket that hands it over, if one was opened. */
export function answerText(outcome: RunOutcome, ticketId: number | null, texts: Texts): string {
  switch (outcome.kind) {
    case "handed-over":
      return ticketId === null ? texts.nobodyToReach : texts.handedOver(ticketId);
    case "accepted":
      return outcome.answer.answerText;
    case "declined":
      return texts.declined;
    case "needs-account":
      return texts.needsAccount;
    case "budget-spent":
      return ticketId === null ? texts.notWorkedOut : texts.notWorkedOutTicket(ticketId);
    case "model-unavailable":
      return texts.modelUnavailable;
    case "over-cap":
      return outcome.cap === "service" ? texts.serviceCap : texts.customerCap;
    case "fault":
      return texts.fault;
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
export function pressReply(
  news: PressNews,
  press: { key: string; answerTo: string | null; person: Person } | null,
): Reply {
  const answerTo = press?.answerTo ?? null;
  const isForPresser = answerTo !== null && concernsPresserOnly(news);
  const { language } = isForPresser && press !== null ? press.person : news.approval.requester;
  const reply: Reply = {
    ...inWords(pressText(news, textsOf(language)), press === null ? [] : [press.key]),
    to: isForPresser ? "asker" : "everybody",
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

function pressText(news: PressNews, texts: Texts): string {
  switch (news.kind) {
    case "committed":
      return texts.booked;
    case "waiting":
      return texts.waitsForAdmin;
    case "cancelled":
      return texts.cancelled;
    case "rejected":
      return texts.declinedByAdmin(news.reason);
    case "stale": {
      const reason = news.approval.staleReason ?? "";
      return news.newApproval === null
        ? `${texts.movedOn} ${reason}`.trim()
        : `${texts.movedOnYet} ${reason} ${texts.lookAtNewCard}`;
    }
    case "expired":
      return texts.expired;
    case "closed":
      return texts.closed[news.approval.state];
    case "refused":
      return news.why;
    case "given-up":
      return texts.pressAgain;
  }
}

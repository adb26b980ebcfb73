// A card in; what every chat platform shows of it out, without any platform's markup. Drawn from stored facts alone.
import type { ApprovalCard } from "../report.ts";
import { type CardRow, cardRows, moneyWords } from "./card-rows.ts";
import type { Decision } from "./platform.ts";
import { shortened } from "./shortened.ts";

export type { CardRow };

export interface CardView {
  approvalId: string;
  /** "Waiting for Alice to confirm", "Done", … */
  title: string;
  tone: "waiting" | "done" | "ended";
  asked: { name: string; role: string; text: string };
  /** One sentence an effect. */
  lines: string[];
  rows: CardRow[];
  /** How many rows there are beside `rows`. */
  more: number;
  remarks: string[];
  /** "+$285.00 into the till"; null where no money moves. */
  amountWords: string | null;
  /** Only while somebody may press. */
  expiresAt: Date | null;
  /** Who "confirmed", "cancelled", "approved" or "declined" it, and when (ISO). */
  decided: { who: string; what: string; at: string; reason: string | null }[];
  /** What became of it, in a sentence; null while it waits. */
  ending: string | null;
  buttons: CardButton[];
  /** Whether the plan's code may be asked for here; the service shows it to admins alone. */
  showsPlan: boolean;
}

export interface CardButton {
  decision: Decision;
  label: "Confirm" | "Cancel" | "Approve" | "Decline" | "Take it back";
  style: "primary" | "danger" | "plain";
}

/** "place": where it was asked for. "staff": the copy in the channel of the staff. */
export type SeenBy = "place" | "staff";

const MOST_ROWS = 20;
const MOST_REQUEST_GRAPHEMES = 300;
const MOST_NAME_GRAPHEMES = 60;

export function cardView(card: ApprovalCard, seenBy: SeenBy): CardView {
  const { name, role } = card.requester;
  const rows = cardRows(card);
  const isPending = card.state === "pending";
  return {
    approvalId: card.id,
    title: titleOf(card),
    tone: isPending ? "waiting" : card.state === "committed" ? "done" : "ended",
    asked: {
      name: shortened(name, MOST_NAME_GRAPHEMES),
      role,
      text: shortened(card.request.trim(), MOST_REQUEST_GRAPHEMES),
    },
    lines: card.lines,
    rows: rows.slice(0, MOST_ROWS),
    more: Math.max(0, rows.length - MOST_ROWS),
    remarks: card.remarks,
    amountWords: amountWords(card.amount),
    expiresAt: isPending ? new Date(card.expiresAt) : null,
    decided: card.decisions.map(({ name: who, decision, at, reason }) => ({
      who: shortened(who, MOST_NAME_GRAPHEMES),
      what: DECISION_WORDS[decision] ?? decision,
      at,
      reason: reason ?? null,
    })),
    ending: endingOf(card),
    buttons: buttonsOf(card, seenBy),
    // In a customer's talk it would only make them wonder.
    showsPlan: waitsForAdmin(card) && (seenBy === "staff" || role !== "customer"),
  };
}

/** The whole card in plain lines: for notifications and screen readers. */
export function cardText(view: CardView): string {
  const { title, asked, lines, rows, more, remarks, amountWords: amount, expiresAt, decided, ending } = view;
  return [
    title,
    `${asked.name} (${asked.role}) asked: ${asked.text}`,
    ...lines,
    ...rows.map(({ what, before, after }) => `${what}: ${before} → ${after}`),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...remarks,
    ...(amount === null ? [] : [amount]),
    ...decided.map(({ who, what, at, reason }) => {
      const why = reason === null ? "" : `: ${reason}`;
      return `${who} ${what} this, ${momentWords(new Date(at))}${why}`;
    }),
    ...(ending === null ? [] : [ending]),
    ...(expiresAt === null ? [] : [`Open until ${momentWords(expiresAt)}`]),
  ].join("\n");
}

const DECISION_WORDS: { [decision: string]: string } = {
  confirm: "confirmed",
  cancel: "cancelled",
  approve: "approved",
  reject: "declined",
} satisfies { [decision in Decision]: string };

const waitsForAdmin = ({ state, needs }: ApprovalCard): boolean => state === "pending" && needs[0] === "admin";

function titleOf(card: ApprovalCard): string {
  switch (card.state) {
    case "pending":
      return waitsForAdmin(card)
        ? "Waits for an admin"
        : `Waiting for ${shortened(card.requester.name, MOST_NAME_GRAPHEMES)} to confirm`;
    case "committed":
      return "Done";
    case "rejected":
      return "Declined";
    case "cancelled":
      return "Cancelled";
    case "expired":
      return "Expired";
    case "stale":
      return "Out of date";
    case "replaced":
      return "Replaced";
  }
}

function endingOf({ state, staleReason, replacedById }: ApprovalCard): string | null {
  switch (state) {
    case "pending":
      return null;
    case "committed":
      return "The change is made.";
    case "rejected":
    case "cancelled":
      return "Nothing was changed.";
    case "expired":
      return "Nobody decided in time, so nothing was changed. Ask again for a new card.";
    case "stale": {
      const reason = staleReason?.trim().replace(/([^.!?])$/, "$1.") || "The shop moved while this waited.";
      return `${reason} Nothing was changed.${replacedById === null ? "" : " A new card shows how it stands now."}`;
    }
    case "replaced":
      return "A newer request took its place; nothing was changed here.";
  }
}

/** The service decides who may press; here stands what makes sense where it is seen. */
function buttonsOf(card: ApprovalCard, seenBy: SeenBy): CardButton[] {
  if (card.state !== "pending") return [];
  if (!waitsForAdmin(card)) {
    // Until the person who asked has confirmed it, it is nobody else's business.
    if (seenBy === "staff") return [];
    return [
      { decision: "confirm", label: "Confirm", style: "primary" },
      { decision: "cancel", label: "Cancel", style: "plain" },
    ];
  }
  const ofAdmins: CardButton[] = [
    { decision: "approve", label: "Approve", style: "primary" },
    { decision: "reject", label: "Decline", style: "danger" },
  ];
  // An admin may read along where it was asked for, and who asked may think better of it.
  return seenBy === "staff" ? ofAdmins : [...ofAdmins, { decision: "cancel", label: "Take it back", style: "plain" }];
}

function amountWords(amount: string): string | null {
  if (/^-?0*(?:\.0*)?$/.test(amount)) return null;
  const isOut = amount.startsWith("-");
  return isOut ? `${moneyWords(amount)} out of the till` : `+${moneyWords(amount)} into the till`;
}

const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

function momentWords(date: Date): string {
  return `${moment.format(date)} UTC`;
}

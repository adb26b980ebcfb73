// A card in; what every chat platform shows of it out, without any platform's markup. Drawn from stored facts alone.
import type { ApprovalCard } from "../report.ts";
import type { Texts } from "../texts/texts.ts";
import { textsOf } from "../texts/texts-of.ts";
import { type CardRow, cardRows, moneyWords } from "./card-rows.ts";
import type { Decision } from "./platform.ts";
import { shortened } from "./shortened.ts";

export interface CardView {
  approvalId: string;
  /** "Waiting for Alice to confirm", "Done", … */
  title: string;
  tone: "waiting" | "done" | "ended";
  /** `words`: "Alice (customer) asked". */
  asked: { words: string; text: string };
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
  /** "Alice confirmed", and when (ISO). */
  decided: { words: string; at: string; reason: string | null }[];
  /** What became of it, in a sentence; null while it waits. */
  ending: string | null;
  buttons: CardButton[];
  /** Whether the plan's code may be asked for here; the service shows it to admins alone. */
  showsPlan: boolean;
  /** The fixed words around all that, in the language of who reads it here. */
  texts: Texts["card"];
}

export interface CardButton {
  decision: Decision;
  label: string;
  style: "primary" | "danger" | "plain";
}

/** "place": where it was asked for. "staff": the copy in the channel of the staff. */
export type SeenBy = "place" | "staff";

const MOST_ROWS = 20;
const MOST_REQUEST_GRAPHEMES = 300;
const MOST_NAME_GRAPHEMES = 60;

export function cardView(card: ApprovalCard, seenBy: SeenBy): CardView {
  const { name, role } = card.requester;
  const isForStaff = seenBy === "staff";
  const texts = textsOf(isForStaff ? "en" : card.language).card;
  const lines = isForStaff ? card.staffLines : card.lines;
  const rows = cardRows(card.changes, lines, texts);
  const isPending = card.state === "pending";
  return {
    approvalId: card.id,
    title: titleOf(card, texts),
    tone: isPending ? "waiting" : card.state === "committed" ? "done" : "ended",
    asked: {
      words: texts.asked(shortened(name, MOST_NAME_GRAPHEMES), roleWord(role, texts)),
      text: shortened(card.request.trim(), MOST_REQUEST_GRAPHEMES),
    },
    lines,
    rows: rows.slice(0, MOST_ROWS),
    more: Math.max(0, rows.length - MOST_ROWS),
    remarks: card.remarks,
    amountWords: amountWords(card.amount, texts),
    expiresAt: isPending ? new Date(card.expiresAt) : null,
    decided: card.decisions.map(({ name: who, decision, at, reason }) => ({
      words: decisionWords(decision, shortened(who, MOST_NAME_GRAPHEMES), texts),
      at,
      reason: reason ?? null,
    })),
    ending: endingOf(card, texts),
    buttons: buttonsOf(card, seenBy, texts),
    // In a customer's talk it would only make them wonder.
    showsPlan: waitsForAdmin(card) && (isForStaff || role !== "customer"),
    texts,
  };
}

/** The whole card in plain lines: for notifications and screen readers. */
export function cardText(view: CardView): string {
  const { title, asked, lines, rows, more, remarks, amountWords: amount, expiresAt, decided, ending, texts } = view;
  return [
    title,
    `${asked.words}: ${asked.text}`,
    ...lines,
    ...rows.map(({ what, before, after }) => `${what}: ${before} → ${after}`),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...remarks,
    ...(amount === null ? [] : [amount]),
    ...decided.map(({ words, at, reason }) => {
      const why = reason === null ? "" : `: ${reason}`;
      return `${words}, ${momentWords(new Date(at))}${why}`;
    }),
    ...(ending === null ? [] : [ending]),
    ...(expiresAt === null ? [] : [texts.openUntil(momentWords(expiresAt))]),
  ].join("\n");
}

function decisionWords(decision: string, who: string, { decided }: Texts["card"]): string {
  return decision === "confirm" || decision === "cancel" || decision === "approve" || decision === "reject"
    ? decided[decision](who)
    : `${who}: ${decision}`;
}

function roleWord(role: string, { roles }: Texts["card"]): string {
  return role === "customer" || role === "staff" || role === "admin" ? roles[role] : role;
}

const waitsForAdmin = ({ state, needs }: ApprovalCard): boolean => state === "pending" && needs[0] === "admin";

function titleOf(card: ApprovalCard, texts: Texts["card"]): string {
  switch (card.state) {
    case "pending":
      return waitsForAdmin(card)
        ? texts.waitsForAdmin
        : texts.waitsFor(shortened(card.requester.name, MOST_NAME_GRAPHEMES));
    case "committed":
      return texts.done;
    case "rejected":
      return texts.declined;
    case "cancelled":
      return texts.cancelled;
    case "expired":
      return texts.expired;
    case "stale":
      return texts.stale;
    case "replaced":
      return texts.replaced;
  }
}

function endingOf({ state, staleReason, replacedById }: ApprovalCard, texts: Texts["card"]): string | null {
  switch (state) {
    case "pending":
      return null;
    case "committed":
      return texts.changeMade;
    case "rejected":
    case "cancelled":
      return texts.nothingChanged;
    case "expired":
      return texts.nobodyDecided;
    case "stale": {
      const reason = staleReason?.trim().replace(/([^.!?])$/, "$1.") || texts.shopMoved;
      return `${reason} ${texts.nothingChanged}${replacedById === null ? "" : ` ${texts.newCard}`}`;
    }
    case "replaced":
      return texts.newerRequest;
  }
}

/** The service decides who may press; here stands what makes sense where it is seen. */
function buttonsOf(card: ApprovalCard, seenBy: SeenBy, texts: Texts["card"]): CardButton[] {
  if (card.state !== "pending") return [];
  if (!waitsForAdmin(card)) {
    // Until the person who asked has confirmed it, it is nobody else's business.
    if (seenBy === "staff") return [];
    return [
      { decision: "confirm", label: texts.confirm, style: "primary" },
      { decision: "cancel", label: texts.cancel, style: "plain" },
    ];
  }
  const ofAdmins: CardButton[] = [
    { decision: "approve", label: texts.approve, style: "primary" },
    { decision: "reject", label: texts.decline, style: "danger" },
  ];
  // An admin may read along where it was asked for, and who asked may think better of it.
  return seenBy === "staff" ? ofAdmins : [...ofAdmins, { decision: "cancel", label: texts.takeBack, style: "plain" }];
}

function amountWords(amount: string, texts: Texts["card"]): string | null {
  if (/^-?0*(?:\.0*)?$/.test(amount)) return null;
  const isOut = amount.startsWith("-");
  return isOut ? texts.out(moneyWords(amount)) : texts.into(moneyWords(amount));
}

const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

function momentWords(date: Date): string {
  return `${moment.format(date)} UTC`;
}

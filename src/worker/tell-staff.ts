// What has just become true in a conversation in; what the staff must hear of it, on its way to them, out.
import { cardOf } from "../card.ts";
import type { Transaction } from "../database/database.ts";
import type { Change } from "../operations/operation.ts";
import type { ApprovalRecord } from "../records/approvals.ts";
import { tellStaff } from "../records/staff.ts";
import { giveBack } from "../records/talk.ts";
import type { WaitingPress } from "../records/work.ts";
import { inWords, type PressNews } from "../reply.ts";
import type { ApprovalCard } from "../report.ts";
import { nameOf, type Person } from "../requester.ts";
import type { WorkerParts } from "./worker.ts";

interface TicketNews {
  ticketId: number;
  requester: Person;
  issue: string;
  /** What it is about: "wants a person". */
  why: string;
  from: { platform: string; place: string };
}

/** All that follow here give the conversations that have something to post once the transaction stands. */
export async function tellOfTicket(
  tx: Transaction,
  { ticketId, requester, issue, why, from }: TicketNews,
  { staffPlaces, platforms }: WorkerParts,
): Promise<string[]> {
  const address = platforms.find(({ name }) => name === from.platform)?.addressOf(from.place) ?? null;
  const link = address === null ? "" : `\n${address}`;
  const text = `Ticket ${ticketId}: ${nameOf(requester)} (${from.platform}) ${why}.\n“${onOneLine(issue)}”${link}`;
  return tellStaff(tx, staffPlaces, { ...inWords(text), ticketId });
}

/** Whoever is quoted to the staff writes no line of their own, which would read as ours. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}

/** A card that waits for an admin is shown where the admins read. */
export async function tellOfCard(
  tx: Transaction,
  card: ApprovalCard,
  { staffPlaces }: Pick<WorkerParts, "staffPlaces">,
): Promise<string[]> {
  if (card.state !== "pending" || card.needs[0] !== "admin") return [];
  const text = `${onOneLine(card.requester.name)} asks for a change that an admin has to approve.`;
  return tellStaff(tx, staffPlaces, { ...inWords(text), runId: card.runId, card });
}

export async function tellOfPress(
  tx: Transaction,
  news: PressNews,
  press: WaitingPress,
  parts: WorkerParts,
): Promise<string[]> {
  switch (news.kind) {
    case "waiting":
      return tellOfCard(tx, cardOf(news.approval), parts);
    case "stale":
      return news.newApproval === null ? [] : tellOfCard(tx, cardOf(news.newApproval), parts);
    case "committed":
      return tellOfTickets(tx, news.approval, news.changes, press, parts);
    case "cancelled":
    case "rejected":
    case "expired":
    case "closed":
    case "refused":
    case "given-up":
      return [];
  }
}

async function tellOfTickets(
  tx: Transaction,
  { requester }: ApprovalRecord,
  changes: Change[],
  from: WaitingPress,
  parts: WorkerParts,
): Promise<string[]> {
  const told: string[] = [];
  const closed: number[] = [];
  for (const { table, key, before, after } of changes) {
    if (table !== "tickets") continue;
    const ticketId = Number(key);
    if (after?.status === "closed") closed.push(ticketId);
    if (before !== null) continue;
    const issue = typeof after?.issue === "string" ? after.issue : "";
    told.push(...(await tellOfTicket(tx, { ticketId, requester, issue, why: "opened a ticket", from }, parts)));
  }
  if (closed.length > 0) await giveBack(tx, closed);
  return told;
}

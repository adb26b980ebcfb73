// A press → stored once under its key, then worked in order.
import { z } from "zod";
import type { Transaction } from "../database/database.ts";
import type { Decision, IncomingPress } from "../platforms/platform.ts";
import { newId } from "./id.ts";
import { PersonSchema } from "./requests.ts";

const DecisionSchema = z.enum(["confirm", "cancel", "approve", "reject"]);

/** What came of a press; kept with it. */
export type PressOutcome =
  | "committed"
  | "waiting"
  | "cancelled"
  | "rejected"
  | "stale"
  | "expired"
  | "closed"
  | "refused"
  | "given-up";

export interface WaitingPress extends Omit<IncomingPress, "decision"> {
  id: string;
  decision: Decision;
  receivedAt: Date;
}

/** False when that key was there already. */
export async function storePress(tx: Transaction, conversationId: string, press: IncomingPress): Promise<boolean> {
  const { count } = await tx.press.createMany({
    data: {
      id: newId("prs"),
      key: press.key,
      approvalId: press.approvalId,
      conversationId,
      person: { ...press.person },
      decision: press.decision,
      reason: press.reason,
    },
    skipDuplicates: true,
  });
  return count === 1;
}

export async function nextPress(tx: Transaction, conversationId: string): Promise<WaitingPress | null> {
  const row = await tx.press.findFirst({ where: { conversationId, outcome: null }, orderBy: { position: "asc" } });
  if (row === null) return null;
  return {
    id: row.id,
    key: row.key,
    approvalId: row.approvalId,
    person: PersonSchema.parse(row.person),
    decision: DecisionSchema.parse(row.decision),
    reason: row.reason,
    receivedAt: row.receivedAt,
  };
}

/** Notes that working the press failed for reasons of our own; how often by now. */
export async function countPressTry(tx: Transaction, id: string): Promise<number> {
  const { tries } = await tx.press.update({ where: { id }, data: { tries: { increment: 1 } } });
  return tries;
}

export async function settlePress(tx: Transaction, id: string, outcome: PressOutcome): Promise<void> {
  await tx.press.update({ where: { id }, data: { outcome } });
}

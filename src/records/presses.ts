// A press → stored once under its key, then worked in order.
import type { Transaction } from "../database/database.ts";
import type { IncomingPress } from "../platforms/platform.ts";
import { newId } from "./id.ts";

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

/** False when that key was there already. */
export async function storePress(
  tx: Transaction,
  conversationId: string,
  press: IncomingPress,
  trace: string | null,
): Promise<boolean> {
  const { key, approvalId, person, decision, reason, answerTo } = press;
  const count = await tx.$executeRaw`
    INSERT INTO presses (id, key, approval_id, conversation_id, person, decision, reason, answer_to, trace)
    VALUES (${newId("prs")}, ${key}, ${approvalId}, ${conversationId}, ${JSON.stringify(person)}::jsonb, ${decision},
      ${reason}, ${answerTo}, ${trace})
    ON CONFLICT (key) DO NOTHING`;
  return count === 1;
}

/** Notes that working the press failed for reasons of our own; how often by now. */
export async function countPressTry(tx: Transaction, id: string): Promise<number> {
  const { tries } = await tx.press.update({ where: { id }, data: { tries: { increment: 1 } } });
  return tries;
}

export async function settlePress(tx: Transaction, id: string, outcome: PressOutcome): Promise<void> {
  await tx.press.updateMany({ where: { id }, data: { outcome } });
}

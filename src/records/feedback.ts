// Thumbs up or down → kept with the run; the last one of a person counts.
import type { Transaction } from "../database/database.ts";

export type Verdict = "up" | "down";

/** False when there is no such run. */
export async function saveFeedback(tx: Transaction, runId: string, person: string, verdict: Verdict): Promise<boolean> {
  const count = await tx.$executeRaw`
    INSERT INTO feedback (run_id, person, verdict)
    SELECT id, ${person}, ${verdict} FROM runs WHERE id = ${runId}
    ON CONFLICT (run_id, person) DO UPDATE SET verdict = excluded.verdict, given_at = now()`;
  return count === 1;
}

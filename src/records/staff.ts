// What the staff must hear of → replies on their way to the places where they read, written where they become true.
import type { Transaction } from "../database/database.ts";
import type { Reply } from "../platforms/platform.ts";
import { newId } from "./id.ts";
import { addReply } from "./outbox.ts";

export interface StaffPlace {
  platform: string;
  place: string;
}

/** The conversations that have something to post now. */
export async function tellStaff(tx: Transaction, places: StaffPlace[], reply: Reply): Promise<string[]> {
  const told: string[] = [];
  for (const { platform, place } of places) {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      INSERT INTO conversations (id, platform, place) VALUES (${newId("cnv")}, ${platform}, ${place})
      ON CONFLICT (platform, place) DO UPDATE SET created_at = conversations.created_at RETURNING id`;
    for (const { id } of rows) {
      await addReply(tx, id, reply, null);
      told.push(id);
    }
  }
  return told;
}

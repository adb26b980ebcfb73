// A message or a press in; stored once and the queue woken out. Everything that arrives comes through here, whatever
// the platform.
import type { Database } from "./database/database.ts";
import type { IncomingMessage, IncomingPress } from "./platforms/platform.ts";
import { pressRefusal } from "./press.ts";
import type { Queue } from "./queue/queue.ts";
import { readApproval } from "./records/approvals.ts";
import { storePress } from "./records/presses.ts";
import { storeMessage } from "./records/requests.ts";
import { storableText } from "./storable.ts";

export type Receipt =
  | { kind: "stored"; conversationId: string }
  /** The platform delivered it before; it has been or will be answered once. */
  | { kind: "known"; conversationId: string }
  /** Not taken; `message` says to the person what to do. */
  | { kind: "refused"; code: "EMPTY_MESSAGE" | "MESSAGE_TOO_LONG" | "NO_SUCH_APPROVAL" | "NOT_YOURS"; message: string };

export interface Intake {
  receive(platform: string, message: IncomingMessage): Promise<Receipt>;
  press(press: IncomingPress): Promise<Receipt>;
}

export function createIntake(database: Database, queue: Queue, limits: { messageChars: number }): Intake {
  async function receive(platform: string, message: IncomingMessage): Promise<Receipt> {
    const text = storableText(message.text.replaceAll("\0", "")).trim();
    if (text === "")
      return { kind: "refused", code: "EMPTY_MESSAGE", message: "Write what you would like to know or do." };
    if (text.length > limits.messageChars) {
      return {
        kind: "refused",
        code: "MESSAGE_TOO_LONG",
        message: `That is ${text.length} characters; please say it in at most ${limits.messageChars}.`,
      };
    }
    const { conversationId, isNew } = await storeMessage(database.client, platform, { ...message, text });
    await queue.wake(conversationId);
    return { kind: isNew ? "stored" : "known", conversationId };
  }

  async function press(incoming: IncomingPress): Promise<Receipt> {
    const approval = await readApproval(database.client, incoming.approvalId);
    if (approval === null) {
      return {
        kind: "refused",
        code: "NO_SUCH_APPROVAL",
        message: "There is no such card. Ask again for a fresh one.",
      };
    }
    // Checked again when the press is worked; here it spares a bystander the wait.
    const refusal = approval.state === "pending" ? pressRefusal(incoming.person, incoming.decision, approval) : null;
    if (refusal !== null) return { kind: "refused", code: "NOT_YOURS", message: refusal };
    const isNew = await storePress(database.client, approval.conversationId, incoming);
    await queue.wake(approval.conversationId);
    return { kind: isNew ? "stored" : "known", conversationId: approval.conversationId };
  }

  return { receive, press };
}

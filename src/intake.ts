// A message or a press in; stored once and the queue woken out. Everything that arrives comes through here, whatever
// the platform.
import type { Database } from "./database/database.ts";
import { guarded } from "./guards/guarded.ts";
import { languageOfText } from "./language.ts";
import type { IncomingMessage, IncomingPress } from "./platforms/platform.ts";
import { pressRefusal, strangerRefusal } from "./press.ts";
import type { Queue } from "./queue/queue.ts";
import { readApproval } from "./records/approvals.ts";
import { editMessage, removeMessage, storeMessage } from "./records/messages.ts";
import { storePress } from "./records/presses.ts";
import type { Log } from "./telemetry/log.ts";
import type { Metrics } from "./telemetry/metrics.ts";
import { inSpan, traceparent } from "./telemetry/tracing.ts";
import { textsOf } from "./texts/texts-of.ts";

export type Receipt =
  /** `isDelayed`: the queue cannot be had just now, so the sweeper takes it up when it can. */
  | { kind: "stored"; conversationId: string; isDelayed: boolean }
  /** The platform delivered it before; it has been or will be answered once. */
  | { kind: "known"; conversationId: string; isDelayed: boolean }
  /** Not taken; `message` says to the person what to do. */
  | {
      kind: "refused";
      code: "EMPTY_MESSAGE" | "MESSAGE_TOO_LONG" | "KEY_TAKEN" | "NO_SUCH_APPROVAL" | "NOT_YOURS";
      message: string;
    };

export interface Intake {
  receive(platform: string, message: IncomingMessage): Promise<Receipt>;
  /** Puts other words in the place of a message that nobody has begun to answer; otherwise nothing happens. */
  edit(key: string, text: string): Promise<void>;
  /** Takes back a message that nobody has begun to answer. */
  remove(key: string): Promise<void>;
  press(press: IncomingPress): Promise<Receipt>;
}

interface IntakeParts {
  database: Database;
  queue: Queue;
  metrics: Metrics;
  log: Log;
  limits: { messageChars: number };
}

export function createIntake({ database, queue, metrics, log, limits }: IntakeParts): Intake {
  /** What is stored is not lost when this fails: true then, and the sweeper wakes it later. */
  async function wake(conversationId: string): Promise<boolean> {
    try {
      await queue.wake(conversationId);
      return false;
    } catch (error) {
      metrics.wakeFailed();
      log.warn({ conversationId, err: error }, "the queue cannot be had; the sweeper will wake this conversation");
      return true;
    }
  }

  async function receive(platform: string, message: IncomingMessage): Promise<Receipt> {
    const { text, fired } = guarded(message.text);
    const written = languageOfText(text);
    const texts = textsOf(written ?? message.author.language);
    if (text === "") {
      const unread = message.notRead.length === 0 ? "" : `${texts.cannotReadFiles} `;
      return { kind: "refused", code: "EMPTY_MESSAGE", message: `${unread}${texts.emptyMessage}` };
    }
    if (text.length > limits.messageChars) {
      metrics.guardFired("length");
      return {
        kind: "refused",
        code: "MESSAGE_TOO_LONG",
        message: texts.tooLong(text.length, limits.messageChars),
      };
    }
    const stored = await storeMessage(database.client, platform, { ...message, text }, traceparent(), written);
    const { kind, conversationId } = stored;
    if (kind === "stored") for (const guard of fired) metrics.guardFired(guard);
    if (kind === "another") {
      const words = "That message id was used before, by somebody else or in another talk: use a new one.";
      return { kind: "refused", code: "KEY_TAKEN", message: words };
    }
    return { kind, conversationId, isDelayed: await wake(conversationId) };
  }

  async function press(incoming: IncomingPress): Promise<Receipt> {
    const approval = await readApproval(database.client, incoming.approvalId);
    if (approval === null) {
      return {
        kind: "refused",
        code: "NO_SUCH_APPROVAL",
        message: textsOf(incoming.person.language).noSuchCard,
      };
    }
    // Checked again when the press is worked; here it spares a bystander the wait.
    const { person, decision } = incoming;
    const refusal =
      approval.state === "pending"
        ? pressRefusal(person, decision, approval)
        : strangerRefusal(person, decision, approval);
    if (refusal !== null) return { kind: "refused", code: "NOT_YOURS", message: refusal };
    const { conversationId } = approval;
    const isNew = await storePress(database.client, conversationId, incoming, traceparent());
    return { kind: isNew ? "stored" : "known", conversationId, isDelayed: await wake(conversationId) };
  }

  const spanOf = (platform: string) => ({
    kind: "server" as const,
    parent: null,
    attributes: { "tillhand.platform": platform },
  });
  return {
    receive: (platform, message) => inSpan("receive message", spanOf(platform), () => receive(platform, message)),
    edit: async (key, text) => {
      const { text: words, fired } = guarded(text);
      for (const guard of fired) metrics.guardFired(guard);
      if (words.length > 0 && words.length <= limits.messageChars) await editMessage(database.client, key, words);
    },
    remove: (key) => removeMessage(database.client, key),
    press: (incoming) => inSpan("receive press", spanOf(incoming.key.split(":")[0] ?? ""), () => press(incoming)),
  };
}

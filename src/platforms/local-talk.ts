// A message or a press from this machine in; the reply to it, or the sentence by which it was refused, out.
import type { Receipt } from "../intake.ts";
import { findReply } from "../records/outbox.ts";
import type { StageMark } from "../report.ts";
import type { Service } from "../service.ts";
import type { LocalPlatform } from "./local.ts";
import type { IncomingMessage, IncomingPress, Reply } from "./platform.ts";

export type LocalReply = Reply | Extract<Receipt, { kind: "refused" }>;

export interface LocalTalk {
  /** Rejects with `StillWaiting` when the reply takes too long; the message is kept. */
  say(message: IncomingMessage, onStage: (mark: StageMark) => void): Promise<LocalReply>;
  press(press: IncomingPress, onStage: (mark: StageMark) => void): Promise<LocalReply>;
}

export function createLocalTalk(
  { intake, database }: Pick<Service, "intake" | "database">,
  platform: LocalPlatform,
): LocalTalk {
  const look = (key: string) => (conversationId: string) => findReply(database.client, conversationId, key);
  return {
    say: (message, onStage) => {
      const hand = () => intake.receive(platform.name, message);
      return platform.replyTo(message.key, { hand, onStage, look: look(message.key) });
    },
    press: (press, onStage) => {
      const hand = () => intake.press(press);
      return platform.replyTo(press.key, { hand, onStage, look: look(press.key) });
    },
  };
}

// The contract of a platform: where people write and press, and where replies go. Platforms call `Intake`;
// the worker calls `Platform`.
import type { ApprovalCard, StageMark } from "../report.ts";
import type { Person } from "../requester.ts";

export interface IncomingMessage {
  /** platform:workspace:channel:message id; the same message always has the same key. */
  key: string;
  place: string;
  author: Person;
  text: string;
  /** A whole request by itself, such as a command; other messages are answered together when they come in a burst. */
  standsAlone: boolean;
}

export type Decision = "confirm" | "cancel" | "approve" | "reject";

export interface IncomingPress {
  /** platform:workspace:press id; the same press always has the same key. */
  key: string;
  approvalId: string;
  person: Person;
  decision: Decision;
  reason: string | null;
}

/** What goes back to people: words, and a card where somebody must decide or has decided. */
export interface Reply {
  /** Keys of the messages or the press that this answers. */
  inReplyTo: string[];
  runId: string | null;
  text: string;
  card: ApprovalCard | null;
  /** The card that takes the place of a stale one. */
  newCard: ApprovalCard | null;
}

export interface Platform {
  name: string;
  /** Posts into the conversation's place and resolves with the platform's own message id. */
  post(place: string, reply: Reply): Promise<string>;
  /** Shows where the messages or presses with these keys stand; losing one is harmless. */
  progress(about: { conversationId: string; keys: string[] }, mark: StageMark): void;
  close(): Promise<void>;
}

// The contract of a platform: where people write and press, and where replies go. Platforms call `Intake`;
// the worker calls `Platform`.
import type { Language } from "../language.ts";
import type { ApprovalCard, StageMark } from "../report.ts";
import type { Person } from "../requester.ts";
import type { Table } from "../table/table.ts";

export interface IncomingMessage {
  /** platform:workspace:channel:message id; the same message always has the same key. */
  key: string;
  place: string;
  author: Person;
  text: string;
  /** A whole request by itself, such as a command; other messages are answered together when they come in a burst. */
  standsAlone: boolean;
  /** What came with it and nobody looked at, named for the person: "receipt.pdf". */
  notRead: string[];
  /** By which the platform reaches the author privately for a while; null where it needs nothing for that. */
  answerTo: string | null;
}

export type Decision = "confirm" | "cancel" | "approve" | "reject";

export interface IncomingPress {
  /** platform:workspace:press id; the same press always has the same key. */
  key: string;
  approvalId: string;
  person: Person;
  decision: Decision;
  reason: string | null;
  /** By which the platform reaches who pressed privately for a while; null where it needs nothing for that. */
  answerTo: string | null;
}

/** What goes back to people: words, and a card where somebody must decide or has decided. */
export interface Reply {
  /** Keys of the messages or the press that this answers. */
  inReplyTo: string[];
  /** "asker": not for the place, only for who wrote or pressed, where the platform can reach them alone. */
  to: "everybody" | "asker";
  /** By which the platform of the press reaches who pressed. */
  answerTo: string | null;
  runId: string | null;
  text: string;
  card: ApprovalCard | null;
  /** The card that takes the place of a stale one. */
  newCard: ApprovalCard | null;
  /** The ticket that this tells the staff of, who answer or resolve it from here. */
  ticketId: number | null;
  /** A Vega-Lite specification with inline data, to be seen as a picture. */
  chart: { [key: string]: unknown } | null;
  /** The rows of a list that was asked for. */
  table: Table | null;
}

/** A file that goes out with a reply. */
export interface Attachment {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
  /** For people who cannot see it. */
  altText: string;
}

export interface Delivery {
  /** The same reply always has the same id: where a platform can tell repeated posts by one, this is it. */
  id: string;
  reply: Reply;
  files: Attachment[];
  /** Somebody may have posted it before and died before saying so. */
  isRepeat: boolean;
}

/** The platform will never take this reply, whatever is tried: a deleted channel, somebody who takes no messages. */
export class NeverPosted extends Error {
  override name = "NeverPosted";
}

/** A talk that has no place yet, such as a command's. */
export interface Opening {
  person: Person;
  text: string;
  answerTo: string | null;
}

export interface Platform {
  name: string;
  /** Where the staff hear of tickets, cards that wait for an admin, and notices; null where they look for themselves. */
  staffPlace: string | null;
  /** By which a person opens that place in a browser or the platform's own app; null where there is no such address. */
  addressOf(place: string): string | null;
  /** Where the talk goes on: the place itself, or the one that is made for it; asked again, the same one. */
  open(place: string, opening: Opening): Promise<string>;
  /**
   * Posts into the conversation's place and resolves with the platform's own message id. What showed the progress of the
   * messages it answers becomes the reply. Rejects with `NeverPosted` when trying again is useless.
   */
  post(place: string, delivery: Delivery): Promise<string>;
  /** Tells whoever pressed here, and nobody else, what came of it. Losing it is harmless. */
  answer(answerTo: string | null, reply: Reply): Promise<void>;
  /** Draws a card anew wherever this platform shows it. */
  redraw(card: ApprovalCard): Promise<void>;
  /** Shows where the messages or presses with these keys stand; losing one is harmless. */
  progress(about: ProgressOf, mark: StageMark): void;
  /** Rejects with a sentence when people are not reached or heard. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface ProgressOf {
  conversationId: string;
  /** Name and place of the platform of the conversation. */
  platform: string;
  place: string;
  keys: string[];
  /** Of whoever waits. */
  language: Language;
}

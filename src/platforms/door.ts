// The contract of the door through which people of Slack and Discord come in: an adapter says who did what, in its
// platform's own ids; the door knows roles, links, limits and tickets, and says what to tell the person at once.
import type { Language } from "../language.ts";
import type { Verdict } from "../records/feedback.ts";
import type { Role } from "../requester.ts";
import type { Decision } from "./platform.ts";

/** Somebody as the platform vouches for them. */
export interface ChatPerson {
  /** platform:workspace:user; for Discord, whose accounts are the same everywhere, "discord:all:123". */
  person: string;
  /** As settings and staff name them: "slack:U123", "discord:123". */
  handle: string;
  /** By the platform's settings; never by a text. */
  role: Role;
  name: string | null;
  /** As their client is set; English where the platform does not say. What they write says more. */
  language: Language;
}

export interface ChatMessage {
  key: string;
  place: string;
  author: ChatPerson;
  text: string;
  standsAlone: boolean;
  notRead: string[];
  answerTo: string | null;
  /** By the platform's clock. */
  writtenAt: Date;
}

export interface ChatPress {
  key: string;
  approvalId: string;
  person: ChatPerson;
  decision: Decision;
  reason: string | null;
  answerTo: string | null;
}

/** What became of something that a person did. */
export type Heard =
  /** The answer comes by itself. `isDelayed`: not soon. */
  | { kind: "taken"; isNew: boolean; isDelayed: boolean }
  /** Done, or not taken: to be said to the person now, and privately where that is possible. */
  | { kind: "say"; text: string }
  /** Nobody is told anything: blocked, or told a moment ago. */
  | { kind: "ignore" }
  /** A fault of our own: the platform may deliver it again; `text` has a reference id for the person. */
  | { kind: "failed"; text: string };

export interface Door {
  /** Stored once under its key, however often it comes. */
  message(message: ChatMessage): Promise<Heard>;
  /** Takes the place of the text while nobody works on it; otherwise nothing happens. */
  edited(key: string, text: string): Promise<void>;
  removed(key: string): Promise<void>;
  press(press: ChatPress): Promise<Heard>;
  /** Whether this person talks with us here already, so that what they write needs no mention. */
  talksIn(place: string, person: ChatPerson): Promise<boolean>;
  /** The plan behind a card, for admins alone. */
  planOf(
    person: ChatPerson,
    approvalId: string,
  ): Promise<{ kind: "shown"; code: string } | Exclude<Heard, { kind: "taken" }>>;
  feedback(person: ChatPerson, runId: string, verdict: Verdict): Promise<Heard>;
  /** `words`: an address, a code that was mailed to it, or "off". Empty: how it works. */
  link(person: ChatPerson, words: string): Promise<Heard>;
  /** By staff: `who` is a handle, `customer` an id or an address. */
  linkOther(person: ChatPerson, who: string, customer: string): Promise<Heard>;
  answerTicket(person: ChatPerson, ticketId: number, text: string, key: string): Promise<Heard>;
  resolveTicket(person: ChatPerson, ticketId: number, key: string): Promise<Heard>;
  /** Everything that was written up to then has been taken. */
  heardUntil(time: Date): Promise<void>;
  /** What an adapter has to fetch after it was away: null when it never listened before. */
  missedSince(): Promise<{ since: Date; places: string[] } | null>;
}

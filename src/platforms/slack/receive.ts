// A message in a channel, a thread or a direct conversation in; through the door if it is for us, and what is to be said at
// once said privately. Rejects when it could not be taken: Slack delivers it again then.
import type { ChatPerson, Door, Heard } from "../door.ts";
import type { Admission } from "./admission.ts";
import { decoded, mentions } from "./decode.ts";
import { fileNames, type Incoming, rawText, readIncoming, type SlackMessage } from "./incoming.ts";
import type { SlackPeople } from "./people.ts";
import { isDirect, messageKey, type Place, placeText } from "./place.ts";
import type { Self } from "./self.ts";
import { answerToOf, type Whisper } from "./whisper.ts";

export interface Receive {
  /** `isLate`: read from the history, after we were away. */
  message(team: string, event: unknown, isLate?: boolean): Promise<void>;
}

export interface ReceiveParts {
  self: Self;
  people: SlackPeople;
  admission: Admission;
  whisper: Whisper;
}

/** The door could not take it; the person was told. */
export class NotTaken extends Error {
  override name = "NotTaken";
}

const LATER = "It is kept; the answer comes a little later.";
const LINK = /^link(?:\s+(\S+@\S+|\d{4,10}|off))?$/i;
/** No address is longer, and the pattern is slow on what is. */
const MOST_LINK_CHARS = 300;
const MOST_TOLD = 2_000;
/** Of so many messages is known what became of them before they were heard. */
const MOST_CHANGED = 200;

export function createReceive({ self, people, admission, whisper }: ReceiveParts, door: Door): Receive {
  const once = createOnce();
  /** An edit or a deletion may overtake its message: the new words by its key, null where it is gone. */
  const changed = new Map<string, string | null>();
  const noteChange = (key: string, words: string | null) => {
    changed.delete(key);
    changed.set(key, words);
    for (const oldest of changed.keys()) {
      if (changed.size <= MOST_CHANGED) break;
      changed.delete(oldest);
    }
  };

  const keyOf = (team: string, channel: string, { ts }: SlackMessage) => messageKey(team, channel, ts);
  const wordsOf = async (message: SlackMessage) => decoded(rawText(message), (await self()).userId, people);

  async function isForUs(team: string, { channel, message, isMention }: Written, place: string): Promise<boolean> {
    if (isDirect(channel) || isMention || mentions(message.text ?? "", (await self()).userId)) return true;
    if (message.thread_ts == null) return false;
    return door.talksIn(place, unnamed(team, message.user ?? ""));
  }

  async function written(team: string, incoming: Written, isLate: boolean): Promise<void> {
    const { channel, message } = incoming;
    const user = message.user ?? "";
    if (user === (await self()).userId) return;
    const place = placeText(placeOf(team, channel, message));
    if (!(await isForUs(team, incoming, place))) return;
    const key = keyOf(team, channel, message);
    const answerTo = answerToOf({ channel, thread: message.thread_ts ?? null }, isDirect(channel) ? null : user);
    const refusal = await admission({ team, user, channel, home: message.user_team ?? null });
    if (refusal !== null) {
      if (!isLate && once(key)) await whisper(answerTo, refusal);
      return;
    }
    const author = await people.personOf(team, user);
    const words = await wordsOf(message);
    // As late as can be: it may come while the message is looked at.
    const changedTo = changed.get(key);
    if (changedTo === null) return;
    const text = changedTo ?? words;
    const link = isDirect(channel) && text.length <= MOST_LINK_CHARS ? LINK.exec(text) : null;
    if (link !== null) {
      if (!isLate && once(key)) await tell(await door.link(author, link[1] ?? ""), answerTo, key);
      return;
    }
    const writtenAt = new Date(Number(message.ts) * 1000);
    const heard = await door.message({
      ...{ key, place, author, text, answerTo, writtenAt },
      standsAlone: false,
      notRead: fileNames(message),
    });
    await tell(heard, answerTo, key);
    // It changed while it was kept.
    const nowIs = changed.get(key);
    if (nowIs === null) await door.removed(key);
    else if (nowIs !== undefined && nowIs !== text) await door.edited(key, nowIs);
  }

  async function tell(heard: Heard, answerTo: string, key: string): Promise<void> {
    switch (heard.kind) {
      case "taken":
        if (heard.isNew && heard.isDelayed) await whisper(answerTo, LATER);
        return;
      case "say":
        if (once(`say ${key}`)) await whisper(answerTo, heard.text);
        return;
      case "ignore":
        return;
      case "failed":
        if (once(`failed ${key}`)) await whisper(answerTo, heard.text);
        throw new NotTaken();
    }
  }

  return {
    message: async (team, event, isLate = false) => {
      const incoming = readIncoming(event);
      switch (incoming.kind) {
        case "written":
          return written(team, incoming, isLate);
        case "edited": {
          const key = keyOf(team, incoming.channel, incoming.message);
          const words = await wordsOf(incoming.message);
          noteChange(key, words);
          return door.edited(key, words);
        }
        case "removed": {
          const key = messageKey(team, incoming.channel, incoming.ts);
          noteChange(key, null);
          return door.removed(key);
        }
        case "nothing":
          return;
      }
    },
  };
}

type Written = Extract<Incoming, { kind: "written" }>;

function placeOf(team: string, channel: string, { ts, thread_ts }: SlackMessage): Place {
  if (thread_ts != null) return { kind: "thread", team, channel, thread: thread_ts };
  return isDirect(channel) ? { kind: "direct", team, channel } : { kind: "thread", team, channel, thread: ts };
}

/** Enough to be known again by; nothing is allowed to somebody by this. */
function unnamed(team: string, user: string): ChatPerson {
  return { person: `slack:${team}:${user}`, handle: `slack:${user}`, role: "customer", name: null, language: "en" };
}

/** True for the first of a name: one message is delivered up to four times, and by two events. */
function createOnce(): (name: string) => boolean {
  const told = new Set<string>();
  return (name) => {
    if (told.has(name)) return false;
    told.add(name);
    for (const oldest of told) {
      if (told.size <= MOST_TOLD) break;
      told.delete(oldest);
    }
    return true;
  };
}

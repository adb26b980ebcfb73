// A command in a channel in, the thread in which its talk goes on out: made once, and found again by any process.
import { setTimeout as sleep } from "node:timers/promises";
import type { Posts } from "../../records/posts.ts";
import { NeverPosted, type Opening } from "../platform.ts";
import type { Api, Sent } from "./api.ts";
import { isVoid } from "./api-errors.ts";
import { clipped, literal } from "./escape.ts";
import { CONTENT_CHARS } from "./message-parts.ts";
import type { Outgoing } from "./outgoing.ts";
import { type Place, parseAnswerTo, parsePlace, placeText, sentAtText } from "./places.ts";
import { type Sender, threadName } from "./sender.ts";
import { timeOf } from "./snowflake.ts";

interface OpenParts {
  api: Api;
  sender: Sender;
  posts: Posts;
  clock: () => Date;
  /** Up to this age, an interaction may be acknowledged any moment. */
  limits: { lateMs: number };
}

type CommandPlace = Extract<Place, { kind: "command" }>;

const LOOK_MS = 200;

export function createOpenTalk({ api, sender, posts, clock, limits }: OpenParts) {
  /** The answer to the command; later, or where it never was acknowledged, an ordinary message. */
  async function makeRoot({ channelId, interactionId }: CommandPlace, opening: Opening): Promise<Sent> {
    const message = { content: echo(opening.person.name, opening.text) };
    const filled = opening.answerTo === null ? null : await fill(opening.answerTo, interactionId, message);
    return filled ?? api.send(channelId, { ...message, nonce: `o${interactionId}` });
  }

  async function fill(answerTo: string, interactionId: string, message: Outgoing): Promise<Sent | null> {
    const lateAt = timeOf(interactionId).getTime() + limits.lateMs;
    for (;;) {
      try {
        return await api.fillAnswer(parseAnswerTo(answerTo), message);
      } catch (error) {
        if (!isVoid(error)) throw error;
        // Who takes the command in acknowledges it at the same time as the work on it begins.
        if (clock().getTime() > lateAt) return null;
      }
      await sleep(LOOK_MS);
    }
  }

  async function known(place: string): Promise<string | null> {
    const [post] = await posts.find([`open ${place}`]);
    return post?.place ?? null;
  }

  return {
    /** The place in which a talk is: for a command's, the thread that was opened for it. */
    homeOf: async (place: string): Promise<Place> => {
      const parsed = parsePlace(place);
      if (parsed.kind !== "command") return parsed;
      const opened = await known(place);
      if (opened === null) throw new NeverPosted("This talk has no place on Discord.");
      return parsePlace(opened);
    },
    open: async (place: string, opening: Opening): Promise<string> => {
      const parsed = parsePlace(place);
      if (parsed.kind !== "command") return place;
      const before = await known(place);
      if (before !== null) return before;
      const root = await makeRoot(parsed, opening);
      const { guildId, channelId } = parsed;
      const opened = placeText({ kind: "thread", guildId, channelId, threadId: root.id });
      await posts.save({ about: `open ${place}`, place: opened, messageId: sentAtText(root) });
      await sender.makeThread(channelId, root.id, threadName(opening.text));
      return opened;
    },
  };
}

/** How a command is shown to all: who asked for what. */
export function echo(name: string | null, text: string): string {
  const start = `**${clipped(name ?? "Somebody", 60, literal)}** asks: `;
  return start + clipped(text, CONTENT_CHARS - start.length, literal);
}

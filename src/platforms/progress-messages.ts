// Marks of a request's stages in; one message a request out, edited through the stages, that ends as the answer.
// Its id is stored as soon as the platform has told it, and that there will be one before that, so that another process that
// takes the request over after a crash goes on with the same message.
import type { Post, Posts } from "../records/posts.ts";
import type { StageMark } from "../report.ts";
import type { Log } from "../telemetry/log.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { ProgressOf } from "./platform.ts";
import { stageWords } from "./stage-words.ts";

/** How the platform's messages are made, each rejecting when it could not. */
export interface MessageWays {
  /** Resolves with the message's id. `about`: the key of the message that it shows the progress of. */
  send(place: string, text: string, about: string): Promise<string>;
  edit(place: string, messageId: string, text: string): Promise<void>;
  /** The message that a process sent about this and died before its id was on record; null when there is none. */
  find(place: string, about: string): Promise<string | null>;
  remove(place: string, messageId: string): Promise<void>;
}

export interface ProgressParts {
  posts: Posts;
  /** Nothing is shown before `afterMs`, and nothing changes more often than every `everyMs`. */
  limits: { afterMs: number; everyMs: number };
  log: Log;
}

/** The message that is to become the answer; nobody else touches it any more. */
export interface TakenMessage {
  place: string;
  messageId: string;
  /**
   * To be called once the answer stands, in this message or elsewhere. Before that the message stays on record, and
   * whoever takes again, in this process or in the next, gets it again. Never rejects.
   */
  settle(): Promise<void>;
}

export interface ProgressMessages {
  show(about: ProgressOf, mark: StageMark): void;
  /** Ends the progress of whatever has one of these keys; null when none was shown. Rejects when that cannot be known. */
  take(keys: string[]): Promise<TakenMessage | null>;
  close(): Promise<void>;
}

/** Where one request stands. */
interface Sign {
  place: string;
  /** The message is on record under the first. */
  keys: Set<string>;
  /** What is to be shown next; null when there is nothing new. */
  words: string | null;
  post: Post | null;
  isStored: boolean;
  /** Until the next look at `words`; undefined while nothing new is expected. */
  timer: NodeJS.Timeout | undefined;
  /** Calls of the platform follow each other; never rejects. */
  underWay: Promise<void>;
  /** Answered, or joined to another one. */
  isOver: boolean;
}

/** In place of the id of a message that is about to be sent. */
const ANNOUNCED = "";

/** Of so many messages is known here where they stand; the oldest are forgotten, and found in the records if need be. */
const MOST_KEYS = 10_000;

export function createProgressMessages(ways: MessageWays, { posts, limits, log }: ProgressParts): ProgressMessages {
  const byKey = new Map<string, Sign>();
  let isClosed = false;

  const knownBy = (keys: string[]) => [...new Set(keys.flatMap((key) => byKey.get(key) ?? []))];

  /** One sign for all of them: what was shown one by one is answered together. */
  const join = (place: string, keys: string[]): Sign => {
    const [sign = newSign(place), ...others] = knownBy(keys);
    for (const other of others) {
      stop(other);
      sign.underWay = Promise.all([sign.underWay, other.underWay]).then(() => {});
    }
    for (const key of [...sign.keys, ...keys, ...others.flatMap((other) => [...other.keys])]) {
      sign.keys.add(key);
      byKey.set(key, sign);
    }
    for (const oldest of byKey.keys()) {
      if (byKey.size <= MOST_KEYS) break;
      byKey.delete(oldest);
    }
    return sign;
  };

  const lookAfter = (sign: Sign, ms: number) => {
    sign.timer = setTimeout(() => {
      sign.underWay = sign.underWay.then(() => draw(sign));
    }, ms);
  };

  const draw = async (sign: Sign) => {
    const { words } = sign;
    sign.words = null;
    if (words === null || sign.isOver) {
      sign.timer = undefined;
      return;
    }
    try {
      await showWords(sign, words);
    } catch (error) {
      log.warn({ err: error }, "where a request stands was not shown");
    }
    if (!sign.isOver && !isClosed) lookAfter(sign, limits.everyMs);
  };

  const showWords = async (sign: Sign, words: string) => {
    const [about = ""] = sign.keys;
    const stored = await storedFor(sign);
    if (sign.isStored && !stored.some((post) => isSame(post, sign.post))) stop(sign); // Answered by another process.
    if (sign.isOver) return;
    const [left] = stored;
    if (sign.post === null && left !== undefined) {
      sign.post = left;
      sign.isStored = true;
    }
    if (sign.post === null) {
      const announced = { about, place: sign.place, messageId: ANNOUNCED };
      await posts.save(announced);
      sign.post = { ...announced, messageId: await ways.send(sign.place, words, about) };
      await store(sign, sign.post);
      await posts.forget(announced);
      return;
    }
    if (!sign.isStored) await store(sign, sign.post);
    if (!sign.isOver) await ways.edit(sign.post.place, sign.post.messageId, words);
  };

  const store = async (sign: Sign, post: Post) => {
    await posts.save(post);
    sign.isStored = true;
  };

  /** With what a process that died has sent and could not store. */
  const storedFor = async (sign: Sign): Promise<Post[]> => {
    const stored = await posts.find([...sign.keys]);
    const known = stored.filter(({ messageId }) => messageId !== ANNOUNCED);
    for (const announced of stored.filter(({ messageId }) => messageId === ANNOUNCED)) {
      const { about, place } = announced;
      const isKnown = sign.post?.about === about || known.some((post) => post.about === about);
      const messageId = isKnown ? null : await ways.find(place, about);
      if (messageId !== null) {
        known.push({ about, place, messageId });
        await posts.save({ about, place, messageId });
      }
      await posts.forget(announced);
    }
    return known;
  };

  /** What is shown for this sign: the one it knows of first, then what others left behind. */
  const shownFor = async (sign: Sign): Promise<Post[]> => {
    const { post } = sign;
    try {
      const stored = await storedFor(sign);
      if (post === null) return stored;
      const others = stored.filter((other) => !isSame(other, post));
      return others.length < stored.length || !sign.isStored ? [post, ...others] : others;
    } catch (error) {
      if (post === null) throw error;
      log.warn({ err: error }, "what else is shown of a request could not be looked up");
      return [post];
    }
  };

  const settle = async (sign: Sign, answer: Post, extra: Post[]) => {
    sign.post = null;
    sign.isStored = false;
    await cleared(() => posts.forget(answer));
    for (const post of extra) {
      await cleared(async () => {
        await ways.remove(post.place, post.messageId);
        await posts.forget(post);
      });
    }
  };

  const cleared = async (clear: () => Promise<void>) => {
    try {
      await clear();
    } catch (error) {
      log.warn({ err: error }, "what showed the progress of an answered request was not cleared away");
    }
  };

  return {
    show: ({ place, keys, language }, mark) => {
      // A press is answered by its card.
      if (isClosed || mark.stage === "committing") return;
      const known = knownBy(keys);
      if (known.some((sign) => sign.isOver)) return;
      // The answer is about to come, and says it better.
      if (mark.stage === "waiting" || mark.stage === "done") {
        for (const sign of known) sign.words = null;
        return;
      }
      const sign = join(place, keys);
      sign.words = stageWords(mark, textsOf(language));
      if (sign.timer === undefined) lookAfter(sign, sign.post === null ? limits.afterMs : 0);
    },
    take: async (keys) => {
      const sign = join("", keys);
      stop(sign);
      await sign.underWay;
      const [answer, ...extra] = await shownFor(sign);
      if (answer === undefined) return null;
      return { place: answer.place, messageId: answer.messageId, settle: () => settle(sign, answer, extra) };
    },
    close: async () => {
      isClosed = true;
      const signs = knownBy([...byKey.keys()]);
      for (const sign of signs) clearTimeout(sign.timer);
      await Promise.all(signs.map((sign) => sign.underWay));
    },
  };
}

function newSign(place: string): Sign {
  return {
    place,
    keys: new Set(),
    words: null,
    post: null,
    isStored: false,
    timer: undefined,
    underWay: Promise.resolve(),
    isOver: false,
  };
}

function stop(sign: Sign): void {
  sign.isOver = true;
  sign.words = null;
  clearTimeout(sign.timer);
}

const isSame = (one: Post, other: Post | null): boolean =>
  one.messageId === other?.messageId && one.place === other.place;

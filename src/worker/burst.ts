// What waits in a conversation in; the messages that are answered together next, and how long to wait whether the person
// goes on, out.
import type { WaitingMessage } from "../records/work.ts";
import { typedWord } from "./typed-button.ts";

interface BurstLimits {
  /** A person who wrote something less long ago than this may not have finished. */
  quietMs: number;
  /** After this many dropped drafts nothing is added any more. */
  drafts: number;
  /** Together they are no longer than one message may be. */
  mostChars: number;
}

export interface Burst {
  messages: [WaitingMessage, ...WaitingMessage[]];
  waitMs: number;
}

export function nextBurst(waiting: WaitingMessage[], limits: BurstLimits): Burst | null {
  const [first, ...rest] = waiting;
  if (first === undefined) return null;
  const putOffMs = first.request?.waitMs ?? 0;
  if (first.request !== null && putOffMs > 0) {
    // Meanwhile the others have their turn, and so has this person's typed button; what only adds to it waits with it.
    const others = rest.filter(({ author, request, ...later }) => {
      const isOther = author.person !== first.author.person || isWhole(later);
      return isOther && request?.id !== first.request?.id;
    });
    const next = nextBurst(others, limits);
    return next !== null && next.waitMs < putOffMs ? next : { messages: [first], waitMs: putOffMs };
  }
  const messages: Burst["messages"] = [first];
  let isEnded = isWhole(first) || (first.request?.drafts ?? 0) >= limits.drafts;
  let chars = first.request?.text.length ?? first.text.length;
  for (const message of rest) {
    const isOwn = message.request !== null && message.request.id === first.request?.id;
    if (!isOwn && (isEnded || !isMore(message, first, chars, limits.mostChars))) {
      isEnded = true;
      continue;
    }
    if (!isOwn) chars += message.text.length + 1;
    messages.push(message);
  }
  const last = messages.at(-1) ?? first;
  const quietMs = isEnded ? 0 : limits.quietMs - last.agoMs;
  return { messages, waitMs: Math.ceil(Math.max(0, quietMs)) };
}

/** Whether `later` belongs to the same question as what this person wrote before, `chars` long. */
export function isMore(
  later: Pick<WaitingMessage, "author" | "text" | "standsAlone">,
  earlier: { author: { person: string } },
  chars: number,
  mostChars: number,
): boolean {
  return later.author.person === earlier.author.person && !isWhole(later) && chars + 1 + later.text.length <= mostChars;
}

/** A command, or a typed button: nothing is added to it. */
export function isWhole({ standsAlone, text }: Pick<WaitingMessage, "standsAlone" | "text">): boolean {
  return standsAlone || typedWord(text) !== null;
}

// Marks of a request's stages in; while it is worked on, its place shows that somebody types.
import type { StageMark } from "../../report.ts";

export interface Typing {
  show(place: string, mark: StageMark): void;
  stop(place: string): void;
  close(): void;
}

interface TypingLimits {
  /** Discord shows it for 10 s after each call. */
  typingMs: number;
  /** However long it takes: then nobody believes it any more. */
  longestTypingMs: number;
}

/** `type`: shows it once; that it fails is harmless. */
export function createTyping(type: (place: string) => Promise<void>, limits: TypingLimits): Typing {
  const busy = new Map<string, { calls: NodeJS.Timeout; end: NodeJS.Timeout }>();

  function stop(place: string): void {
    const timers = busy.get(place);
    clearInterval(timers?.calls);
    clearTimeout(timers?.end);
    busy.delete(place);
  }

  return {
    stop,
    show: (place, { stage }) => {
      if (stage === "waiting" || stage === "done" || stage === "delayed") return stop(place);
      // A press is answered by its card.
      if (stage === "committing" || busy.has(place)) return;
      const call = () => {
        type(place).catch(() => {});
      };
      busy.set(place, {
        calls: setInterval(call, limits.typingMs),
        end: setTimeout(() => stop(place), limits.longestTypingMs),
      });
      call();
    },
    close: () => {
      for (const place of [...busy.keys()]) stop(place);
    },
  };
}

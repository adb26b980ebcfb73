// Until when somebody may press: a countdown and the clock time.
import { momentWords, timeLeft } from "../clock-words.ts";

export function Expiry({ expiresAt, now }: { expiresAt: string; now: Date }) {
  const left = timeLeft(expiresAt, now);
  if (left === null) return null;
  return (
    <p className="expiry">
      <span role="timer" aria-live="off">
        {left} left
      </span>
      , until <time dateTime={expiresAt}>{momentWords(expiresAt, now)}</time>
    </p>
  );
}

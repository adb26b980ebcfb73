// Whether an answer helped: two buttons, of which the last one pressed counts.
import { useState } from "react";
import { connectionError } from "../api/api-error.ts";
import type { Verdict } from "../api/caller-client.ts";

interface ThumbsProps {
  verdict: Verdict | null;
  onRate: (verdict: Verdict) => Promise<void>;
}

export function Thumbs({ verdict, onRate }: ThumbsProps) {
  const [words, setWords] = useState("");

  async function rate(given: Verdict): Promise<void> {
    setWords("");
    try {
      await onRate(given);
      setWords("Thank you.");
    } catch (cause) {
      setWords(connectionError(cause).message);
    }
  }

  return (
    <fieldset className="thumbs">
      <legend className="unseen">Did this answer help?</legend>
      <Thumb label="Helpful" isPressed={verdict === "up"} onPress={() => void rate("up")} />
      <Thumb label="Not helpful" isPressed={verdict === "down"} onPress={() => void rate("down")} isDown />
      <span role="status">{words}</span>
    </fieldset>
  );
}

interface ThumbProps {
  label: string;
  isPressed: boolean;
  onPress: () => void;
  isDown?: boolean;
}

function Thumb({ label, isPressed, onPress, isDown = false }: ThumbProps) {
  return (
    <button type="button" className="thumb" aria-pressed={isPressed} aria-label={label} title={label} onClick={onPress}>
      <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" className={isDown ? "down" : undefined}>
        <path d="M7 11v9H4a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1zM7 11l4-8a2.4 2.4 0 0 1 2.4 2.9L12.8 9H19a2 2 0 0 1 2 2.4l-1.3 7A2 2 0 0 1 17.7 20H7" />
      </svg>
    </button>
  );
}

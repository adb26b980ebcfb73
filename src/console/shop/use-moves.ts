// Figures by name in, how far each has just moved out: for a few seconds after a change.
import { useEffect, useRef, useState } from "react";

const shownMs = 12_000;

export function useMoves(figures: { [name: string]: number }): { [name: string]: number } {
  const before = useRef(figures);
  const [moves, setMoves] = useState<{ [name: string]: number }>({});
  const asText = JSON.stringify(figures);

  useEffect(() => {
    const now: { [name: string]: number } = JSON.parse(asText);
    const moved = Object.fromEntries(
      Object.entries(now).flatMap(([name, figure]) => {
        const by = figure - (before.current[name] ?? figure);
        return by === 0 ? [] : [[name, by]];
      }),
    );
    before.current = now;
    if (Object.keys(moved).length > 0) setMoves(moved);
  }, [asText]);

  useEffect(() => {
    if (Object.keys(moves).length === 0) return;
    const timer = setTimeout(() => setMoves({}), shownMs);
    return () => clearTimeout(timer);
  }, [moves]);

  return moves;
}

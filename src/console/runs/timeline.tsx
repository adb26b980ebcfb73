// The stages of a run in, a horizontal bar with a part for each wait and its time out.
import type { StageMark } from "../../report.ts";
import { durationWords } from "../clock-words.ts";

export function Timeline({ stages }: { stages: StageMark[] }) {
  const parts = stages.flatMap((mark, index) => {
    const next = stages[index + 1];
    return next === undefined ? [] : [{ ...mark, index, ms: Math.max(0, next.atMs - mark.atMs) }];
  });
  const totalMs = parts.reduce((sum, { ms }) => sum + ms, 0);
  if (parts.length === 0) return <p className="nothing">No times were kept.</p>;
  return (
    <div className="timeline">
      <div className="track" aria-hidden="true">
        {parts.map(({ index, stage, ms }) => (
          <span key={index} data-stage={stage} style={{ flexGrow: Math.max(ms, totalMs / 100, 0.01) }} />
        ))}
      </div>
      <ul>
        {parts.map(({ index, stage, attempt, ms }) => (
          <li key={index} data-stage={stage}>
            {stage}
            {attempt !== undefined && ` ${attempt}`} <b>{durationWords(ms)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

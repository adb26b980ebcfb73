// Where an open request stands: five steps and a few words, on one line of constant height.
import type { StageMark } from "../../report.ts";
import { stageWords, stepOf, steps } from "./stage-words.ts";

interface StageLineProps {
  mark: StageMark | null;
  /** False for a message of another page, whose stages are told there. */
  isHere: boolean;
}

export function StageLine({ mark, isHere }: StageLineProps) {
  const reached = mark === null ? 0 : stepOf(mark.stage);
  const unknown = isHere ? "Sending" : "Waiting for the answer";
  return (
    <p className="stage-line" role="status" data-testid="stage" data-stage={mark?.stage ?? "sending"}>
      <span className="steps" aria-hidden="true">
        {Array.from({ length: steps }, (_, index) => index + 1).map((step) => (
          <span key={step} data-reached={step <= reached} data-current={step === reached} />
        ))}
      </span>
      {mark === null ? unknown : stageWords(mark)}…
    </p>
  );
}

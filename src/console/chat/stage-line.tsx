// Where an open request stands: five steps and a few words, on one line of constant height.
import type { StageMark } from "../../report.ts";
import { stageWords, stepOf, steps } from "./stage-words.ts";

export function StageLine({ mark }: { mark: StageMark | null }) {
  const reached = mark === null ? 0 : stepOf(mark.stage);
  return (
    <p className="stage-line" role="status" data-testid="stage" data-stage={mark?.stage ?? "sending"}>
      <span className="steps" aria-hidden="true">
        {Array.from({ length: steps }, (_, index) => index + 1).map((step) => (
          <span key={step} data-reached={step <= reached} data-current={step === reached} />
        ))}
      </span>
      {mark === null ? "Sending" : stageWords(mark)}…
    </p>
  );
}

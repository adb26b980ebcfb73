// One turn of the talk: what the person wrote, then the stages, then the answer with its cards.
import type { ApprovalCard, RunReport } from "../../report.ts";
import type { Decision } from "../api/answers.ts";
import type { Viewer } from "../card/buttons-for.ts";
import { CardView } from "../card/card-view.tsx";
import { durationWords } from "../clock-words.ts";
import { runAddress } from "../route.ts";
import { BarChart } from "./bar-chart.tsx";
import { isOpenTurn, type Turn } from "./sessions.ts";
import { StageLine } from "./stage-line.tsx";

interface TurnViewProps {
  turn: Turn;
  cards: ApprovalCard[];
  viewer: Viewer;
  canSend: boolean;
  onSend: (message: string) => void;
  onDecide: (card: ApprovalCard, decision: Decision, reason: string | null) => Promise<void>;
}

export function TurnView({ turn, cards, viewer, canSend, onSend, onDecide }: TurnViewProps) {
  return (
    <li className="turn">
      <p className="message">
        <span className="unseen">You wrote: </span>
        {turn.message}
      </p>
      <div className="reply">
        {turn.answerText !== "" && (
          <div className="answer" data-testid="answer" data-status={turn.report?.status}>
            {turn.answerText}
          </div>
        )}
        <BarChart chart={turn.chart} />
        {isOpenTurn(turn) && <StageLine mark={turn.stage} />}
        {turn.report !== null && <ReportLine report={turn.report} />}
        {turn.problem !== null && (
          <p className="problem" role="alert">
            {turn.problem}
          </p>
        )}
        <TryAgain turn={turn} canSend={canSend} onSend={onSend} />
        {cards.map((card) => (
          <CardView key={card.id} card={card} viewer={viewer} onDecide={onDecide} />
        ))}
      </div>
    </li>
  );
}

function ReportLine({ report }: { report: RunReport }) {
  const tookMs = report.stages.at(-1)?.atMs;
  return (
    <p className="report-line">
      <a href={runAddress(report.runId)} data-testid="show-plan">
        Show the plan
      </a>
      {tookMs !== undefined && <span>{durationWords(tookMs)}</span>}
      {report.attempts > 1 && <span>{report.attempts} attempts</span>}
    </p>
  );
}

/** The words "retry" plan the stored request again; a message that never arrived is sent once more. */
function TryAgain({ turn, canSend, onSend }: Pick<TurnViewProps, "turn" | "canSend" | "onSend">) {
  // An answer without a run is the service's own: it failed before there was one, and kept the request.
  const isKept = turn.isAnswered && (turn.report === null || turn.report.error?.code === "MODEL_UNAVAILABLE");
  if (!isKept && turn.problem === null) return null;
  return (
    <button
      type="button"
      className="quiet"
      data-testid="try-again"
      disabled={!canSend}
      onClick={() => onSend(isKept ? "retry" : turn.message)}
    >
      Try again
    </button>
  );
}

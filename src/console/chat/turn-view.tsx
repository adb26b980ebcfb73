// One turn of the talk: what the person wrote, then the stages, then the answer with its cards.
import type { TalkRun } from "../../platforms/web-answers.ts";
import type { ApprovalCard } from "../../report.ts";
import type { Decision } from "../api/answers.ts";
import type { Verdict } from "../api/caller-client.ts";
import type { Viewer } from "../card/buttons-for.ts";
import { CardView } from "../card/card-view.tsx";
import { ChartFigure } from "../chart/chart-figure.tsx";
import { durationWords } from "../clock-words.ts";
import { runAddress } from "../route.ts";
import { AnswerTable, type TableSource } from "../table/answer-table.tsx";
import { StageLine } from "./stage-line.tsx";
import { Thumbs } from "./thumbs.tsx";
import { isOpenTurn, type Turn } from "./turn.ts";

interface TurnViewProps {
  turn: Turn;
  cards: ApprovalCard[];
  viewer: Viewer;
  tables: TableSource;
  canSend: boolean;
  onSend: (message: string) => void;
  onDecide: (card: ApprovalCard, decision: Decision, reason: string | null) => Promise<void>;
  onRate: (runId: string, verdict: Verdict) => Promise<void>;
}

export function TurnView({ turn, cards, viewer, tables, canSend, onSend, onDecide, onRate }: TurnViewProps) {
  return (
    <li className="turn" data-from={turn.message === null ? "shop" : "person"}>
      {turn.message !== null && (
        <p className="message">
          <span className="unseen">You wrote: </span>
          {turn.message}
        </p>
      )}
      <div className="reply">
        {turn.answerText !== "" && (
          <div className="answer" data-testid="answer" data-status={turn.run?.status}>
            {turn.answerText}
          </div>
        )}
        <ChartFigure chart={turn.chart} />
        {turn.table !== null && <AnswerTable head={turn.table} runId={turn.run?.runId ?? null} source={tables} />}
        {isOpenTurn(turn) && <StageLine mark={turn.stage} isHere={turn.isHere} />}
        {turn.run !== null && <RunLine run={turn.run} onRate={onRate} />}
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

function RunLine({ run, onRate }: { run: TalkRun } & Pick<TurnViewProps, "onRate">) {
  return (
    <div className="report-line">
      <a href={runAddress(run.runId)} data-testid="show-plan">
        Show the plan
      </a>
      {run.tookMs !== null && <span>{durationWords(run.tookMs)}</span>}
      {run.attempts > 1 && <span>{run.attempts} attempts</span>}
      <Thumbs verdict={run.verdict} onRate={(verdict) => onRate(run.runId, verdict)} />
    </div>
  );
}

// What the service keeps of a request that it could not work; the word "retry" works it again.
const retried = new Set(["MODEL_UNAVAILABLE", "INTERNAL"]);

/** A message that never arrived is sent once more. */
function TryAgain({ turn, canSend, onSend }: Pick<TurnViewProps, "turn" | "canSend" | "onSend">) {
  const { message, run, problem } = turn;
  const isKept = run?.errorCode != null && retried.has(run.errorCode);
  if (message === null || (!isKept && problem === null)) return null;
  return (
    <button
      type="button"
      className="quiet"
      data-testid="try-again"
      disabled={!canSend}
      onClick={() => onSend(isKept ? "retry" : message)}
    >
      Try again
    </button>
  );
}

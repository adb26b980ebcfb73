// The admin's list of open approvals: those that wait for an admin as cards, those that wait for the requester in short.
import { useState } from "react";
import type { ApprovalCard } from "../../report.ts";
import type { Decision } from "../api/answers.ts";
import type { ApiError } from "../api/api-error.ts";
import { tillWords } from "../money.ts";
import { runAddress } from "../route.ts";
import { isOwnCard, type Viewer } from "./buttons-for.ts";
import { CardView } from "./card-view.tsx";

const decidedShown = 3;

interface ApprovalsListProps {
  approvals: ApprovalCard[] | null;
  /** The newest state of every card that the page has seen. */
  cards: { [cardId: string]: ApprovalCard };
  problem: ApiError | null;
  viewer: Viewer;
  onDecide: (card: ApprovalCard, decision: Decision, reason: string | null) => Promise<void>;
}

export function ApprovalsList({ approvals, cards, problem, viewer, onDecide }: ApprovalsListProps) {
  // What was decided here stays in sight, with who decided and when.
  const [pressedIds, setPressedIds] = useState<string[]>([]);
  const open = approvals ?? [];
  const isAdmin = viewer.role === "admin";
  const isForViewer = (card: ApprovalCard) => isAdmin && card.needs[0] === "admin" && !isOwnCard(card, viewer);
  const forViewer = open.filter(isForViewer);
  const decided = pressedIds.flatMap((id) => cards[id] ?? []).filter(({ state }) => state !== "pending");
  const forOthers = open.filter((card) => !isForViewer(card));

  async function decide(card: ApprovalCard, decision: Decision, reason: string | null): Promise<void> {
    await onDecide(card, decision, reason);
    setPressedIds((ids) => [card.id, ...ids.filter((id) => id !== card.id)].slice(0, decidedShown));
  }

  return (
    <section className="approvals panel" aria-labelledby="approvals-title" data-testid="approvals">
      <h2 id="approvals-title">
        Waiting for approval {forViewer.length > 0 && <span className="count">{forViewer.length}</span>}
      </h2>
      {problem !== null && <p className="problem">{problem.message}</p>}
      {approvals !== null && forViewer.length === 0 && (
        <p className="nothing">
          {isAdmin ? "Nothing waits for you." : "Admins decide here. What you asked for yourself you can take back."}
        </p>
      )}
      {[...forViewer.filter(({ id }) => !decided.some((card) => card.id === id)), ...decided].map((card) => (
        <div key={card.id}>
          <CardView card={card} viewer={viewer} onDecide={decide} isForApprover />
          <a className="run-link" href={runAddress(card.runId)}>
            Show the run
          </a>
        </div>
      ))}
      {forOthers.length > 0 && (
        <>
          <h3>Waiting for somebody else</h3>
          <ul className="others">
            {forOthers.map((card) => (
              <li key={card.id}>
                <a href={runAddress(card.runId)}>{card.request}</a>
                <span className="waits-for">
                  {waitsFor(card)}, {tillWords(card.amount)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const waitsFor = (card: ApprovalCard): string =>
  card.needs[0] === "requester"
    ? `${card.requester.name || "The requester"} has to confirm`
    : "An admin has to approve";

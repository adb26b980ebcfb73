// An approval as a card: what would change, for how much, until when, and the buttons of whoever looks at it.
import { useState } from "react";
import type { ApprovalCard } from "../../report.ts";
import type { Decision } from "../api/answers.ts";
import { momentWords } from "../clock-words.ts";
import { tillWords } from "../money.ts";
import { useNow } from "../use-now.ts";
import { buttonsFor, decisionWords, stateWords, type Viewer } from "./buttons-for.ts";
import { CardButtons } from "./card-buttons.tsx";
import { ChangeTable } from "./change-table.tsx";
import { hasQuietColumns } from "./column-words.ts";
import { Expiry } from "./expiry.tsx";

interface CardViewProps {
  card: ApprovalCard;
  viewer: Viewer;
  onDecide: (card: ApprovalCard, decision: Decision, reason: string | null) => Promise<void>;
  /** For somebody who did not write the request: the request and who wrote it. */
  isForApprover?: boolean;
}

export function CardView({ card, viewer, onDecide, isForApprover = false }: CardViewProps) {
  const now = useNow(1000);
  const [everyColumn, setEveryColumn] = useState(false);
  const words = stateWords(card, viewer, now);
  const buttons = buttonsFor(card, viewer, now);
  return (
    <article
      className="card"
      aria-label={`Approval: ${words.label}`}
      data-testid="card"
      data-state={card.state}
      data-tone={words.tone}
    >
      <header>
        <strong>{words.label}</strong>
        {card.state === "pending" && <Expiry expiresAt={card.expiresAt} now={now} />}
      </header>
      {isForApprover && (
        <p className="asked">
          <q>{card.request}</q>
          <span className="asker">
            {card.requester.name || "Somebody"} ({card.requester.role}), {momentWords(card.createdAt, now)}
          </span>
        </p>
      )}
      <ul className="lines">
        {card.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="amount">{tillWords(card.amount)}</p>
      {card.remarks.map((remark) => (
        <p className="remark" key={remark}>
          {remark}
        </p>
      ))}
      <ChangeTable changes={card.changes} caption="What changes, before and after" everyColumn={everyColumn} />
      {hasQuietColumns(card.changes) && (
        <button type="button" className="link" aria-expanded={everyColumn} onClick={() => setEveryColumn(!everyColumn)}>
          {everyColumn ? "Show less" : "Show every column"}
        </button>
      )}
      <footer>
        {card.decisions.map(({ name, decision, at, reason }) => (
          <p className="decision" key={`${decision} ${at}`}>
            {decisionWords(decision)} by {name} at <time dateTime={at}>{momentWords(at, now)}</time>
            {reason !== undefined && reason !== "" && <>: {reason}</>}
          </p>
        ))}
        {words.sentence !== "" && <p className="state-sentence">{words.sentence}</p>}
        <CardButtons buttons={buttons} onDecide={(decision, reason) => onDecide(card, decision, reason)} />
      </footer>
    </article>
  );
}

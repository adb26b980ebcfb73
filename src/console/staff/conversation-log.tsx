// A conversation as the shop's people read it: who said what when, with the cards and what became of them.
import { useCallback, useEffect, useRef } from "react";
import type { TalkEntry, TalkView } from "../../platforms/web-answers.ts";
import type { ApprovalCard } from "../../report.ts";
import type { CallerClient } from "../api/caller-client.ts";
import { usePolled } from "../api/use-polled.ts";
import { stateWords, type Viewer } from "../card/buttons-for.ts";
import { ChartFigure } from "../chart/chart-figure.tsx";
import { momentWords } from "../clock-words.ts";
import { runAddress } from "../route.ts";
import { AnswerTable, type TableSource } from "../table/answer-table.tsx";

const everyMs = 3_000;

interface ConversationLogProps {
  client: CallerClient;
  conversationId: string;
  viewer: Viewer;
  /** A new number asks for a read at once. */
  readAgain: number;
}

export function ConversationLog({ client, conversationId, viewer, readAgain }: ConversationLogProps) {
  const read = useCallback(() => client.readTalk(conversationId), [client, conversationId]);
  const { value: talk, problem, refresh } = usePolled(read, everyMs);
  useEffect(() => {
    if (readAgain > 0) refresh();
  }, [readAgain, refresh]);
  return (
    <section className="log-of-talk" aria-label="What was said">
      {problem !== null && (
        <p className="problem" role="alert">
          {problem.message}
        </p>
      )}
      {talk !== null && <Entries talk={talk} viewer={viewer} tables={client} />}
    </section>
  );
}

function Entries({ talk, viewer, tables }: { talk: TalkView; viewer: Viewer; tables: TableSource }) {
  const list = useRef<HTMLOListElement>(null);
  const { length } = talk.entries;
  useEffect(() => {
    if (length > 0 && list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [length]);
  const now = new Date();
  const cards = new Map(talk.cards.map((card) => [card.id, card]));
  if (length === 0) return <p className="nothing">Nothing that was said is kept any more.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable.
    <ol ref={list} aria-live="polite" tabIndex={0}>
      {talk.isCut && <li className="nothing">What was said before is left out here.</li>}
      {talk.entries.map((entry) => (
        <Entry key={entry.id} entry={entry} cards={cards} viewer={viewer} tables={tables} now={now} />
      ))}
    </ol>
  );
}

interface EntryProps {
  entry: TalkEntry;
  cards: Map<string, ApprovalCard>;
  viewer: Viewer;
  tables: TableSource;
  now: Date;
}

function Entry({ entry, cards, viewer, tables, now }: EntryProps) {
  const cardIds = entry.kind === "answer" ? entry.cardIds : [];
  const run = entry.kind === "answer" ? entry.run : null;
  return (
    <li data-from={entry.kind === "message" ? "person" : "shop"} data-kind={entry.kind}>
      <p className="said-by">
        <b>{speakerOf(entry)}</b> <time dateTime={entry.at}>{momentWords(entry.at, now)}</time>
        {run !== null && <a href={runAddress(run.runId)}>plan</a>}
        {run?.verdict === "up" && <span className="tag good">found helpful</span>}
        {run?.verdict === "down" && <span className="tag bad">found not helpful</span>}
      </p>
      <p className="said">{entry.text}</p>
      {entry.kind === "answer" && <ChartFigure chart={entry.chart} />}
      {entry.kind === "answer" && entry.table !== null && (
        <AnswerTable head={entry.table} runId={run?.runId ?? null} source={tables} />
      )}
      {entry.kind === "message" && entry.notRead.length > 0 && <small>With {entry.notRead.join(", ")}</small>}
      {cardIds.map((id) => {
        const card = cards.get(id);
        return card === undefined ? null : <CardInShort key={id} card={card} viewer={viewer} now={now} />;
      })}
    </li>
  );
}

function speakerOf(entry: TalkEntry): string {
  switch (entry.kind) {
    case "message":
      return entry.author.name ?? "Guest";
    case "answer":
      return "Assistant";
    case "outcome":
    case "news":
      return "Shop";
  }
}

function CardInShort({ card, viewer, now }: { card: ApprovalCard; viewer: Viewer; now: Date }) {
  const { label, tone } = stateWords(card, viewer, now);
  return (
    <div className="card-in-short">
      <span className={tone === "done" ? "tag good" : tone === "waiting" ? "tag wait" : "tag"}>{label}</span>
      <ul>
        {card.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

// The talk of one person with the shop, the newest turn in sight, and the message box under it.
import { useEffect, useRef } from "react";
import type { Requester } from "../../requester.ts";
import type { Viewer } from "../card/buttons-for.ts";
import type { TableSource } from "../table/answer-table.tsx";
import { Composer } from "./composer.tsx";
import { Suggestions } from "./suggestions.tsx";
import { TurnView } from "./turn-view.tsx";
import type { Chat } from "./use-chat.ts";

interface ChatViewProps {
  chat: Chat;
  person: Requester;
  viewer: Viewer;
  tables: TableSource;
}

export function ChatView({ chat, person, viewer, tables }: ChatViewProps) {
  const { turns, draft, ticketId } = chat.session;
  const transcript = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);

  // What the person waits for: a new turn, its words, its answer and a successor of its card.
  const last = turns.at(-1);
  const sight = `${turns.length} ${last?.answerText.length} ${last?.isAnswered} ${last?.problem} ${last?.cardIds.length} ${last?.chart != null} ${last?.table != null}`;
  useEffect(() => {
    if (sight !== "" && transcript.current !== null) showNewest(transcript.current);
  }, [sight]);

  function send(message: string): void {
    chat.send(message);
    box.current?.focus();
  }

  return (
    <section className="chat" aria-label="Chat">
      {turns.length > 0 && (
        <header className="talk-bar">
          <p role="status">
            {ticketId === null
              ? "You talk with the assistant."
              : `A person of the shop has this talk (ticket ${ticketId}). What you write goes to them.`}
          </p>
          <button type="button" className="link" disabled={chat.isAnswering} onClick={chat.leave}>
            Begin a new talk
          </button>
        </header>
      )}
      <div className="transcript" ref={transcript}>
        {chat.isOpening && <p className="nothing">Opening your talk…</p>}
        {turns.length === 0 && !chat.isOpening && <Suggestions person={person} onSend={send} />}
        <ol aria-live="polite" aria-relevant="additions text">
          {turns.map((turn) => (
            <TurnView
              key={turn.id}
              turn={turn}
              cards={turn.cardIds.flatMap((id) => chat.cards[id] ?? [])}
              viewer={viewer}
              tables={tables}
              canSend={!chat.isAnswering}
              onSend={send}
              onDecide={chat.decide}
              onRate={chat.rate}
            />
          ))}
        </ol>
      </div>
      <Composer draft={draft} isAnswering={chat.isAnswering} box={box} onDraft={chat.draft} onSend={send} />
    </section>
  );
}

/** The whole newest turn where it fits, else its beginning; a successor of a stale card comes before its turn. */
function showNewest(transcript: HTMLElement): void {
  const turn = transcript.querySelector(".turn:last-child");
  const target = turn?.querySelector(".card + .card") ?? turn;
  if (target === null || target === undefined) return;
  target.scrollIntoView({ block: target.clientHeight > transcript.clientHeight ? "start" : "end" });
}

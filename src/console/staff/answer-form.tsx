// What a person of the shop writes to the customer of a ticket. Ctrl+Enter or ⌘+Enter sends.
import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { ownId } from "../api/own-id.ts";

// As MAX_MESSAGE_CHARS starts out; the server has the last word.
const answerChars = 4_000;

interface AnswerFormProps {
  to: string;
  /** False when the answer was not taken: the words stay, to be sent again. */
  onAnswer: (text: string, actId: string) => Promise<boolean>;
}

export function AnswerForm({ to, onAnswer }: AnswerFormProps) {
  const id = useId();
  const [text, setText] = useState("");
  const [isSending, setIsSending] = useState(false);
  // Sent again after a broken connection, it is the same answer.
  const [actId, setActId] = useState(ownId);
  const canSend = text.trim() !== "" && !isSending;

  async function submit(event: FormEvent | KeyboardEvent): Promise<void> {
    event.preventDefault();
    if (!canSend) return;
    setIsSending(true);
    const isTaken = await onAnswer(text.trim(), actId);
    setIsSending(false);
    if (!isTaken) return;
    setText("");
    setActId(ownId());
  }

  return (
    <form className="answer-form" onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>Answer to {to}</label>
      <textarea
        id={id}
        rows={3}
        maxLength={answerChars}
        value={text}
        aria-describedby={`${id}-note`}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit(event);
        }}
      />
      <div>
        <small id={`${id}-note`}>It is posted where they wrote, with your name. The assistant stays silent.</small>
        <button type="submit" className="main" disabled={!canSend} aria-busy={isSending}>
          {isSending ? "Sending…" : "Send answer"}
        </button>
      </div>
    </form>
  );
}

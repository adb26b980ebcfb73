// The message box. Enter sends, Shift+Enter starts a new line.
import type { KeyboardEvent, RefObject, SubmitEvent } from "react";

// As MAX_MESSAGE_CHARS starts out; the server has the last word.
const messageChars = 4_000;

interface ComposerProps {
  draft: string;
  isAnswering: boolean;
  box: RefObject<HTMLTextAreaElement | null>;
  onDraft: (text: string) => void;
  onSend: (message: string) => void;
}

export function Composer({ draft, isAnswering, box, onDraft, onSend }: ComposerProps) {
  const message = draft.trim();
  const canSend = message !== "" && !isAnswering;

  function submit(event: SubmitEvent | KeyboardEvent): void {
    event.preventDefault();
    if (!canSend) return;
    onDraft("");
    onSend(message);
  }

  return (
    <form className="composer" onSubmit={submit}>
      <label htmlFor="message" className="unseen">
        Message to the shop
      </label>
      <textarea
        id="message"
        ref={box}
        rows={1}
        maxLength={messageChars}
        placeholder="Ask or order something"
        value={draft}
        data-testid="message-input"
        onChange={(event) => onDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
        }}
      />
      <button type="submit" disabled={!canSend} data-testid="send">
        Send
      </button>
    </form>
  );
}

// The buttons of an open card: the requester's Confirm and Cancel (Cancel alone once an admin decides), or an admin's Approve and Reject with a reason.
import { useId, useState } from "react";
import type { Decision } from "../api/answers.ts";
import { connectionError } from "../api/api-error.ts";
import type { Buttons } from "./buttons-for.ts";

interface CardButtonsProps {
  buttons: Buttons;
  onDecide: (decision: Decision, reason: string | null) => Promise<void>;
}

export function CardButtons({ buttons, onDecide }: CardButtonsProps) {
  const [pressed, setPressed] = useState<Decision | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function press(decision: Decision, reason: string | null = null): Promise<void> {
    if (pressed !== null) return;
    setPressed(decision);
    setProblem(null);
    try {
      await onDecide(decision, reason);
    } catch (cause) {
      setProblem(connectionError(cause).message);
    } finally {
      setPressed(null);
    }
  }

  return (
    <>
      {buttons === "requester" && (
        <div className="buttons">
          <Press decision="confirm" label="Confirm" pressed={pressed} onPress={press} isMain />
          <Press decision="cancel" label="Cancel" pressed={pressed} onPress={press} />
        </div>
      )}
      {buttons === "withdraw" && (
        <div className="buttons">
          <Press decision="cancel" label="Cancel" pressed={pressed} onPress={press} />
        </div>
      )}
      {buttons === "admin" && <AdminButtons pressed={pressed} onPress={press} />}
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

interface PressProps {
  decision: Decision;
  label: string;
  pressed: Decision | null;
  onPress: (decision: Decision) => Promise<void>;
  isMain?: boolean;
}

function Press({ decision, label, pressed, onPress, isMain = false }: PressProps) {
  return (
    <button
      type="button"
      className={isMain ? "main" : "quiet"}
      data-testid={decision}
      disabled={pressed !== null}
      aria-busy={pressed === decision}
      onClick={() => void onPress(decision)}
    >
      {pressed === decision ? "Working…" : label}
    </button>
  );
}

interface AdminButtonsProps {
  pressed: Decision | null;
  onPress: (decision: Decision, reason?: string | null) => Promise<void>;
}

/** The first press on Reject opens the reason, the second sends it. */
function AdminButtons({ pressed, onPress }: AdminButtonsProps) {
  const [reason, setReason] = useState<string | null>(null);
  const reasonId = useId();
  const isAsking = reason !== null;
  const rejectWords = reason?.trim() ?? "";
  return (
    <form
      className="admin-buttons"
      onSubmit={(event) => {
        event.preventDefault();
        if (rejectWords !== "") void onPress("reject", rejectWords);
      }}
    >
      {isAsking && (
        <div className="reason">
          <label htmlFor={reasonId}>Reason, shown to the requester</label>
          <input
            id={reasonId}
            type="text"
            value={reason}
            maxLength={300}
            required
            // The press on Reject asked for this field.
            ref={(field) => field?.focus()}
            data-testid="reject-reason"
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
      )}
      <div className="buttons">
        {isAsking ? (
          <button type="button" className="quiet" onClick={() => setReason(null)}>
            Back
          </button>
        ) : (
          <Press decision="approve" label="Approve" pressed={pressed} onPress={onPress} isMain />
        )}
        <button
          type={isAsking ? "submit" : "button"}
          className="quiet warn"
          data-testid="reject"
          disabled={pressed !== null || (isAsking && rejectWords === "")}
          aria-busy={pressed === "reject"}
          onClick={isAsking ? undefined : () => setReason("")}
        >
          Reject
        </button>
      </div>
    </form>
  );
}

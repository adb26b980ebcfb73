// What was said in a talk, as the service keeps it, in; the turns that the page shows of it out. Pure.
import type { TalkEntry, TalkRun, TalkView } from "../../platforms/web-answers.ts";
import type { RunReport } from "../../report.ts";
import { newTurn, type Turn } from "./turn.ts";

/** The oldest first. What came of a press is seen on its card, and is no turn. */
export function turnsOf({ entries }: TalkView): Turn[] {
  const turns = new Map<string, Turn>();
  for (const entry of entries) {
    switch (entry.kind) {
      case "message":
        turns.set(entry.id, newTurn(entry.id, entry.text));
        break;
      case "answer":
        answer(turns, entry);
        break;
      case "outcome":
        hangSuccessor(turns, entry.cardIds);
        break;
      case "news":
        turns.set(entry.id, { ...newTurn(entry.id, null), answerText: entry.text, isAnswered: true });
        break;
    }
  }
  return [...turns.values()];
}

/** Of several messages that were answered together, the last one shows the answer. */
function answer(turns: Map<string, Turn>, entry: Extract<TalkEntry, { kind: "answer" }>): void {
  const { id, to, text, run, chart, table, cardIds } = entry;
  const asked = to.flatMap((messageId) => turns.get(messageId) ?? []);
  for (const turn of asked) turns.set(turn.id, { ...turn, isAnswered: true });
  // What was asked may be further back than what was read.
  const last = asked.at(-1) ?? newTurn(id, null);
  const hanging = [...turns.values()].flatMap((turn) => turn.cardIds);
  turns.set(last.id, {
    ...last,
    answerText: text,
    isAnswered: true,
    run,
    chart,
    table,
    // A typed "yes" answers with a card that hangs in the talk already.
    cardIds: cardIds.filter((cardId) => !hanging.includes(cardId)),
  });
}

/** A stale card and the one that took its place: it hangs under it. */
function hangSuccessor(turns: Map<string, Turn>, [staleId, newId]: string[]): void {
  if (staleId === undefined || newId === undefined) return;
  for (const turn of turns.values()) {
    if (turn.cardIds.includes(staleId) && !turn.cardIds.includes(newId)) {
      turns.set(turn.id, { ...turn, cardIds: [...turn.cardIds, newId] });
    }
  }
}

/** The turns as the service has them; what is under way here, or never arrived there, stays as it is. */
export function withTalk(turns: Turn[], talk: TalkView): Turn[] {
  const read = turnsOf(talk);
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const kept = read.map((turn) => {
    const known = byId.get(turn.id);
    if (known === undefined || !known.isHere) return turn;
    const isUnderWay = !known.isAnswered && (known.problem === null || !turn.isAnswered);
    return isUnderWay ? known : { ...turn, isHere: true };
  });
  const readIds = new Set(read.map(({ id }) => id));
  return [...kept, ...turns.filter(({ id, isHere }) => isHere && !readIds.has(id))];
}

export function runOf(report: RunReport): TalkRun {
  const { runId, conversationId, status, action, attempts, stages, error } = report;
  return {
    runId,
    conversationId,
    status,
    action,
    attempts,
    tookMs: stages.at(-1)?.atMs ?? null,
    errorCode: error?.code ?? null,
    verdict: null,
  };
}

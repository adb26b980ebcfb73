// One turn of a talk: what was asked, where it stands, and what came of it.
import type { Json } from "../../json.ts";
import type { TableHead, TalkRun } from "../../platforms/web-answers.ts";
import type { StageMark } from "../../report.ts";

export interface Turn {
  /** The message's own id, by which the service knows it too; of words that answer nothing, theirs. */
  id: string;
  /** null: nobody asked; words of a person of the shop. */
  message: string | null;
  /** Sent from this page since it was opened. */
  isHere: boolean;
  /** The newest stage of an open request; null before the first and after the answer. */
  stage: StageMark | null;
  answerText: string;
  isAnswered: boolean;
  /** The run behind the answer, where there is one. */
  run: TalkRun | null;
  chart: Json;
  table: TableHead | null;
  /** Why no answer came. */
  problem: string | null;
  /** The cards of this answer, the newest last: a stale one is followed by its successor. */
  cardIds: string[];
}

export const newTurn = (id: string, message: string | null): Turn => ({
  id,
  message,
  isHere: false,
  stage: null,
  answerText: "",
  isAnswered: false,
  run: null,
  chart: null,
  table: null,
  problem: null,
  cardIds: [],
});

export const isOpenTurn = (turn: Turn): boolean => !turn.isAnswered && turn.problem === null;

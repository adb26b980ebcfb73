// What a case expects in; the kind it is counted under, where its author gave none, out.
import type { CaseTurn, ExpectedChange } from "./evaluation.ts";

export function kindOf({ turns, mustNotChange }: { turns: CaseTurn[]; mustNotChange: boolean }): string {
  if (mustNotChange) return "hostile";
  const [turn, ...more] = turns;
  if (turn === undefined || more.length > 0) return "dialogue";
  return turn.changes.length === 0 ? kindOfReading(turn) : kindOfWriting(turn);
}

function kindOfReading({ status }: CaseTurn): string {
  if (status.length === 0 || status.includes("success")) return "question";
  return status.includes("no_match") ? "nothing found" : "refusal";
}

function kindOfWriting({ request, changes }: CaseTurn): string {
  const touches = (table: string, isIt: (change: ExpectedChange) => boolean = () => true) =>
    changes.some((change) => change.table === table && isIt(change));
  const isNew = ({ key, before }: ExpectedChange) => key === "new" || before === null;
  if (touches("tickets")) return "ticket";
  if (touches("orders", ({ after }) => after === "refunded")) return "refund";
  if (touches("orders", ({ after }) => after === "cancelled")) return "cancellation";
  if (touches("orders", (change) => !isNew(change))) return "order change";
  if (touches("transactions", ({ amount }) => Number(amount) > 0)) return "purchase";
  // Goods that come in are somebody's return or a delivery: the rows are alike, the words are not.
  return /\breturn|\bback\b/i.test(request) ? "return" : "stock";
}

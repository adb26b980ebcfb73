// Several sentences or messages of one person in, each read after the other as if it had been answered; what all of them
// come to out. "Two", then "no, three" → three.
import type { Role } from "../../requester.ts";
import { readFollowUp } from "./follow-up.ts";
import { meaningOf, meaningOnItsOwn } from "./grammar.ts";
import type { Intent } from "./intent.ts";
import { entryOf, type OpenEntry, type OpenWish, operationOf } from "./pending.ts";
import { readSentence } from "./sentence.ts";

export interface Clauses {
  intent: Intent;
  answers: OpenWish | null;
  /** Begun as well, and asked about when the first is done. */
  later: OpenEntry[];
  /** What was open before is taken back. */
  dropsAll: boolean;
}

const MOST_CLAUSES = 6;
const BREAK = /\n+|(?<=[.!;])\s+|,? (?:and|but|also),? (?=(?:also )?(?:i|we)(?:'d| (?:also )?(?:want|need|would))\b)/iu;

interface Said {
  intent: Intent;
  answers: OpenWish | null;
}

/** null when one of them is no change, or when more than one of them could be staged. */
export function readClauses(text: string, role: Role, open: OpenWish[]): Clauses | null {
  const clauses = text.split(BREAK).filter((clause) => clause.trim() !== "");
  if (clauses.length < 2 || clauses.length > MOST_CLAUSES) return null;
  let wishes = open;
  let said: Said[] = [];
  let dropsAll = false;
  for (const clause of clauses) {
    const context = { sentence: readSentence(clause), role };
    const alone = meaningOnItsOwn(context);
    if (alone?.kind === "refused") return { intent: alone, answers: null, later: [], dropsAll: false };
    if (alone?.kind === "drop") {
      wishes = [];
      said = [];
      dropsAll = true;
    }
    if (alone !== null) continue;
    const follow = readFollowUp(wishes, context);
    const intent = follow?.intent ?? meaningOf(context);
    if (operationOf(intent) === null) return null;
    const before = said.find((one) => one.intent === follow?.answers?.intent);
    const answers = before === undefined ? (follow?.answers ?? null) : before.answers;
    said = [...said.filter((one) => one !== before), { intent, answers }];
    wishes = [wishOf(intent), ...wishes.filter((wish) => wish !== follow?.answers)];
  }
  const dropped: Clauses = { intent: { kind: "drop", operation: null }, answers: null, later: [], dropsAll: false };
  if (said.length > 0) return inOrder(said, dropsAll);
  // "Buy 2 Moon. Actually no." in one message is not clear enough; said one after the other, it is.
  return dropsAll && (open.length > 0 || text.includes("\n")) ? dropped : null;
}

/** What is complete is staged now; of the rest the first is asked about, and the others are remembered. */
function inOrder(said: Said[], dropsAll: boolean): Clauses | null {
  const complete = said.filter(({ intent }) => entryOf(intent) === null);
  const first = complete[0] ?? said[0];
  if (first === undefined || complete.length > 1) return null;
  const later = said.flatMap((other) => (other === first ? [] : (entryOf(other.intent) ?? [])));
  return { ...first, later, dropsAll };
}

function wishOf(intent: Intent): OpenWish {
  const entry = entryOf(intent);
  const isOnCard = entry === null;
  return {
    intent,
    entry: entry ?? { intent: operationOf(intent) ?? "", collected: {}, missing: [] },
    suggests: false,
    isOnCard,
  };
}

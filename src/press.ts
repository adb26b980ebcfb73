// A press and the card it is for in; null, or the sentence why it does not count, out.
import type { Decision } from "./platforms/platform.ts";
import { mayPress } from "./policy.ts";
import type { Button } from "./report.ts";
import type { Person, Role } from "./requester.ts";
import type { Texts } from "./texts/texts.ts";
import { textsOf } from "./texts/texts-of.ts";

const BUTTON_OF: { [decision in Decision]: Button } = {
  confirm: "requester",
  cancel: "requester",
  approve: "admin",
  reject: "admin",
};

interface Pressed {
  requester: Person;
  needs: Button[];
}

export function pressRefusal(person: Person, decision: Decision, approval: Pressed): string | null {
  const stranger = strangerRefusal(person, decision, approval);
  if (stranger !== null) return stranger;
  // What somebody asked for as staff is not theirs to confirm any more when they are not: they may still take it back.
  if (decision === "confirm" && !isStill(person, approval.requester)) return textsOf(person.language).notRequester;
  return turnRefusal(decision, BUTTON_OF[decision], approval.needs, textsOf(person.language));
}

const RANK: { [role in Role]: number } = { customer: 0, staff: 1, admin: 2 };

function isStill(person: Person, requester: Person): boolean {
  return RANK[person.role] >= RANK[requester.role];
}

/** Of people whose button it never is, whatever has become of the card: it is not theirs to know. */
export function strangerRefusal(person: Person, decision: Decision, approval: Pressed): string | null {
  const texts = textsOf(person.language);
  switch (mayPress(person, BUTTON_OF[decision], approval)) {
    case "not-the-requester":
      return texts.notRequester;
    case "not-an-admin":
      return texts.notAdmin;
    case "own-request":
      return texts.ownRequest;
    case "allowed":
      return null;
  }
}

/** Buttons come in order; only taking one's wish back is possible at any time. */
function turnRefusal(decision: Decision, button: Button, needs: Button[], texts: Texts): string | null {
  if (needs[0] === button || decision === "cancel") return null;
  return button === "admin" ? texts.notConfirmedYet : texts.confirmedAlready;
}

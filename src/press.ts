// A press and the card it is for in; null, or the sentence why it does not count, out.
import type { Decision } from "./platforms/platform.ts";
import { mayPress } from "./policy.ts";
import type { Button } from "./report.ts";
import type { Person } from "./requester.ts";

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
  return strangerRefusal(person, decision, approval) ?? turnRefusal(decision, BUTTON_OF[decision], approval.needs);
}

/** Of people whose button it never is, whatever has become of the card: it is not theirs to know. */
export function strangerRefusal(person: Person, decision: Decision, approval: Pressed): string | null {
  switch (mayPress(person, BUTTON_OF[decision], approval)) {
    case "not-the-requester":
      return "Only the person who asked for this can confirm or cancel it.";
    case "not-an-admin":
      return "Only an admin can approve or decline this.";
    case "own-request":
      return "Nobody approves their own request; another admin has to.";
    case "allowed":
      return null;
  }
}

/** Buttons come in order; only taking one's wish back is possible at any time. */
function turnRefusal(decision: Decision, button: Button, needs: Button[]): string | null {
  if (needs[0] === button || decision === "cancel") return null;
  return button === "admin"
    ? "The person who asked has not confirmed this yet; it comes to the admins after that."
    : "This is confirmed already and waits for an admin.";
}

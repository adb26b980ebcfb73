// Who may call what, and whose button a changeset needs. Roles come from the platform's identity, never from a text.
import type { Changeset } from "./changeset/changeset.ts";
import { Prisma } from "./database/generated/client.ts";
import { operationNamed } from "./operations/catalog.ts";
import type { Operation } from "./operations/operation.ts";
import type { Button } from "./report.ts";
import type { Person, Role } from "./requester.ts";

export function mayCall(role: Role, operation: Operation): boolean {
  return operation.roles.includes(role);
}

/** In the order in which they are pressed; empty when nothing would change. */
export function buttonsNeeded(
  role: Role,
  changeset: Changeset,
  { refundNeedsAdminFrom }: { refundNeedsAdminFrom: string },
): Button[] {
  if (changeset.calls.length === 0) return [];
  const needsAdmin = adminMustAgree(changeset, new Prisma.Decimal(refundNeedsAdminFrom));
  if (!needsAdmin) return ["requester"];
  // Staff who ask for something an admin decides have confirmed it by asking.
  return role === "customer" ? ["requester", "admin"] : ["admin"];
}

function adminMustAgree(changeset: Changeset, refundNeedsAdminFrom: Prisma.Decimal): boolean {
  // Together, so that a large refund cannot be cut into small ones.
  let refunded = new Prisma.Decimal(0);
  for (const { operation: name, amount } of changeset.terms) {
    const approval = operationNamed(name)?.approval ?? "admin";
    if (approval === "admin") return true;
    if (approval === "by-amount") refunded = refunded.add(new Prisma.Decimal(amount).abs());
  }
  return !refunded.isZero() && refunded.greaterThanOrEqualTo(refundNeedsAdminFrom);
}

/** Whether what would change belongs to a customer, so that somebody unknown cannot have it. A worry anybody can tell. */
export function needsAccount(changeset: Changeset): boolean {
  return changeset.calls.some(({ name }) => name !== "openTicket");
}

export type MayPress = "allowed" | "not-the-requester" | "not-an-admin" | "own-request";

/** Whether a press is this person's to make. Whose turn it is, and whether the card is still open, is not asked here. */
export function mayPress(person: Person, button: Button, approval: { requester: Person }): MayPress {
  const { requester } = approval;
  const isSame = person.person === requester.person;
  // One customer may have accounts on several platforms; the confirmation is the account's that asked, but nobody approves
  // what they ask for themselves elsewhere.
  const isSelf = isSame || (person.customerId !== null && person.customerId === requester.customerId);
  switch (button) {
    case "requester":
      return isSame ? "allowed" : "not-the-requester";
    case "admin":
      if (person.role !== "admin") return "not-an-admin";
      return isSelf ? "own-request" : "allowed";
  }
}

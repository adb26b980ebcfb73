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

export type MayPress = "allowed" | "not-the-requester" | "not-an-admin" | "own-request";

/** Whether a press is this person's to make. Whose turn it is, and whether the card is still open, is not asked here. */
export function mayPress(person: Person, button: Button, approval: { requester: Person }): MayPress {
  const isRequester = person.person === approval.requester.person;
  switch (button) {
    case "requester":
      return isRequester ? "allowed" : "not-the-requester";
    case "admin":
      if (person.role !== "admin") return "not-an-admin";
      return isRequester ? "own-request" : "allowed";
  }
}

// Who asks: decided by the platform identity, never by what a message or a plan says.
import type { Language } from "./language.ts";

export type Role = "customer" | "staff" | "admin";

export interface Requester {
  role: Role;
  /** The customer record this person is linked to; null for staff and for people without an account. */
  customerId: number | null;
  name: string | null;
}

/** How somebody is called where they gave no name. */
export function nameOf({ name, role }: Pick<Requester, "name" | "role">): string {
  return name ?? { customer: "Guest", staff: "Staff", admin: "Admin" }[role];
}

/** Somebody of Slack or Discord whom nobody has linked to a customer; on this machine people are taken at their word. */
export function isUnlinked({ person, role, customerId }: Person): boolean {
  return role === "customer" && customerId === null && /^(?:slack|discord):/.test(person);
}

/** A requester with the identity that tells two people apart: nobody approves their own request. */
export interface Person extends Requester {
  /** platform:workspace:user, unique over all platforms. */
  person: string;
  /** In which the house speaks to them. */
  language: Language;
}

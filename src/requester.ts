// Who asks: decided by the platform identity, never by what a message or a plan says.

export type Role = "customer" | "staff" | "admin";

export interface Requester {
  role: Role;
  /** The customer record this person is linked to; null for staff and for people without an account. */
  customerId: number | null;
  name: string | null;
}

/** A requester with the identity that tells two people apart: nobody approves their own request. */
export interface Person extends Requester {
  /** platform:workspace:user, unique over all platforms. */
  person: string;
}

// The people of the demo shop in, stable option values and labels for the chooser out.
import type { Requester } from "../requester.ts";

export interface PersonOption {
  /** "customer:1", "customer:" for the guest, "staff:", "admin:"; a second one of the same kind is "admin:2". */
  value: string;
  label: string;
  person: Requester;
}

export function personOptions(people: Requester[]): PersonOption[] {
  const seen = new Map<string, number>();
  return people.map((person) => {
    const base = `${person.role}:${person.customerId ?? ""}`;
    const number = (seen.get(base) ?? 0) + 1;
    seen.set(base, number);
    return { value: number === 1 ? base : `${base}${number}`, label: labelOf(person), person };
  });
}

function labelOf({ role, customerId, name }: Requester): string {
  if (role === "customer" && customerId === null) return name === null ? "Guest" : `${name} (no account)`;
  return name === null ? roleNames[role] : `${name} (${role})`;
}

const roleNames = { customer: "Customer", staff: "Staff", admin: "Admin" } as const;

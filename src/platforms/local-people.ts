// What a caller on this machine says about themselves in, the person they are out. Only for the local preset, where
// whoever sits at the machine may be anybody.
import { z } from "zod";
import type { PrismaClient } from "../database/generated/client.ts";
import { readApproval } from "../records/approvals.ts";
import type { Person, Role } from "../requester.ts";
import { isStorable } from "../storable.ts";
import type { Decision } from "./platform.ts";

// What an integer column holds.
export const MOST_INTEGER = 2_147_483_647;

export const Claim = z.object({
  role: z.enum(["customer", "staff", "admin"]).optional(),
  customerId: z.int().positive().max(MOST_INTEGER).nullish(),
  /** Tells two people of one role apart. */
  name: z.string().trim().min(1).max(60).refine(isStorable, "holds a character that cannot be stored").nullish(),
});
export type Claim = z.infer<typeof Claim>;

/** Nothing was said about who it is. */
export function isBare(claim: Claim): boolean {
  return claim.role === undefined && claim.customerId == null && claim.name == null;
}

/** The admin that a bare "approve" stands for. */
export const LOCAL_ADMIN: Person = {
  person: "local:machine",
  role: "admin",
  customerId: null,
  name: "Local admin",
  language: "en",
};

/** Whoever sits at this machine may press for anybody: confirm and cancel as who asked, approve and reject as an admin. */
export async function buttonsOwnPerson(client: PrismaClient, approvalId: string, decision: Decision): Promise<Person> {
  if (decision === "approve" || decision === "reject") return LOCAL_ADMIN;
  const approval = await readApproval(client, approvalId);
  return approval?.requester ?? LOCAL_ADMIN;
}

export type Claimed = { kind: "known"; person: Person } | { kind: "unknown"; message: string };

/** A customer goes by their record's name; guests, staff and admins by the name given or their role. */
export async function personOf(client: PrismaClient, claim: Claim): Promise<Claimed> {
  const role = claim.role ?? "customer";
  const customerId = claim.customerId ?? null;
  if (customerId === null) return { kind: "known", person: nobodyOnFile(role, claim.name ?? null) };
  if (role !== "customer") {
    return { kind: "unknown", message: "Only a customer has a customer id; leave it out or set the role to customer." };
  }
  const customer = await client.customer.findUnique({ where: { id: customerId } });
  if (customer === null) return { kind: "unknown", message: `There is no customer ${customerId}.` };
  const person: Person = { ...nobodyOnFile(role, customer.name), person: `local:customer:${customerId}`, customerId };
  return { kind: "known", person };
}

function nobodyOnFile(role: Role, name: string | null): Person {
  return { person: `local:${role}:name:${name ?? ""}`, role, customerId: null, name, language: "en" };
}

/** Everybody the page lets one be. */
export async function localPeople(
  client: PrismaClient,
): Promise<{ role: Role; customerId: number | null; name: string }[]> {
  const customers = await client.customer.findMany({ orderBy: { id: "asc" }, take: 20 });
  return [
    { role: "customer", customerId: null, name: "Guest" },
    ...customers.map(({ id, name }) => ({ role: "customer" as const, customerId: id, name })),
    { role: "staff", customerId: null, name: "Sam" },
    { role: "admin", customerId: null, name: "Ada" },
    { role: "admin", customerId: null, name: "Noor" },
  ];
}

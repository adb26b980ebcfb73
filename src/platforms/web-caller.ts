// What a caller says about themselves in; the person they are, or the refusal, out.
import type { MiddlewareHandler } from "hono";
import type { PrismaClient } from "../database/generated/client.ts";
import type { Person } from "../requester.ts";
import { type Claim, isBare, personOf } from "./local-people.ts";
import { WebError } from "./web-error.ts";
import { parseClaim } from "./web-parse.ts";

export interface Callers {
  person(claim: Claim): Promise<Person>;
  /** Refuses customers. */
  staff(claim: Claim): Promise<Person>;
  /** The same for calls that say it in their address. */
  staffOnly: MiddlewareHandler;
}

/** With a token its holder is an admin; without one people of this machine are taken at their word. */
export function createCallers(client: PrismaClient, token: string | null): Callers {
  async function person(claim: Claim): Promise<Person> {
    if (token !== null) {
      if (isBare(claim))
        return { person: "web:token", role: "admin", customerId: null, name: "Console", language: "en" };
      throw new WebError(
        403,
        "ROLE_NOT_YOURS",
        "With CONSOLE_TOKEN you are an admin: leave out role, customerId and name.",
      );
    }
    const claimed = await personOf(client, claim);
    if (claimed.kind === "unknown") throw new WebError(400, "NO_SUCH_PERSON", claimed.message);
    return claimed.person;
  }

  async function staff(claim: Claim): Promise<Person> {
    const caller = await person(claim);
    if (caller.role !== "customer") return caller;
    throw new WebError(403, "STAFF_ONLY", "Only the shop's staff and admins may do this.");
  }

  return {
    person,
    staff,
    staffOnly: async (context, next) => {
      await staff(parseClaim(context));
      await next();
    },
  };
}

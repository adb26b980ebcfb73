// A shop, the customers of a case and all that the case says in; everybody whose name must not stay in it out.
import type { Store } from "../../../prisma/seed.ts";
import type { Transaction } from "../../database/database.ts";
import type { KnownPerson } from "./mask.ts";
import type { TalkTurn } from "./talk-turns.ts";

/** A shop may have a million customers; of those who are only mentioned so many are looked for. */
const MOST_MENTIONED = 200;

/** `said`: every text of the case. Customers who are only mentioned in it count too. */
export async function knownPeople(
  tx: Transaction,
  store: Store,
  turns: TalkTurn[],
  said: string,
): Promise<KnownPerson[]> {
  const mentioned = await tx.$queryRaw<{ name: string; email: string }[]>`
    SELECT name, email FROM customers
    WHERE position(lower(name) IN lower(${said})) > 0 OR position(lower(email) IN lower(${said})) > 0
    ORDER BY id LIMIT ${MOST_MENTIONED}`;
  const customers = [...store.customers, ...mentioned].map(({ name, email }) => ({ name, email, isCustomer: true }));
  const askers = turns.flatMap(({ run }) => {
    const name = run.basis?.requester.name ?? null;
    return name === null ? [] : [{ name, email: null, isCustomer: run.requester.customerId !== null }];
  });
  return [...customers, ...askers];
}

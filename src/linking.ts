// A person of Slack or Discord and what they say of their account in, the link to a customer's record and a sentence for
// them out. A code proves the address on file, once, for a while, and only to the account that asked for it.
import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import type { Config } from "./config.ts";
import type { Database } from "./database/database.ts";
import type { MailCode } from "./mail.ts";
import {
  codesOfLastHour,
  countLinkTry,
  linkAccount,
  lockLinkCode,
  saveLinkCode,
  spendLinkCode,
  unlinkAccount,
} from "./records/accounts.ts";
import type { Log } from "./telemetry/log.ts";

export interface Linking {
  /** `words`: an address, the code that was mailed to it, "off", or nothing. */
  own(handle: string, words: string): Promise<string>;
  /** By staff; `customer` is an id or an address. */
  other(by: string, who: string, customer: string): Promise<string>;
}

interface LinkingParts {
  database: Database;
  /** null: there is no mail server, and nobody sits at the service. */
  mailCode: MailCode | null;
  limits: Config["chat"]["link"];
  clock: () => Date;
  log: Log;
}

const CODE_DIGITS = 6;
const HANDLE = /^(?:discord:\d{1,20}|slack:[UW]\w{1,30})$/;
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/;

export function createLinking(parts: LinkingParts): Linking {
  const { database, limits } = parts;
  return {
    own: async (handle, words) => {
      const said = words.trim().replace(/^<?(?:mailto:)?([^|>]*)(?:\|[^>]*)?>?$/, "$1");
      if (said.toLowerCase() === "off") {
        const wasLinked = await unlinkAccount(database.client, handle);
        return wasLinked ? "Your account is linked to nobody any more." : "Your account was not linked.";
      }
      if (ADDRESS.test(said)) return sendCode(handle, said, parts);
      if (/^\d{6}$/.test(said)) return tryCode(handle, said, parts);
      return `Write "link" and the e-mail address that the shop has of you, then "link" and the code from the mail (it counts for ${limits.minutes} minutes); "link off" ends it. The staff can link you too: you are ${handle}.`;
    },
    other: async (by, who, customer) => {
      if (!HANDLE.test(who)) return `"${who}" is no account: name one as discord:123 or slack:U123.`;
      const found = await findCustomer(database, customer);
      if (found === null) return `There is no customer ${customer}: name their id or the e-mail address on file.`;
      await linkAccount(database.client, { handle: who, customerId: found.id, linkedBy: by });
      return `${who} is linked to ${found.name} (customer ${found.id}).`;
    },
  };
}

/** Says the same whether anybody has that address or not, and as quickly. */
async function sendCode(handle: string, address: string, parts: LinkingParts): Promise<string> {
  const { database, mailCode, limits, clock, log } = parts;
  if (mailCode === null) return "Codes cannot be mailed here. Ask the staff to link your account.";
  const customer = await findCustomer(database, address);
  const isAllowed = customer !== null && (await codesOfLastHour(database.client, customer.id)) < limits.codesPerHour;
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  const isSaved = await saveLinkCode(database.client, {
    handle,
    customerId: isAllowed ? customer.id : null,
    codeHash: hashOf(handle, code),
    expiresAt: new Date(clock().getTime() + limits.minutes * 60_000),
    pauseMs: limits.pauseMs,
  });
  if (!isSaved) return "You asked for a code a moment ago. Look into your mail, or ask again in a minute.";
  if (isAllowed) {
    mailCode({ address: customer.email, name: customer.name }, code, limits.minutes).catch((error) =>
      log.error({ customerId: customer.id, err: error }, "a code could not be mailed; see SMTP_URL"),
    );
  }
  return `If the shop has that address, a code is on its way to it. Write me "link" and the code within ${limits.minutes} minutes. If no mail comes, ask the staff.`;
}

async function tryCode(handle: string, code: string, { database, limits, clock }: LinkingParts): Promise<string> {
  return database.transaction(async (tx) => {
    const open = await lockLinkCode(tx, handle);
    if (open === null || open.expiresAt <= clock()) return "That code has expired. Ask for a new one.";
    if (open.tries >= limits.tries) return "That was tried too often. Ask for a new code.";
    await countLinkTry(tx, handle);
    const isRight = timingSafeEqual(Buffer.from(open.codeHash, "hex"), Buffer.from(hashOf(handle, code), "hex"));
    if (!isRight || open.customerId === null) return "That is not the code. Look at the mail again.";
    await linkAccount(tx, { handle, customerId: open.customerId, linkedBy: handle });
    await spendLinkCode(tx, handle);
    const { name } = await tx.customer.findUniqueOrThrow({ where: { id: open.customerId } });
    return `Thank you, ${name}: your account is linked. What you ask for from now on is yours.`;
  });
}

async function findCustomer({ client }: Database, named: string) {
  if (/^\d{1,9}$/.test(named)) return client.customer.findUnique({ where: { id: Number(named) } });
  return client.customer.findFirst({ where: { email: { equals: named, mode: "insensitive" } } });
}

function hashOf(handle: string, code: string): string {
  return createHash("sha256").update(`${handle} ${code}`).digest("hex");
}

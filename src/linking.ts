// A person of Slack or Discord and what they say of their account in, the link to a customer's record and a sentence for
// them out. A code proves the address on file, once, for a while, and only to the account that asked for it.
import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import type { Config } from "./config.ts";
import type { Database, Transaction } from "./database/database.ts";
import type { Language } from "./language.ts";
import type { MailCode } from "./mail.ts";
import {
  countLinkTry,
  linkAccount,
  lockLinkCode,
  saveLinkCode,
  spendLinkCode,
  unlinkAccount,
} from "./records/accounts.ts";
import { storableText } from "./storable.ts";
import type { Log } from "./telemetry/log.ts";
import type { Texts } from "./texts/texts.ts";
import { textsOf } from "./texts/texts-of.ts";

export interface Linking {
  /** `words`: an address, the code that was mailed to it, "off", or nothing. */
  own(person: { handle: string; language: Language }, words: string): Promise<string>;
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
const HOUR_MS = 3_600_000;
const HANDLE = /^(?:discord:\d{1,20}|slack:[UW]\w{1,30})$/;
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/;

export function createLinking(parts: LinkingParts): Linking {
  const { database, limits } = parts;
  return {
    own: async ({ handle, language }, words) => {
      const texts = textsOf(language);
      const said = words.trim().replace(/^<?(?:mailto:)?([^|>]*)(?:\|[^>]*)?>?$/, "$1");
      if (said.toLowerCase() === "off") {
        // Two processes may hear the same word, and nobody knows whose answer is read.
        await unlinkAccount(database.client, handle);
        return texts.unlinked;
      }
      if (ADDRESS.test(said)) return sendCode(handle, said, texts, parts);
      if (/^\d{6}$/.test(said)) return tryCode(handle, said, texts, parts);
      return texts.linkHelp(limits.minutes, handle);
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
async function sendCode(handle: string, address: string, texts: Texts, parts: LinkingParts): Promise<string> {
  const { database, mailCode, limits, clock, log } = parts;
  if (mailCode === null) return texts.linkNoMail;
  const customer = await findCustomer(database, address);
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  const outcome = await database.transaction(async (tx): Promise<"too-soon" | "mailed" | "not-mailed"> => {
    const isSaved = await saveLinkCode(tx, {
      handle,
      customerId: customer?.id ?? null,
      codeHash: hashOf(handle, code),
      expiresAt: new Date(clock().getTime() + limits.minutes * 60_000),
      pauseMs: limits.pauseMs,
    });
    if (!isSaved) return "too-soon";
    if (customer !== null && (await takeMail(tx, customer.id, parts))) return "mailed";
    await tx.linkCode.updateMany({ where: { handle }, data: { customerId: null } });
    return "not-mailed";
  });
  if (outcome === "too-soon") return texts.linkAskedAlready;
  if (customer !== null && outcome === "mailed") {
    mailCode({ address: customer.email, name: customer.name }, code, limits.minutes).catch((error) =>
      log.error({ customerId: customer.id, err: error }, "a code could not be mailed; see SMTP_URL"),
    );
  }
  return texts.linkCodeSent(limits.minutes);
}

/**
 * False when this customer had as many codes in the last hour as one may get, whoever asked. Each stands under a name of
 * its own for an hour: an account's row holds its last code alone, and would forget those before it.
 */
async function takeMail(tx: Transaction, customerId: number, { limits, clock }: LinkingParts): Promise<boolean> {
  for (let number = 1; number <= limits.codesPerHour; number++) {
    const mail = {
      handle: `mail ${number} to customer ${customerId}`,
      customerId: null,
      codeHash: "",
      pauseMs: HOUR_MS,
    };
    if (await saveLinkCode(tx, { ...mail, expiresAt: new Date(clock().getTime() + HOUR_MS) })) return true;
  }
  return false;
}

async function tryCode(
  handle: string,
  code: string,
  texts: Texts,
  { database, limits, clock }: LinkingParts,
): Promise<string> {
  return database.transaction(async (tx) => {
    const open = await lockLinkCode(tx, handle);
    if (open === null || open.expiresAt <= clock()) return expiredWords(tx, handle, texts);
    if (open.tries >= limits.tries) return texts.linkTooOften;
    await countLinkTry(tx, handle);
    const isRight = timingSafeEqual(Buffer.from(open.codeHash, "hex"), Buffer.from(hashOf(handle, code), "hex"));
    if (!isRight || open.customerId === null) return texts.linkWrong;
    await linkAccount(tx, { handle, customerId: open.customerId, linkedBy: handle });
    await spendLinkCode(tx, handle);
    const { name } = await tx.customer.findUniqueOrThrow({ where: { id: open.customerId } });
    return texts.linked(name);
  });
}

/** Whoever linked themselves a moment ago, and is heard twice, is told how it stands. */
async function expiredWords(tx: Transaction, handle: string, texts: Texts): Promise<string> {
  const account = await tx.account.findUnique({ where: { handle }, select: { linkedBy: true, customer: true } });
  if (account === null || account.linkedBy !== handle) return texts.linkExpired;
  return texts.linked(account.customer.name);
}

interface FoundCustomer {
  id: number;
  name: string;
  email: string;
}

async function findCustomer({ client }: Database, named: string): Promise<FoundCustomer | null> {
  const text = storableText(named);
  if (/^\d{1,9}$/.test(text)) return client.customer.findUnique({ where: { id: Number(text) } });
  // Prisma's insensitive comparison takes "_" and "%" for a pattern, by which somebody else is found.
  const rows = await client.$queryRaw<FoundCustomer[]>`
    SELECT id, name, email FROM customers WHERE lower(email) = lower(${text}) ORDER BY email = ${text} DESC, id LIMIT 1`;
  return rows[0] ?? null;
}

function hashOf(handle: string, code: string): string {
  return createHash("sha256").update(`${handle} ${code}`).digest("hex");
}

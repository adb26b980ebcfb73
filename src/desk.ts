// What staff do with a ticket in; the words that leave for the customer, or the conversation given back, out.
import { createHash } from "node:crypto";
import type { Database, Transaction } from "./database/database.ts";
import { Prisma } from "./database/generated/client.ts";
import { insertReply } from "./records/outbox.ts";
import { type StaffPlace, tellStaff } from "./records/staff.ts";
import { giveBack, handOver, languageOfTalk, talkOfTicket } from "./records/talk.ts";
import { inWords } from "./reply.ts";
import { nameOf, type Person } from "./requester.ts";
import { storableText } from "./storable.ts";
import { textsOf } from "./texts/texts-of.ts";

export interface Desk {
  /** `key`: the same one is the same answer, however often it comes. Both give a sentence for who did it. */
  answer(by: Person, ticketId: number, text: string, key: string): Promise<string>;
  resolve(by: Person, ticketId: number, key: string): Promise<string>;
}

interface DeskParts {
  database: Database;
  staffPlaces: StaffPlace[];
  wake(conversationIds: string[]): void;
  clock: () => Date;
  limits: { messageChars: number };
}

export function createDesk({ database, staffPlaces, wake, clock, limits }: DeskParts): Desk {
  const mayUse = ({ role }: Person) => role !== "customer";
  const theirs = "Only the staff answer and resolve tickets.";
  return {
    answer: async (by, ticketId, text, key) => {
      if (!mayUse(by)) return theirs;
      const words = storableText(text.replaceAll("\0", "")).trim();
      if (words === "") return "Write what the customer should read.";
      if (words.length > limits.messageChars) return `Please say it in at most ${limits.messageChars} characters.`;
      const said = await database.transaction(async (tx) => {
        const talk = await talkOfTicket(tx, ticketId);
        if (talk === null) return noTalk(ticketId);
        if (talk.status !== "open") return `Ticket ${ticketId} is closed already.`;
        await postOnce(tx, key, talk.conversationId, `${nameOf(by)}: ${words}`);
        await handOver(tx, talk.conversationId, ticketId);
        return talk;
      });
      if (typeof said === "string") return said;
      wake([said.conversationId]);
      return `Your answer to ticket ${ticketId} is on its way.`;
    },
    resolve: async (by, ticketId, key) => {
      if (!mayUse(by)) return theirs;
      const woken = await database.transaction(async (tx) => {
        const { count } = await tx.ticket.updateMany({
          where: { id: ticketId, status: "open" },
          data: { status: "closed", closedAt: clock() },
        });
        if (count === 0) return (await wasResolvedBy(tx, ticketId, key)) ? [] : null;
        const conversations = await giveBack(tx, [ticketId]);
        for (const conversationId of conversations) {
          const words = textsOf(await languageOfTalk(tx, conversationId)).resolved(ticketId);
          await postOnce(tx, `${key} ${conversationId}`, conversationId, words);
        }
        const told = await tellStaff(tx, staffPlaces, inWords(`${nameOf(by)} has resolved ticket ${ticketId}.`));
        return [...conversations, ...told];
      });
      if (woken === null) return `Ticket ${ticketId} is closed already, or there is none of that number.`;
      wake(woken);
      return `Ticket ${ticketId} is resolved.`;
    },
  };
}

const noTalk = (ticketId: number) =>
  `Ticket ${ticketId} came from no conversation here, so nobody would read an answer to it.`;

const postIdOf = (key: string) => `out_${createHash("sha256").update(key).digest("hex").slice(0, 12)}`;

/** Two processes may hear of one press, and nobody knows whose answer is read. */
async function wasResolvedBy(tx: Transaction, ticketId: number, key: string): Promise<boolean> {
  const talk = await talkOfTicket(tx, ticketId);
  if (talk === null) return false;
  return (await tx.outbox.count({ where: { id: postIdOf(`${key} ${talk.conversationId}`) } })) > 0;
}

/** A second delivery of the same key finds its row there already. */
async function postOnce(tx: Transaction, key: string, conversationId: string, text: string): Promise<void> {
  const id = postIdOf(key);
  const unsent = { id, conversationId, reply: inWords(text), trace: null, isRepeat: false };
  await tx.$executeRaw(insertReply(unsent, Prisma.sql`WHERE NOT EXISTS (SELECT FROM outbox WHERE id = ${id})`));
}

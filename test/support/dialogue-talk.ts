// A store and a model in; one talk of several people in one place out, in the chats or at the page, with what each of them
// has open after every turn, as the next plan would be told.
import { expect } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { Database } from "../../src/database/database.ts";
import type { Model } from "../../src/model/model.ts";
import type { ChatPerson } from "../../src/platforms/door.ts";
import type { Decision, Reply } from "../../src/platforms/platform.ts";
import { newId } from "../../src/records/id.ts";
import { readReport } from "../../src/records/runs.ts";
import { readTalk } from "../../src/records/talk.ts";
import type { Person } from "../../src/requester.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { abe, type ChatShop, dan, dora, openChatShop, STAFF_PLACE, sue } from "./chat-shop.ts";
import { ada, alice, bruno, openShop, sam } from "./shop.ts";

type Who = "alice" | "bruno" | "sam" | "ada";

export interface Talk {
  /** Several texts: one after the other, before any of them is answered. */
  say(who: Who, texts: string[]): Promise<Said>;
  /** The button of the person's latest card, for an admin of the latest of all; what who asked for it has open then. */
  press(who: Who, decision: Decision): Promise<{ text: string; open: string[] }>;
  restart(): Promise<void>;
  pass(minutes: number): void;
  /** A person of the shop takes the talk over, and gives it back. */
  closeCase(): Promise<void>;
  close(): Promise<void>;
}

interface Said {
  text: string;
  status: string;
  open: string[];
  /** Its lines, as the staff read them: in English. */
  card: string[] | null;
}

interface Parts {
  database: Database;
  sandbox: Sandbox;
  model: Model;
}

const PLACE = "thread";
const SOON = { timeout: 20_000, interval: 20 };
const limits = readConfig({});

/** "purchase: quantity", "refund: card": the latest first. */
async function openOf(database: Database, platform: string, person: string, now: Date): Promise<string[]> {
  const { id } = await database.client.conversation.findFirstOrThrow({ where: { platform, place: PLACE } });
  const requester: Person = { person, role: "customer", customerId: null, name: null, language: "en" };
  const { pending } = await readTalk(
    database.client,
    { conversationId: id, id: "none", requester },
    { turns: 0, openHours: limits.open.hours, now },
  );
  return pending.map(({ intent, missing }) => `${intent}: ${missing.length === 0 ? "card" : missing.join("+")}`);
}

async function saidOf(database: Database, reply: Reply): Promise<Pick<Said, "text" | "status" | "card">> {
  const report = reply.runId === null ? null : await readReport(database.client, reply.runId);
  return { text: reply.text, status: report?.status ?? "", card: reply.card?.staffLines ?? null };
}

function cardFor(who: Who, cards: { who: Who; id: string }[]): { who: Who; id: string } {
  const card = cards.findLast((one) => who === "ada" || one.who === who);
  if (card === undefined) throw new Error(`${who} has no card to press`);
  return card;
}

/** Customers on Discord; the staff and the admins on Slack, with a thread of their own. */
export async function openChatTalk(parts: Parts, hasBursts: boolean): Promise<Talk> {
  const { database } = parts;
  const people: { [who in Who]: ChatPerson } = { alice: dora, bruno: dan, sam: sue, ada: abe };
  const environment = { BURST_MS: hasBursts ? "600" : "0" };
  const start = () => openChatShop({ ...parts, environment });
  let shop: ChatShop = await start();
  let passedMs = 0;
  const cards: { who: Who; id: string }[] = [];
  for (const [person, customer] of [
    [dora, "1"],
    [dan, "2"],
  ] as const) {
    await shop.doors.slack.linkOther(sue, person.handle, customer);
  }
  const nameOf = (who: Who) => (who === "sam" || who === "ada" ? "slack" : "discord");
  const chatOf = (who: Who) => shop[nameOf(who)];
  const openNow = (who: Who) => openOf(database, nameOf(who), people[who].person, new Date(Date.now() + passedMs));
  const replyTo = async (key: string): Promise<Reply> => {
    const find = () =>
      [...shop.discord.posts, ...shop.slack.posts, ...shop.discord.answers, ...shop.slack.answers]
        .map(({ reply }) => reply)
        .find(({ inReplyTo }) => inReplyTo.includes(key));
    await expect.poll(() => find()?.text, SOON).toBeDefined();
    const found = find();
    if (found === undefined) throw new Error("the reply is gone again");
    return found;
  };
  return {
    say: async (who, texts) => {
      const keys = texts.map(() => `${nameOf(who)}:${PLACE}:${newId("msg")}`);
      for (const [at, text] of texts.entries()) {
        await shop.say(people[who], text, {
          place: PLACE,
          key: keys[at] ?? "",
          writtenAt: new Date(Date.now() + passedMs),
        });
      }
      const reply = await replyTo(keys.at(-1) ?? "");
      if (reply.card?.state === "pending") cards.push({ who, id: reply.card.id });
      return { ...(await saidOf(database, reply)), open: await openNow(who) };
    },
    press: async (who, decision) => {
      const key = `${nameOf(who)}:press:${newId("prs")}`;
      const card = cardFor(who, cards);
      await shop.push(people[who], card.id, decision, { key });
      const { text } = await replyTo(key);
      return { text, open: await openNow(card.who) };
    },
    restart: async () => {
      await shop.close();
      shop = await start();
    },
    pass: (minutes) => {
      passedMs += minutes * 60_000;
      shop.pass(minutes);
    },
    closeCase: async () => {
      const before = chatOf("alice").texts(PLACE).length;
      await shop.say(dora, "I want to talk to a real person", { place: PLACE });
      await expect.poll(() => chatOf("alice").texts(PLACE).length, SOON).toBe(before + 1);
      await expect.poll(() => shop.slack.texts(STAFF_PLACE).length, SOON).toBeGreaterThan(0);
      const { id } = await database.client.ticket.findFirstOrThrow({ orderBy: { id: "desc" } });
      await shop.doors.slack.resolveTicket(sue, id, newId("msg"));
      await expect.poll(() => chatOf("alice").texts(PLACE).length, SOON).toBe(before + 2);
    },
    close: () => shop.close(),
  };
}

export async function openPageTalk(parts: Parts): Promise<Talk> {
  const { database } = parts;
  const people: { [who in Who]: Person } = { alice, bruno, sam, ada };
  const start = () => openShop({ ...parts });
  let shop = await start();
  let passedMs = 0;
  const cards: { who: Who; id: string }[] = [];
  const openNow = (who: Who) => openOf(database, "test", people[who].person, new Date(Date.now() + passedMs));
  return {
    say: async (who, texts) => {
      const { reply } = await shop.ask(people[who], texts.join("\n"), PLACE);
      if (reply.card?.state === "pending") cards.push({ who, id: reply.card.id });
      return { ...(await saidOf(database, reply)), open: await openNow(who) };
    },
    press: async (who, decision) => {
      const card = cardFor(who, cards);
      const reply = await shop.press(people[who], decision, card.id);
      return { text: typeof reply === "string" ? reply : reply.text, open: await openNow(card.who) };
    },
    restart: async () => {
      await shop.close();
      shop = await start();
    },
    pass: (minutes) => {
      passedMs += minutes * 60_000;
      shop.pass(minutes);
    },
    closeCase: async () => {
      throw new Error("nobody takes a talk over at the page");
    },
    close: () => shop.close(),
  };
}

// A shop with recording chats in place of Slack and Discord, and the door by which their people come in.

import type { Database } from "../../src/database/database.ts";
import type { MailCode } from "../../src/mail.ts";
import type { Model } from "../../src/model/model.ts";
import type { ChatMessage, ChatPerson, ChatPress, Door } from "../../src/platforms/door.ts";
import { createDoor } from "../../src/platforms/front-door.ts";
import type { Decision } from "../../src/platforms/platform.ts";
import { newId } from "../../src/records/id.ts";
import type { ApprovalCard } from "../../src/report.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { createRecordingChat, type RecordingChat } from "./recording-chat.ts";
import { openShop, type Shop } from "./shop.ts";

export const dora: ChatPerson = {
  person: "discord:all:1",
  handle: "discord:1",
  role: "customer",
  name: "dora",
  language: "en",
};
export const dan: ChatPerson = {
  person: "discord:all:2",
  handle: "discord:2",
  role: "customer",
  name: "dan",
  language: "en",
};
export const sue: ChatPerson = { person: "slack:T:U1", handle: "slack:U1", role: "staff", name: "Sue", language: "en" };
export const abe: ChatPerson = { person: "slack:T:U2", handle: "slack:U2", role: "admin", name: "Abe", language: "en" };
export const ann: ChatPerson = { person: "slack:T:U3", handle: "slack:U3", role: "admin", name: "Ann", language: "en" };

export interface ChatShop extends Shop {
  slack: RecordingChat;
  discord: RecordingChat;
  doors: { slack: Door; discord: Door };
  say(author: ChatPerson, text: string, more?: Partial<ChatMessage>): ReturnType<Door["message"]>;
  push(
    person: ChatPerson,
    approvalId: string,
    decision: Decision,
    more?: Partial<ChatPress>,
  ): ReturnType<Door["press"]>;
  /** The latest card in that place. */
  cardIn(chat: RecordingChat, place: string): ApprovalCard;
}

export const STAFF_PLACE = "staff/C9";

export async function openChatShop(parts: {
  database: Database;
  sandbox: Sandbox;
  model: Model;
  environment?: { [name: string]: string };
  mailCode?: MailCode;
}): Promise<ChatShop> {
  const slack = createRecordingChat("slack", STAFF_PLACE);
  const discord = createRecordingChat("discord");
  const shop = await openShop({ ...parts, platforms: [slack, discord] });
  const doors = {
    slack: createDoor(shop.service, "slack", parts.mailCode ?? null),
    discord: createDoor(shop.service, "discord", parts.mailCode ?? null),
  };
  const doorOf = ({ person }: ChatPerson) => (person.startsWith("slack:") ? doors.slack : doors.discord);
  return {
    ...shop,
    slack,
    discord,
    doors,
    say: (author, text, more = {}) => {
      const place = more.place ?? "thread";
      return doorOf(author).message({
        key: `${author.person.split(":")[0]}:${place}:${newId("msg")}`,
        place,
        author,
        text,
        standsAlone: false,
        notRead: [],
        answerTo: null,
        writtenAt: new Date(),
        ...more,
      });
    },
    push: (person, approvalId, decision, more = {}) =>
      doorOf(person).press({
        key: `${person.person.split(":")[0]}:press:${newId("prs")}`,
        approvalId,
        person,
        decision,
        reason: null,
        answerTo: `${person.handle}-privately`,
        ...more,
      }),
    cardIn: (chat, place) => {
      const card = chat.posts.findLast((post) => post.place === place && post.reply.card !== null)?.reply.card ?? null;
      if (card === null) throw new Error(`no card was posted in ${place}`);
      return card;
    },
  };
}

// A slash command in; through the door, and what the person who typed it is told out, within the time that Slack gives.
import type { SlashCommand } from "@slack/bolt";
import type { Door, Heard } from "../door.ts";
import type { Admission } from "./admission.ts";
import { decoded } from "./decode.ts";
import type { SlackPeople } from "./people.ts";
import { placeText } from "./place.ts";
import type { Self } from "./self.ts";

export type Commands = (command: SlashCommand) => Promise<string>;

export const ONE_MOMENT = "One moment, this takes a little longer. I go on with it.";

const TAKEN = "Got it. I answer in a thread, and you can go on there.";
const TAKEN_LATER = "Got it, and it is kept. The answer comes a little later, in a thread.";

// The whole name of somebody is a mention or a handle.
const OTHER = /^(?:<@([UW]\w+)(?:\|[^>]*)?>|((?:slack|discord):\S+))\s+(\S.*)$/;
const TICKET = /^#?(\d{1,9})\b\s*([\s\S]*)$/;

function helpText(command: string): string {
  return [
    "I look things up in the shop and prepare changes; nothing changes before the right person has pressed a button.",
    `- \`${command} how many Aviators are in stock?\`, or any other request, opens a thread here with the answer.`,
    "- Go on in that thread in plain words: Slack has no commands in threads, and there I need none.",
    `- Mentioning me (\`@\`) or writing to me directly does the same as ${command}.`,
    `- \`${command} link\` with your e-mail address, then with the code that comes by mail, tells me whose orders are yours; \`${command} link off\` ends that.`,
    `- Staff: \`${command} link @somebody CUSTOMER\`, \`${command} answer TICKET TEXT\`, \`${command} resolve TICKET\`.`,
  ].join("\n");
}

export function createCommands(
  { self, people, admission }: { self: Self; people: SlackPeople; admission: Admission },
  door: Door,
): Commands {
  return async (given) => {
    const { team_id: team, channel_id: channel, user_id: user, trigger_id: trigger, response_url: answerTo } = given;
    const refusal = await admission({ team, user, channel, home: null });
    if (refusal !== null) return refusal;
    const { userId } = await self();
    const raw = given.text.trim();
    const [, word = "", rest = ""] = /^(\S+)\s*([\s\S]*)$/.exec(raw) ?? [];
    if (word === "" || raw.toLowerCase() === "help") return helpText(given.command);
    const person = await people.personOf(team, user);
    const key = `slack:${team}:${channel}:cmd-${trigger}`;
    const clean = (text: string) => decoded(text, userId, people);
    switch (word.toLowerCase()) {
      case "link": {
        const [, mentioned, handle, customer = ""] = OTHER.exec(rest) ?? [];
        const who = mentioned === undefined ? handle : `slack:${mentioned}`;
        if (who !== undefined) return wordsOf(await door.linkOther(person, who, await clean(customer)));
        return wordsOf(await door.link(person, await clean(rest)));
      }
      case "answer":
      case "resolve": {
        const [, number, text = ""] = TICKET.exec(rest) ?? [];
        // "answer my question" is a request like any other.
        if (number === undefined) break;
        const ticket = Number(number);
        if (word.toLowerCase() === "resolve") return wordsOf(await door.resolveTicket(person, ticket, key));
        const answer = await clean(text);
        if (answer === "") return `Write the answer behind the number: \`${given.command} answer ${ticket} TEXT\`.`;
        return wordsOf(await door.answerTicket(person, ticket, answer, key));
      }
    }
    const heard = await door.message({
      ...{ key, author: person, text: await clean(raw), answerTo, writtenAt: new Date() },
      place: placeText({ kind: "command", team, channel, trigger }),
      standsAlone: true,
      notRead: [],
    });
    return wordsOf(heard);
  };
}

function wordsOf(heard: Heard): string {
  switch (heard.kind) {
    case "taken":
      return heard.isDelayed ? TAKEN_LATER : TAKEN;
    case "say":
    case "failed":
      return heard.text;
    case "ignore":
      return "";
  }
}

// A Slack emulator and our adapter on it in, the people of the platform's contract out.
import type { Database } from "../../src/database/database.ts";
import type { Decision } from "../../src/platforms/platform.ts";
import type { SlackOptions } from "./slack/slack-server.ts";
import { startSlackChat } from "./slack-chat.ts";
import type { Asked, ChatTalk, Seen } from "./talk.ts";

const THUMBS = ["👍", "👎"];

export async function openSlackTalk(database: Database, options: SlackOptions): Promise<ChatTalk> {
  let staffChannel = "";
  const shop = await startSlackChat({
    database,
    slack: options,
    settings: (server) => {
      staffChannel = server.addChannel({ name: "staff" }).id;
      return { staffChannel };
    },
  });
  const { slack, chat, worker, door } = shop;
  const asker = slack.addUser({ name: "alice", realName: "Alice" }).id;
  const other = slack.addUser({ name: "bruno", realName: "Bruno" }).id;
  const channel = slack.addChannel({ name: "shop" }).id;
  await shop.listen();

  const at = ({ place }: Asked) => ({ channel: place.split("/")[1] ?? "", threadTs: place.split("/")[2] ?? "" });
  const answers = (asked: Asked, as: string) => {
    const { channel: where, threadTs } = at(asked);
    return slack.seen(where, { threadTs, as }).filter(({ isBot, ts }) => isBot && ts !== threadTs);
  };
  const seen = ({ shown, buttons, files }: ReturnType<typeof answers>[number]): Seen => ({
    shown,
    buttons: buttons.map(({ label }) => label).filter((label) => !THUMBS.includes(label)),
    files,
  });
  const taken = async <T>(list: T[], before: number): Promise<T> => {
    await slack.settled();
    const [item] = list.slice(before);
    if (item === undefined) throw new Error("the shop did not get it");
    return item;
  };

  return {
    platform: worker.platform,
    another: chat.platform,
    ask: async (text) => {
      const before = door.messages.length;
      slack.say(asker, channel, `<@${slack.botUserId}> ${text}`);
      const { key, place } = await taken(door.messages, before);
      return { key, place };
    },
    seen: (asked, who) => answers(asked, who === "asker" ? asker : other).map(seen),
    working: (asked) => {
      const { channel: where, threadTs } = at(asked);
      const line = slack.status(where, threadTs);
      return [...(line === "" ? [] : [line]), ...answers(asked, asker).map(({ shown }) => shown)];
    },
    press: async (asked, label) => {
      const message = answers(asked, asker).findLast(({ buttons }) => buttons.some((one) => one.label === label));
      const before = door.presses.length;
      await slack.press(asker, at(asked).channel, message?.ts ?? "", { label });
      const { key, approvalId, decision, answerTo } = await taken<{
        key: string;
        approvalId: string;
        decision: Decision;
        answerTo: string | null;
      }>(door.presses, before);
      return { key, approvalId, decision, answerTo };
    },
    command: async (text) => {
      const before = door.messages.length;
      await slack.command(asker, channel, "/shop", text);
      const { place, answerTo, author } = await taken(door.messages, before);
      return { place, opening: { person: { ...author, customerId: null }, text, answerTo } };
    },
    openedPlaces: () => slack.seen(channel).filter(({ isBot, ephemeralFor }) => isBot && ephemeralFor === null).length,
    staffPlace: `staff/${staffChannel}`,
    staffSee: () =>
      slack
        .seen(staffChannel)
        .filter(({ isBot }) => isBot)
        .map(seen),
    redraw: (card) => worker.platform.redraw(card),
    close: () => shop.stop(),
    pings: () => slack.pings(channel).filter(({ isFromBot }) => isFromBot),
    lose: () => slack.archive(channel),
    calls: () => slack.calls.length,
    revoke: () => slack.revoke(),
    environment: {
      ...{ SLACK_API_URL: slack.apiUrl, SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken },
    },
  };
}

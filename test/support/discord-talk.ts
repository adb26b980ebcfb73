// A Discord emulator and our adapter on it in, the people of the platform's contract out.
import { expect } from "vitest";
import { startDiscordChat } from "./discord-chat.ts";
import type { Asked, ChatTalk, Seen } from "./talk.ts";

const THUMBS = ["👍", "👎"];

export async function openDiscordTalk(): Promise<ChatTalk> {
  let staffChannel = "";
  const shop = await startDiscordChat({
    // What was seen of the token a moment ago is not believed for long.
    limits: { silenceMs: 200 },
    settings: (server) => {
      staffChannel = server.addChannel("staff");
      return { staffChannel };
    },
  });
  const { discord, chat, worker, door, alice: asker } = shop;
  const other = discord.addUser("Bruno");
  await shop.listen();

  const threadOf = ({ place }: Asked) => place.split("/")[2] ?? "";
  const hasThread = (asked: Asked) => discord.threads(discord.channelId).some(({ id }) => id === threadOf(asked));
  const answers = (asked: Asked, as: string) =>
    [
      ...discord.seen(discord.channelId, { as }).filter(({ replyTo }) => replyTo === threadOf(asked)),
      ...(hasThread(asked) ? discord.seen(threadOf(asked), { as }) : []),
    ].filter(({ authorId }) => authorId === discord.applicationId);
  const seen = ({ shown, buttons, files }: ReturnType<typeof answers>[number]): Seen => ({
    shown,
    buttons: buttons.map(({ label }) => label ?? "").filter((label) => label !== "" && !THUMBS.includes(label)),
    files,
  });
  const taken = async <T>(list: T[], before: number): Promise<T> => {
    await expect.poll(() => list.length).toBeGreaterThan(before);
    const [item] = list.slice(before);
    if (item === undefined) throw new Error("the shop did not get it");
    return item;
  };

  return {
    platform: worker.platform,
    another: chat.platform,
    ask: async (text) => {
      const before = door.messages.length;
      discord.say(asker, discord.channelId, `<@${discord.applicationId}> ${text}`);
      const { key, place } = await taken(door.messages, before);
      return { key, place };
    },
    seen: (asked, who) => answers(asked, who === "asker" ? asker : other).map(seen),
    working: (asked) => answers(asked, asker).map(({ shown }) => shown),
    press: async (asked, label) => {
      const message = answers(asked, asker).findLast(({ buttons }) => buttons.some((one) => one.label === label));
      const before = door.presses.length;
      await discord.press(asker, threadOf(asked), message?.id ?? "", { label });
      const { key, approvalId, decision, answerTo } = await taken(door.presses, before);
      return { key, approvalId, decision, answerTo };
    },
    command: async (text) => {
      const before = door.messages.length;
      await discord.command(asker, discord.channelId, "ask", { request: text });
      const { place, answerTo, author } = await taken(door.messages, before);
      return { place, opening: { person: { ...author, customerId: null }, text, answerTo } };
    },
    openedPlaces: () => discord.threads(discord.channelId).length,
    staffPlace: `staff/${staffChannel}`,
    staffSee: () => discord.seen(staffChannel).map(seen),
    redraw: (card) => worker.platform.redraw(card),
    close: () => shop.stop(),
    // The mention by which it was asked rings for the bot.
    pings: () =>
      [discord.channelId, ...discord.threads(discord.channelId).map(({ id }) => id)]
        .flatMap((id) => discord.pings(id))
        .filter(({ who }) => typeof who === "string" || !("user" in who) || who.user !== discord.applicationId),
    // While the message stands on which it hangs, a thread is made anew.
    lose: (asked) => {
      discord.removeChannel(threadOf(asked));
      discord.remove(threadOf(asked));
    },
    calls: () => discord.calls.length,
    revoke: () => discord.revoke(),
    environment: { DISCORD_API_URL: discord.apiUrl, DISCORD_TOKEN: discord.token },
  };
}

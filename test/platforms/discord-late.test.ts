import { describe, expect, test } from "vitest";
import { answerAll, chatsForEachTest, createRecordingDoor, type DiscordChat } from "../support/discord-chat.ts";

const { started, listening } = chatsForEachTest();

const words = (chat: Pick<DiscordChat, "discord">, channelId: string, as?: string) =>
  chat.discord.seen(channelId, as === undefined ? {} : { as }).map(({ shown }) => shown);

describe("late and double deliveries", () => {
  test("B66 a command that reaches us too late is still answered, by an ordinary message", async () => {
    const chat = await listening({ discord: { answerMs: 300 }, limits: { lateInteractionMs: 350 } });
    const { discord, door, alice } = chat;
    const places = answerAll(chat);
    discord.faults.events({ kind: "late", ms: 500 }, { event: "INTERACTION_CREATE" });
    const acted = await discord.command(alice, discord.channelId, "ask", { request: "hello" });
    expect(acted.acknowledged).toBe(false);
    await expect.poll(() => places).toHaveLength(1);
    const place = (await places[0]) ?? "";
    expect(words(chat, discord.channelId)).toEqual(["Alice asks: hello"]);
    expect(words(chat, place.split("/")[2] ?? "")).toEqual(["Done."]);
    await discord.command(alice, discord.dm(alice), "ask", { request: "alone" });
    await expect.poll(() => door.messages).toHaveLength(2);
    await expect.poll(() => words(chat, discord.dm(alice))).toContain("Alice asks: alone");
  });

  test("B67 an acknowledgement that Discord refuses ends nothing, and what is said comes as a private message", async () => {
    const chat = await listening();
    const { discord, door, alice } = chat;
    door.says = { kind: "say", text: "Not now." };
    const route = "/interactions/:interaction/:token/callback";
    discord.faults.rest({ kind: "error", code: 10062, status: 404 }, { route, times: 1 });
    await discord.command(alice, discord.channelId, "ask", { request: "hello" });
    await expect.poll(() => words(chat, discord.dm(alice))).toEqual(["Not now."]);
    const acted = await discord.command(alice, discord.channelId, "ask", { request: "hello" });
    expect(acted.acknowledged).toBe(true);
    // An event that the client itself cannot read.
    discord.dispatch("THREAD_MEMBERS_UPDATE", {
      id: discord.channelId,
      guild_id: discord.guildId,
      added_members: [{}],
    });
    door.says = { kind: "taken", isNew: true, isDelayed: false };
    await discord.command(alice, discord.dm(alice), "ask", { request: "still there?" });
    expect(door.messages).toHaveLength(1);
  });

  test("B68 of two processes that get the same command one answers it, the other keeps silent", async () => {
    const { discord, alice, ...chat } = await started();
    const taken = new Set<string>();
    const doors = [createRecordingDoor(taken), createRecordingDoor(taken)];
    for (const door of doors) await chat.listen(chat.another(), door);
    await discord.command(alice, discord.channelId, "ask", { request: "hello" });
    await expect.poll(() => doors.flatMap((door) => door.messages)).toHaveLength(1);
    for (const door of doors) door.says = { kind: "say", text: "Too much at once." };
    await discord.command(alice, discord.channelId, "ask", { request: "hello" });
    await discord.command(alice, discord.channelId, "link", { what: "off" });
    await expect.poll(() => doors.flatMap((door) => door.asked)).toHaveLength(1);
    await expect.poll(() => words({ discord }, discord.channelId, alice)).toContain("A code is on its way.");
    expect(words({ discord }, discord.channelId, alice).filter((text) => text === "Too much at once.")).toHaveLength(1);
    expect(discord.notices(alice)).toEqual([]);
  });
});

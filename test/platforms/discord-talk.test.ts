import { describe, expect, test } from "vitest";
import { card, chatsForEachTest, delivery } from "../support/discord-chat.ts";

const { listening } = chatsForEachTest();

const about = (place: string, keys: string[]) => ({
  conversationId: "cnv_1",
  platform: "discord",
  place,
  keys,
  language: "en" as const,
});

describe("a mention in a channel", () => {
  test("is answered in a thread that hangs on it, after a sign of work that becomes the answer", async () => {
    const { discord, door, worker, alice } = await listening();
    const { guildId, channelId } = discord;
    const id = discord.say(alice, channelId, `<@${discord.applicationId}> how many Wayfarer are there?`);
    await expect.poll(() => door.messages).toHaveLength(1);
    const [message] = door.messages;
    expect(message).toMatchObject({
      key: `discord:${guildId}:${channelId}:${id}`,
      place: `${guildId}/${channelId}/${id}`,
      text: "how many Wayfarer are there?",
      author: {
        person: `discord:all:${alice}`,
        handle: `discord:${alice}`,
        role: "customer",
        name: "Alice",
        language: "en",
      },
      standsAlone: false,
      answerTo: null,
    });
    const place = message?.place ?? "";
    const keys = [message?.key ?? ""];
    worker.platform.progress(about(place, keys), { stage: "planning", atMs: 0 });
    await expect.poll(() => discord.threads(channelId)).toHaveLength(1);
    await expect.poll(() => discord.seen(id).map(({ shown }) => shown)).toEqual(["Thinking…"]);
    const [sign] = discord.seen(id);
    const posted = await worker.platform.post(place, delivery({ inReplyTo: keys, runId: "run_1" }));
    const seen = discord.seen(id);
    expect(seen.map(({ shown }) => shown)).toEqual(["There are 10."]);
    expect(posted).toBe(sign?.id);
    expect(seen[0]?.buttons).toHaveLength(2);
    expect(discord.threads(channelId)[0]?.name).toBe("how many Wayfarer are there?");
    expect(discord.typings.length).toBeGreaterThan(0);
  });

  test("goes on in its thread without a mention, and only for who talks there", async () => {
    const { discord, door, worker, alice } = await listening();
    const bruno = discord.addUser("Bruno");
    const id = discord.say(alice, discord.channelId, `<@${discord.applicationId}> hello`);
    await expect.poll(() => door.messages).toHaveLength(1);
    await worker.platform.post(door.messages[0]?.place ?? "", delivery());
    discord.say(bruno, id, "what is this about?");
    discord.say(alice, id, `<@${bruno}> a purchase`);
    discord.say(alice, id, "two of them please");
    await expect.poll(() => door.messages).toHaveLength(2);
    expect(door.messages[1]).toMatchObject({ text: "two of them please", place: door.messages[0]?.place });
  });

  test("a card is shown with its buttons, and a press goes to the door with who pressed", async () => {
    const { discord, door, worker, alice } = await listening();
    const id = discord.say(alice, discord.channelId, `<@${discord.applicationId}> sell 3 Wayfarer`);
    await expect.poll(() => door.messages).toHaveLength(1);
    const place = door.messages[0]?.place ?? "";
    await worker.platform.post(place, delivery({ text: "It is ready to be confirmed.", card: card(), runId: "run_1" }));
    const [shown] = discord.seen(id);
    expect(shown?.content).toBe("It is ready to be confirmed.");
    expect(shown?.buttons.map(({ label }) => label)).toEqual(["Confirm", "Cancel"]);
    expect(shown?.shown).toContain("Sell 3 × Wayfarer (SG002) at $95.00 = $285.00");
    const acted = await discord.press(alice, id, shown?.id ?? "", { label: "Confirm" });
    expect(acted.acknowledged).toBe(true);
    expect(door.presses).toMatchObject([
      { approvalId: "apr_1", decision: "confirm", reason: null, person: { person: `discord:all:${alice}` } },
    ]);
    await worker.platform.redraw(card({ state: "committed", needs: [] }));
    const [redrawn] = discord.seen(id);
    expect(redrawn?.buttons).toEqual([]);
    expect(redrawn?.embeds[0]?.title).toBe("Done");
    expect(redrawn?.content).toBe("It is ready to be confirmed.");
  });
});

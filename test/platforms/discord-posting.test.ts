import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { NeverPosted } from "../../src/platforms/platform.ts";
import { tableCsv } from "../../src/table/csv.ts";
import { card, chatsForEachTest, type DiscordChat, delivery } from "../support/discord-chat.ts";

const { started } = chatsForEachTest();

const mention = ({ discord, alice }: DiscordChat, text = "hello") => {
  const id = discord.say(alice, discord.channelId, text);
  return { id, place: `${discord.guildId}/${discord.channelId}/${id}`, key: `discord:g:${discord.channelId}:${id}` };
};
const about = (place: string, keys: string[]) => ({
  conversationId: "cnv_1",
  platform: "discord",
  place,
  keys,
  language: "en" as const,
});
const shown = (chat: DiscordChat, channelId: string) => chat.discord.seen(channelId).map((message) => message.shown);

describe("what is posted", () => {
  test("B72 pings nobody: neither sent, nor edited, nor as a private answer", async () => {
    const chat = await started();
    const { discord, worker, alice } = chat;
    discord.allowBot("MentionEveryone");
    const role = discord.addRole("staff", { isMentionable: true });
    const bruno = discord.addUser("Bruno");
    const text = `@everyone @here <@&${role}> <@${bruno}> <@${alice}>`;
    const { id, place, key } = mention(chat);
    const evil = card({ request: text, lines: [text], requester: { name: text, role: "customer", person: "p" } });
    await worker.platform.post(place, delivery({ text, card: evil }));
    worker.platform.progress(about(place, [key]), { stage: "planning", atMs: 0 });
    await expect.poll(() => shown(chat, id)).toContain("Thinking…");
    await worker.platform.post(place, delivery({ text, inReplyTo: [key] }));
    await worker.platform.redraw({ ...evil, state: "stale", staleReason: text });
    expect(discord.pings(id)).toEqual([]);
    expect(discord.pings(discord.channelId)).toEqual([]);
    for (const message of discord.seen(id)) expect(message.shown.replaceAll("\u200b", "")).toContain("@everyone @here");
  });

  test("a long answer grows out of the sign of work, part by part, its buttons at the end", async () => {
    const chat = await started();
    const { discord, worker } = chat;
    const { id, place, key } = mention(chat);
    worker.platform.progress(about(place, [key]), { stage: "planning", atMs: 0 });
    await expect.poll(() => discord.threads(discord.channelId)).toHaveLength(1);
    await expect.poll(() => discord.seen(id)).toHaveLength(1);
    const text = Array.from({ length: 90 }, (_, line) => `${line}: ${"word ".repeat(11)}.`).join("\n");
    await worker.platform.post(place, delivery({ text, inReplyTo: [key], card: card() }));
    const seen = discord.seen(id);
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.map(({ content }) => content.trim()).join("\n")).toBe(text);
    expect(seen.map(({ buttons }) => buttons.length > 0)).toEqual([...seen.slice(1).map(() => false), true]);
  });

  test("a reply that was posted before a process died is not posted again", async () => {
    const chat = await started();
    const { id, place } = mention(chat);
    const again = delivery({ text: "There are 10.", card: card() });
    await chat.worker.platform.post(place, again);
    await chat.another().platform.post(place, { ...again, isRepeat: true });
    expect(chat.discord.seen(id)).toHaveLength(1);
    expect(chat.discord.seen(id)[0]?.buttons).toHaveLength(2);
  });

  test("a sign of work that a dead process left behind becomes the answer of the next one", async () => {
    const chat = await started();
    const { id, place, key } = mention(chat);
    chat.worker.platform.progress(about(place, [key]), { stage: "planning", atMs: 0 });
    await expect.poll(() => chat.posts.all).toHaveLength(1);
    await chat.another().platform.post(place, delivery({ inReplyTo: [key] }));
    expect(shown(chat, id)).toEqual(["There are 10."]);
  });

  test("what is for who asked alone leaves nothing in the place, not even the sign of work", async () => {
    const chat = await started();
    const { id, place, key } = mention(chat);
    chat.worker.platform.progress(about(place, [key]), { stage: "planning", atMs: 0 });
    await expect.poll(() => chat.posts.all).toHaveLength(1);
    await chat.worker.platform.post(place, delivery({ inReplyTo: [key], to: "asker" }));
    expect(shown(chat, id)).toEqual([]);
  });

  test("a picture comes with its description, and a new card beside what is said of the old one", async () => {
    const chat = await started();
    const { id, place } = mention(chat);
    await chat.worker.platform.post(place, delivery({ text: "Confirm?", card: card() }));
    const files = [
      { name: "chart.png", mediaType: "image/png", bytes: new Uint8Array([1, 2]), altText: "10 of SG002" },
    ];
    const stale = card({ state: "stale", replacedById: "apr_2" });
    const news = delivery({ text: "The shop has moved on.", card: stale, newCard: card({ id: "apr_2" }) }, { files });
    await chat.worker.platform.post(place, news);
    await chat.worker.platform.redraw(stale);
    const [before, after] = chat.discord.seen(id);
    expect(before).toMatchObject({ buttons: [] });
    expect(before?.embeds[0]?.title).toBe("Out of date");
    expect(after?.buttons.map(({ customId }) => customId)).toEqual(["confirm:apr_2", "cancel:apr_2"]);
    expect(after?.files).toMatchObject([{ name: "chart.png", altText: "10 of SG002" }]);
  });

  test("a small table stands below the words in letters of one width; whatever is in it pings nobody", async () => {
    const chat = await started();
    const { id, place } = mention(chat);
    const rows = [
      ["Moon", 3],
      ["@everyone", 12],
      ["``` **x** ```", 7],
    ];
    await chat.worker.platform.post(
      place,
      delivery({ text: "The stock:", table: { columns: ["item", "stock"], rows } }),
    );
    const [message] = chat.discord.seen(id);
    expect(message?.content.replaceAll("\u200b", "").split("\n")).toEqual([
      "The stock:",
      "```",
      "item           stock",
      "─────────────  ─────",
      "Moon               3",
      "@everyone         12",
      "ˋˋˋ **x** ˋˋˋ      7",
      "```",
    ]);
    expect(chat.discord.pings(id)).toEqual([]);
  });

  test("a long table is a file that holds every row, with its name and length for those who cannot see it", async () => {
    const chat = await started();
    const { id, place } = mention(chat);
    const table = {
      columns: ["item", "stock"],
      rows: Array.from({ length: 11 }, (_, index) => [`Moon ${index}`, index]),
    };
    const files = [{ name: "rows.csv", mediaType: "text/csv", bytes: tableCsv(table), altText: "A table of 11 rows." }];
    await chat.worker.platform.post(place, delivery({ text: "The stock:", table }, { files }));
    const [message] = chat.discord.seen(id);
    expect(message?.content).toBe("The stock:");
    expect(message?.files).toMatchObject([{ name: "rows.csv", altText: "A table of 11 rows." }]);
    expect(parse(Buffer.from(message?.files[0]?.bytes ?? []), { bom: true })).toHaveLength(12);
  });

  test("where the bot may not show cards or files, they are told in words, with their buttons", async () => {
    const chat = await started();
    const { discord, worker } = chat;
    const { id, place } = mention(chat);
    discord.denyBot(discord.channelId, "EmbedLinks", "AttachFiles");
    const files = [{ name: "chart.png", mediaType: "image/png", bytes: new Uint8Array([1]), altText: "10 of SG002" }];
    await worker.platform.post(place, delivery({ text: "Ready.", card: card() }, { files }));
    const seen = discord.seen(id);
    expect(seen.map(({ shown: words }) => words).join("\n")).toContain("Sell 3 × Wayfarer (SG002) at $95.00 = $285.00");
    expect(seen.map(({ shown: words }) => words).join("\n")).toContain("10 of SG002");
    expect(seen.at(-1)?.buttons).toHaveLength(2);
    await worker.platform.redraw(card({ state: "committed", needs: [] }));
    expect(discord.seen(id).at(-1)?.buttons).toEqual([]);
    expect(discord.seen(id).at(-1)?.shown).toContain("Done");
  });
});

describe("threads", () => {
  test("the thread of a mention is made once, also when two post at once", async () => {
    const chat = await started();
    const { id, place } = mention(chat);
    await Promise.all([
      chat.worker.platform.post(place, delivery({ text: "one" })),
      chat.chat.platform.post(place, delivery({ text: "two" })),
    ]);
    expect(shown(chat, id).toSorted()).toEqual(["one", "two"]);
    expect(chat.discord.threads(chat.discord.channelId)).toHaveLength(1);
  });

  test("an archived thread opens again for an answer, and for a card that is drawn anew", async () => {
    const chat = await started();
    const { id, place } = mention(chat);
    await chat.worker.platform.post(place, delivery({ card: card() }));
    chat.discord.archiveThread(id);
    await chat.worker.platform.redraw(card({ state: "committed", needs: [] }));
    expect(chat.discord.seen(id)[0]?.embeds[0]?.title).toBe("Done");
    chat.discord.archiveThread(id);
    await chat.worker.platform.post(place, delivery({ text: "still here" }));
    expect(shown(chat, id)).toContain("still here");
  });

  test("a locked thread takes no answer any more, and nobody tries for ever", async () => {
    const chat = await started();
    const { id, place } = mention(chat);
    await chat.worker.platform.post(place, delivery({ card: card() }));
    chat.discord.archiveThread(id, { isLocked: true });
    await expect(chat.worker.platform.post(place, delivery())).rejects.toBeInstanceOf(NeverPosted);
    await chat.worker.platform.redraw(card({ state: "committed", needs: [] }));
  });

  test("where there are too many threads, or none may be made, the answer is a reply in the channel", async () => {
    const chat = await started();
    const { discord, worker } = chat;
    const route = "/channels/:channel/messages/:message/threads";
    const tooMany = discord.faults.rest({ kind: "error", code: 160006 }, { route });
    const first = mention(chat);
    worker.platform.progress(about(first.place, [first.key]), { stage: "planning", atMs: 0 });
    await expect.poll(() => shown(chat, discord.channelId)).toContain("Thinking…");
    await worker.platform.post(first.place, delivery({ inReplyTo: [first.key], card: card() }));
    tooMany.off();
    expect(discord.seen(discord.channelId).at(-1)).toMatchObject({ replyTo: first.id, content: "There are 10." });
    await worker.platform.redraw(card({ state: "committed", needs: [] }));
    expect(discord.seen(discord.channelId).at(-1)?.buttons).toEqual([]);

    discord.denyBot(discord.channelId, "CreatePublicThreads");
    const second = mention(chat, "me too");
    await worker.platform.post(second.place, delivery({ text: "Yes." }));
    expect(discord.seen(discord.channelId).at(-1)).toMatchObject({ replyTo: second.id, content: "Yes." });
  });

  test("a mention that was taken back, a channel that is gone and closed private messages are given up", async () => {
    const chat = await started();
    const { discord, worker, alice } = chat;
    const first = mention(chat);
    discord.remove(first.id);
    await expect(worker.platform.post(first.place, delivery())).rejects.toBeInstanceOf(NeverPosted);
    const second = mention(chat);
    discord.denyBot(discord.channelId, "ViewChannel");
    await expect(worker.platform.post(second.place, delivery())).rejects.toBeInstanceOf(NeverPosted);
    discord.removeChannel(discord.channelId);
    await expect(worker.platform.post(second.place, delivery())).rejects.toBeInstanceOf(NeverPosted);
    const dm = discord.dm(alice);
    discord.closeDms(alice);
    await expect(worker.platform.post(`dm/${dm}`, delivery())).rejects.toBeInstanceOf(NeverPosted);
  });

  test("drawing a card anew is harmless where its message is gone", async () => {
    const chat = await started();
    const { id, place } = mention(chat);
    await chat.worker.platform.post(place, delivery({ card: card() }));
    for (const message of chat.discord.seen(id)) chat.discord.remove(message.id);
    await chat.worker.platform.redraw(card({ state: "committed", needs: [] }));
    expect(chat.posts.all).toEqual([]);
  });
});

describe("a rate limit", () => {
  test("of one channel delays that channel alone", async () => {
    const chat = await started();
    const { discord, worker, alice } = chat;
    const [slow, quick] = [discord.dm(alice), discord.dm(discord.addUser("Bruno"))];
    discord.faults.rest({ kind: "rate-limit", retryAfterMs: 1_500 }, { channelId: slow, method: "POST", times: 1 });
    const order: string[] = [];
    const later = worker.platform.post(`dm/${slow}`, delivery({ text: "slow" })).then(() => order.push("slow"));
    await worker.platform.post(`dm/${quick}`, delivery({ text: "quick" })).then(() => order.push("quick"));
    await later;
    expect(order).toEqual(["quick", "slow"]);
    expect(shown(chat, slow)).toEqual(["slow"]);
  });

  test("that is too long is not waited for: the reply is tried again later", async () => {
    const chat = await started({ limits: { longestWaitMs: 200 } });
    const { discord, worker, alice } = chat;
    const dm = discord.dm(alice);
    discord.faults.rest({ kind: "rate-limit", retryAfterMs: 60_000 }, { channelId: dm, times: 1 });
    const refusal = await worker.platform.post(`dm/${dm}`, delivery()).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal).not.toBeInstanceOf(NeverPosted);
  });

  test("or a lost answer does not post a message twice", async () => {
    const chat = await started();
    const { discord, worker, alice } = chat;
    const dm = discord.dm(alice);
    discord.faults.rest({ kind: "answer-lost" }, { channelId: dm, method: "POST", times: 1 });
    await worker.platform.post(`dm/${dm}`, delivery({ text: "once" })).catch(() => {});
    discord.faults.rest({ kind: "status", status: 502, isDone: true }, { channelId: dm, method: "POST", times: 1 });
    await worker.platform.post(`dm/${dm}`, delivery({ text: "and again" }));
    expect(shown(chat, dm)).toEqual(["once", "and again"]);
  });
});

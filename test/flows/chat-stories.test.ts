import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ChatServers, openChatServers } from "../support/chat-servers.ts";
import { hasServers, serversForThisFile } from "../support/server-shop.ts";

const SOON = { timeout: 20_000 };

// The service's own processes, an intake and a worker, on Postgres and Redis, with the real client libraries.
describe.skipIf(!hasServers())("a shop on Slack and Discord", () => {
  const servers = serversForThisFile();
  let shop: ChatServers;
  beforeEach(async () => {
    shop = await openChatServers(servers);
    await Promise.all([shop.start("intake"), shop.start("worker")]);
  });
  afterEach(() => shop.close());

  const stock = async (itemId: string) => {
    const [row] = await shop.sql<{ stock: number }>(
      `SELECT quantity_in_stock AS stock FROM inventory WHERE item_id = '${itemId}'`,
    );
    return row?.stock;
  };
  const inThread = (channel: string, threadTs: string) => shop.slack.seen(channel, { threadTs });
  /** The thread that hangs on a customer's message. */
  const threadOf = async (messageId: string): Promise<string> => {
    const find = () => shop.discord.seen(shop.where.customers).find(({ id }) => id === messageId)?.thread ?? null;
    await expect.poll(find, SOON).not.toBeNull();
    return find() ?? "";
  };
  const cardIn = async (channel: string, label: string) => {
    const find = () => shop.discord.seen(channel).find(({ buttons }) => buttons.some((one) => one.label === label));
    await expect.poll(() => find()?.id, SOON).toBeDefined();
    return find()?.id ?? "";
  };
  const slackCard = async (channel: string, label: string, threadTs?: string) => {
    const find = () =>
      shop.slack
        .seen(channel, threadTs === undefined ? {} : { threadTs })
        .findLast(({ buttons }) => buttons.some((one) => one.label === label));
    await expect.poll(() => find()?.ts, SOON).toBeDefined();
    return find()?.ts ?? "";
  };
  const link = async (user: string, customer: number) => {
    await shop.slack.command(shop.who.sue, shop.where.shop, "/shop", `link discord:${user} ${customer}`);
    await expect
      .poll(() => shop.sql(`SELECT customer_id FROM accounts WHERE handle = 'discord:${user}'`), SOON)
      .toEqual([{ customer_id: customer }]);
  };

  test("a customer asks in Discord, confirms the card in the thread, and the sale is booked", async () => {
    const { discord, who, where } = shop;
    await link(who.dora, 1);
    const before = await stock("SG007");
    const asked = discord.say(who.dora, where.customers, `<@${discord.applicationId}> I want to buy 2 pouches`);
    const thread = await threadOf(asked);
    const card = await cardIn(thread, "Confirm");
    expect(await stock("SG007")).toBe(before);
    expect(
      discord
        .seen(thread)
        .map(({ shown }) => shown)
        .join("\n"),
    ).toContain("Alice");
    // Somebody else's press is refused, privately.
    const others = await discord.press(who.dan, thread, card, { label: "Confirm" });
    expect(others.acknowledged).toBe(true);
    await expect
      .poll(
        () => discord.seen(thread, { as: who.dan }).find(({ ephemeralFor }) => ephemeralFor === who.dan)?.shown,
        SOON,
      )
      .toContain("Only the person who asked");
    const pressed = await discord.press(who.dora, thread, card, { label: "Confirm" });
    expect(pressed.acknowledged).toBe(true);
    await expect.poll(() => discord.seen(thread).at(-1)?.shown, SOON).toContain("Done: it is booked");
    expect(await stock("SG007")).toBe((before ?? 0) - 2);
    const decided = () => discord.seen(thread).find(({ id }) => id === card);
    await expect.poll(() => decided()?.buttons, SOON).toEqual([]);
    expect(decided()?.shown).toContain("Alice confirmed");
    expect(discord.pings(thread)).toEqual([]);
  });

  test("a customer's refund is confirmed in Discord and approved by an admin on Slack", async () => {
    const { discord, slack, who, where } = shop;
    await link(who.dora, 1);
    const dm = discord.dm(who.dora);
    discord.say(who.dora, dm, "Please refund my order 1001");
    const card = await cardIn(dm, "Confirm");
    await discord.press(who.dora, dm, card, { label: "Confirm" });
    const copy = await slackCard(where.staff, "Approve");
    expect(slack.seen(where.staff).find(({ ts }) => ts === copy)?.shown).toContain("Alice");
    // The staff cannot approve it, and are told so.
    expect((await slack.press(who.sue, where.staff, copy, { label: "Approve" })).outcome).toBe("acked");
    await expect
      .poll(
        () => slack.seen(where.staff, { as: who.sue }).find(({ ephemeralFor }) => ephemeralFor !== null)?.shown,
        SOON,
      )
      .toContain("Only an admin");
    expect((await slack.press(who.abe, where.staff, copy, { label: "Approve" })).outcome).toBe("acked");
    await expect.poll(() => discord.seen(dm).at(-1)?.shown, SOON).toContain("Done: it is booked");
    await expect.poll(() => slack.seen(where.staff).find(({ ts }) => ts === copy)?.buttons, SOON).toEqual([]);
    expect(slack.seen(where.staff).find(({ ts }) => ts === copy)?.shown).toContain("abe approved");
    expect(await shop.sql("SELECT status FROM orders WHERE id = 1001")).toEqual([{ status: "refunded" }]);
    await expect.poll(() => discord.seen(dm).find(({ id }) => id === card)?.buttons, SOON).toEqual([]);
  });

  test("staff restock by a slash command, go on in its thread, and an admin approves", async () => {
    const { slack, who, where } = shop;
    const before = await stock("SG003");
    const said = await slack.command(who.sue, where.shop, "/shop", "Restock 5 Mystique sunglasses");
    expect(said.outcome).toBe("acked");
    const posted = () => slack.seen(where.shop).find(({ isBot, ephemeralFor }) => isBot && ephemeralFor === null);
    await expect.poll(() => posted()?.ts, SOON).toBeDefined();
    const root = posted()?.ts ?? "";
    expect(slack.seen(where.shop).find(({ ts }) => ts === root)?.shown).toContain("Restock 5 Mystique");
    const card = await slackCard(where.shop, "Approve", root);
    // Nobody approves their own request, and declining wants a reason.
    await slack.press(who.ann, where.shop, card, { label: "Approve" });
    await expect.poll(() => inThread(where.shop, root).at(-1)?.shown, SOON).toContain("Done: it is booked");
    expect(await stock("SG003")).toBe((before ?? 0) + 5);
    // The talk goes on in the thread without a mention.
    slack.say(who.sue, where.shop, "How many Mystique do we have now?", { threadTs: root });
    await expect.poll(() => inThread(where.shop, root).at(-1)?.shown, SOON).toContain(String((before ?? 0) + 5));
    expect(slack.pings(where.shop)).toEqual([]);
  });
});

// The service's own processes, two intakes and a worker, on Postgres and Redis that go away while people write and press.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ChatServers, openChatServers } from "../support/chat-servers.ts";
import type { MainProcess } from "../support/main-process.ts";
import { hasServers, serversForThisFile } from "../support/server-shop.ts";

const SOON = { timeout: 60_000 };
// In every text that people write here, and nowhere else.
const MARK = "zanzibar";

describe.skipIf(!hasServers())("a shop whose servers go away", () => {
  const servers = serversForThisFile();
  let shop: ChatServers;
  let processes: MainProcess[] = [];
  beforeEach(async () => {
    shop = await openChatServers(servers, { LOG_LEVEL: "debug" });
    processes = await Promise.all([shop.start("intake"), shop.start("intake"), shop.start("worker")]);
  });
  afterEach(() => shop.close());

  const log = () => processes.map((one) => one.stderr()).join("");
  const dm = () => shop.discord.dm(shop.who.dan);
  const toDan = () =>
    shop.discord
      .seen(dm(), { as: shop.who.dan })
      .filter(({ authorId }) => authorId === shop.discord.applicationId)
      .map(({ shown }) => shown);
  const toSue = () => shop.slack.seen(shop.where.shop, { as: shop.who.sue }).filter(({ isBot }) => isBot);

  async function stock(): Promise<number> {
    const [row] = await shop.sql<{ n: number }>("SELECT quantity_in_stock AS n FROM inventory WHERE item_id = 'SG007'");
    return row?.n ?? 0;
  }

  async function cardForDora(): Promise<string> {
    const { discord, slack, who, where } = shop;
    await slack.command(who.sue, where.shop, "/shop", `link discord:${who.dora} 1`);
    const direct = discord.dm(who.dora);
    discord.say(who.dora, direct, "I want to buy 2 pouches");
    const find = () => discord.seen(direct).find(({ buttons }) => buttons.some(({ label }) => label === "Confirm"));
    await expect.poll(() => find()?.id, SOON).toBeDefined();
    return find()?.id ?? "";
  }

  async function expectSound(): Promise<void> {
    for (const { child } of processes) expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    expect(log()).not.toMatch(/unhandled/i);
    for (const word of [MARK, "pouches", "dora", "Sue Staff"]) expect(log()).not.toContain(word);
    for (const place of [shop.where.shop, shop.where.staff]) {
      expect(shop.slack.pings(place).filter(({ isFromBot }) => isFromBot)).toEqual([]);
    }
    expect(shop.discord.pings(dm())).toEqual([]);
  }

  test("without Redis everybody is told in time that it comes later, and then it comes, once", async () => {
    const { discord, slack, who, where } = shop;
    const before = await stock();
    const card = await cardForDora();
    const direct = discord.dm(who.dora);
    await servers.redis.halt("SIGKILL");
    const pressed = await discord.press(who.dora, direct, card, { label: "Confirm" });
    expect(pressed.acknowledged).toBe(true);
    discord.say(who.dan, dm(), `How many Aviator sunglasses are in stock, ${MARK}?`);
    await expect.poll(() => toDan().join(), SOON).toContain("a little later");
    const commanded = await slack.command(who.sue, where.shop, "/shop", `How many Aviator are in stock? ${MARK}`);
    expect(commanded.outcome).toBe("acked");
    await servers.redis.start();
    await expect.poll(() => discord.seen(direct).at(-1)?.shown, SOON).toContain("Done: it is booked");
    await expect.poll(() => toDan().length, SOON).toBeGreaterThan(1);
    await expect.poll(() => toSue().filter(({ ephemeralFor }) => ephemeralFor === null).length, SOON).toBe(1);
    expect(await stock()).toBe(before - 2);
    const texts = discord.seen(direct).map(({ shown }) => shown);
    expect(texts.filter((text) => text.includes("Done: it is booked"))).toHaveLength(1);
    await expectSound();
  });

  test("without Postgres everybody gets an apology with a reference in time, and nothing is done by halves", async () => {
    const { discord, slack, who, where } = shop;
    const before = await stock();
    const card = await cardForDora();
    const direct = discord.dm(who.dora);
    await servers.postgres.halt("fast");
    const pressed = await discord.press(who.dora, direct, card, { label: "Confirm" });
    expect(pressed.acknowledged).toBe(true);
    discord.say(who.dan, dm(), `How many Aviator sunglasses are in stock, ${MARK}?`);
    await expect.poll(() => toDan().join(), SOON).toMatch(/Something went wrong on our side/);
    const commanded = await slack.command(who.sue, where.shop, "/shop", `How many Aviator are in stock? ${MARK}`);
    expect(commanded.outcome).toBe("acked");
    await expect
      .poll(
        () =>
          toSue()
            .map(({ shown }) => shown)
            .join(),
        SOON,
      )
      .toMatch(/went wrong on our side/);
    const mention = slack.say(who.sue, where.shop, `<@${slack.botUserId}> how many Aviator are in stock, ${MARK}?`);
    await servers.postgres.start();
    // What Slack delivers again is answered; what Discord delivers once is asked again.
    const inThread = () =>
      slack
        .seen(where.shop, { threadTs: mention.ts })
        .filter(({ isBot, ephemeralFor }) => isBot && ephemeralFor === null);
    await expect.poll(() => inThread().length, SOON).toBe(1);
    await expect
      .poll(
        async () => {
          await discord.press(who.dora, direct, card, { label: "Confirm" }).catch(() => {});
          return discord.seen(direct).filter(({ shown }) => shown.includes("Done: it is booked")).length;
        },
        { ...SOON, interval: 1_000 },
      )
      .toBe(1);
    expect(await stock()).toBe(before - 2);
    await expectSound();
  });
});

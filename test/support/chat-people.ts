// A shop on Slack and Discord in, the people out who use it over and over until they are told to stop: customers who ask,
// buy and think better of it; staff who restock and ask; admins who approve. Whatever is not acknowledged they try again.
import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "./chance.ts";
import type { ChatServers } from "./chat-servers.ts";

export interface ChatPeople {
  /** What they wrote: a message on Discord that is to get a thread, or one on Slack. */
  written: { platform: "discord" | "slack"; id: string }[];
  /** How often they had to do something again. */
  again: number;
  /** Rejects when somebody gave up waiting. */
  gone: Promise<unknown>;
  /** Every round that was begun comes to its end. */
  stop(): Promise<void>;
  /** Approves whatever still waits for it. */
  approveAll(): Promise<void>;
}

const LOOK_MS = 100;
const LONGEST_WAIT_MS = 150_000;
/** After so long without news somebody presses again. */
const PATIENCE_MS = 20_000;
const THINKING_MS = 200;
const AGAIN_MS = 500;

export function createChatPeople(shop: ChatServers, customers: string[], chance: Chance): ChatPeople {
  const { discord, slack, who, where } = shop;
  const people: Pick<ChatPeople, "written" | "again"> = { written: [], again: 0 };
  let isOver = false;

  async function until<T>(what: string, look: () => T | null | undefined, mostMs = LONGEST_WAIT_MS): Promise<T> {
    for (const end = Date.now() + mostMs; Date.now() < end; await sleep(LOOK_MS)) {
      const found = look();
      if (found !== null && found !== undefined) return found;
    }
    throw new Error(`nobody saw ${what}`);
  }

  const botSays = (thread: string) =>
    discord.threads(where.customers).some(({ id }) => id === thread)
      ? discord.seen(thread).filter(({ authorId }) => authorId === discord.applicationId)
      : [];

  /** Does it again until it is acknowledged. */
  async function untilTaken(what: string, act: () => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + LONGEST_WAIT_MS; !(await act()); people.again++) {
      if (Date.now() > end) throw new Error(`nobody took ${what}`);
      await sleep(AGAIN_MS);
    }
  }

  /** Presses until it is acknowledged, and again when nothing is seen to come of it. */
  async function decide(what: string, press: () => Promise<boolean>, isDone: () => true | null): Promise<void> {
    for (const end = Date.now() + LONGEST_WAIT_MS; Date.now() < end; people.again++) {
      // A button that is gone meanwhile cannot be pressed: then the answer is on its way.
      await untilTaken(what, async () => isDone() !== null || (await press().catch(() => true)));
      if ((await until(what, isDone, PATIENCE_MS).catch(() => null)) !== null) return;
    }
    throw new Error(`nobody saw ${what}`);
  }

  async function goShopping(customer: string, round: number): Promise<void> {
    const say = (text: string) => discord.say(customer, where.customers, `<@${discord.applicationId}> ${text}`);
    const kind = (["buy", "buy", "ask", "cancel"] as const)[round % 4] ?? "buy";
    const id = say(kind === "ask" ? "How many Wayfarer are left?" : "I want to buy 1 pouch");
    people.written.push({ platform: "discord", id });
    if (kind === "ask") {
      await until(`an answer in ${id}`, () => botSays(id).find(({ shown }) => shown.includes("Wayfarer")));
      return;
    }
    const label = kind === "buy" ? "Confirm" : "Cancel";
    const findCard = () => botSays(id).find(({ buttons }) => buttons.some((one) => one.label === label));
    const card = await until(`a card in ${id}`, findCard);
    const isDone = () => (botSays(id).length > 1 ? true : null);
    await decide(
      `what came of ${label} in ${id}`,
      async () => (await discord.press(customer, id, card.id, { label })).acknowledged,
      isDone,
    );
  }

  const inShop = () => slack.seen(where.shop).filter(({ isBot, ephemeralFor }) => isBot && ephemeralFor === null);
  const approvable = (channel: string, threadTs?: string) =>
    slack
      .seen(channel, threadTs === undefined ? {} : { threadTs })
      .filter(({ buttons }) => buttons.some(({ label }) => label === "Approve"));

  async function restock(quantity: number): Promise<void> {
    const words = `Restock ${quantity} Mystique sunglasses`;
    const roots = () => inShop().filter(({ shown }) => shown.includes(words));
    const before = roots().length;
    await untilTaken(`the command "${words}"`, async () => {
      return (await slack.command(who.sue, where.shop, "/shop", words)).outcome === "acked";
    });
    const root = await until(`the thread of "${words}"`, () => roots()[before]);
    const card = await until(`a card for "${words}"`, () => approvable(where.shop, root.ts)[0]);
    const admin = chance() < 0.5 ? who.abe : who.ann;
    // As often in the channel of the staff, where the copy may come a little later.
    const copy = approvable(where.staff).find(({ shown }) => shown.includes(words));
    const [channel, ts] = copy !== undefined && chance() < 0.5 ? [where.staff, copy.ts] : [where.shop, card.ts];
    await decide(
      `what came of "${words}"`,
      async () => (await slack.press(admin, channel, ts, { label: "Approve" })).outcome === "acked",
      () => (slack.seen(where.shop, { threadTs: root.ts }).some(({ shown }) => shown.includes("Done")) ? true : null),
    );
  }

  async function askOnSlack(): Promise<void> {
    const { ts } = slack.say(who.sue, where.shop, `<@${slack.botUserId}> How many Mystique are left?`);
    people.written.push({ platform: "slack", id: ts });
    const answers = () => slack.seen(where.shop, { threadTs: ts }).slice(1);
    await until(`an answer below ${ts}`, () => answers().find(({ shown }) => shown.includes("Mystique")));
  }

  async function overAndOver(work: (round: number) => Promise<void>): Promise<void> {
    for (let round = 0; !isOver; round++) {
      await work(round);
      await sleep(THINKING_MS + chance() * THINKING_MS);
    }
  }

  const gone = Promise.all([
    ...customers.map((customer, number) => overAndOver((round) => goShopping(customer, round + number))),
    overAndOver((round) => restock(1 + round)),
    overAndOver(askOnSlack),
  ]);
  // Awaited by whoever stops them.
  gone.catch(() => {});

  return Object.assign(people, {
    gone,
    stop: async () => {
      isOver = true;
      await gone;
    },
    approveAll: async () => {
      for (const { ts } of inShop()) {
        for (const card of approvable(where.shop, ts)) {
          await slack.press(who.abe, where.shop, card.ts, { label: "Approve" });
        }
      }
    },
  });
}

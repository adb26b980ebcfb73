// Open cards on Slack and on Discord in, how soon a press on each is acknowledged out, while so many other requests are
// with a model that takes its time.
import { setTimeout as sleep } from "node:timers/promises";
import type { ModelApiAnswer } from "../test/support/model-api.ts";
import { says } from "../test/support/model-api.ts";
import { type Spread, spreadOf } from "./chats-flood.ts";
import { mention, type Town } from "./chats-town.ts";

export interface PressFigures {
  presses: number;
  /** Requests that the model had at once, at the least while it was measured. */
  underWay: number;
  slackAckMs: Spread;
  discordAckMs: Spread;
  notAcknowledged: number;
}

export interface SlowModel {
  answer: ModelApiAnswer;
  /** From now on an answer takes so long. */
  take(ms: number): void;
  underWay(): number;
}

const MODEL_MS = 3_000;
const BETWEEN_MS = 50;
const LOOK_MS = 20;
const LONGEST_MS = 120_000;

export function createSlowModel(plan: string): SlowModel {
  const answer = says(`<execute_javascript>\n${plan}\n</execute_javascript>`);
  let takesMs = 0;
  let underWay = 0;
  return {
    answer: async (response, request) => {
      underWay++;
      if (takesMs > 0) await sleep(takesMs);
      underWay--;
      await answer(response, request);
    },
    take: (ms) => {
      takesMs = ms;
    },
    underWay: () => underWay,
  };
}

interface Card {
  person: string;
  at: string;
  id: string;
}

export async function measurePresses(
  town: Town,
  model: SlowModel,
  { presses, busy }: { presses: number; busy: number },
): Promise<PressFigures> {
  const cards = {
    slack: await showCards(town, "slack", presses),
    discord: await showCards(town, "discord", presses),
  };
  model.take(MODEL_MS);
  const stop = new AbortController();
  const background = keepBusy(town, model, busy, stop.signal);
  await until(() => model.underWay() >= busy * 0.9);
  const acks = { slack: [] as number[], discord: [] as number[] };
  let [failed, least] = [0, busy];
  for (let number = 0; number < presses; number++) {
    for (const platform of ["slack", "discord"] as const) {
      const card = cards[platform][number];
      if (card === undefined) throw new Error("a card is missing");
      least = Math.min(least, model.underWay());
      const ms = await press[platform](town, card);
      if (ms === null) failed++;
      else acks[platform].push(ms);
      await sleep(BETWEEN_MS);
    }
  }
  stop.abort();
  model.take(0);
  await background;
  return {
    presses: presses * 2,
    underWay: least,
    slackAckMs: spreadOf(acks.slack),
    discordAckMs: spreadOf(acks.discord),
    notAcknowledged: failed,
  };
}

const press = {
  slack: async ({ slack, channel }: Town, { person, id }: Card) => {
    const { outcome, ackMs } = await slack.press(person, channel, id, { label: "Confirm" });
    return outcome === "acked" ? ackMs : null;
  },
  discord: async ({ discord }: Town, { person, at, id }: Card) => {
    const { acknowledged, ackMs } = await discord.press(person, at, id, { label: "Confirm" });
    return acknowledged ? ackMs : null;
  },
};

/** As many people as cards: each buys a pouch, and waits for the card. */
function showCards(town: Town, platform: "slack" | "discord", count: number): Promise<Card[]> {
  const people = town.people[platform].slice(0, count);
  return Promise.all(
    people.map(async (person, number) => {
      await sleep(number * BETWEEN_MS);
      const at = mention[platform](town, person, "one pouch please");
      const find = () => findCard[platform](town, at);
      await until(() => find() !== null);
      return { person, at, id: find() ?? "" };
    }),
  );
}

const findCard = {
  slack: ({ slack, channel }: Town, at: string) =>
    slack.seen(channel, { threadTs: at }).find(({ buttons }) => buttons.length > 0)?.ts ?? null,
  discord: ({ discord }: Town, at: string) => {
    const hasThread = discord.seen(discord.channelId).some(({ id, thread }) => id === at && thread !== null);
    return hasThread ? (discord.seen(at).find(({ buttons }) => buttons.length > 0)?.id ?? null) : null;
  },
};

/** Whoever has been answered is followed by somebody else, half on Slack and half on Discord. */
async function keepBusy(town: Town, model: SlowModel, busy: number, signal: AbortSignal): Promise<void> {
  let asked = 0;
  const ask = () => {
    const platform = asked % 2 === 0 ? "slack" : "discord";
    const people = town.people[platform].slice(-busy);
    mention[platform](town, people[Math.floor(asked / 2) % people.length] ?? "", "one pouch please");
    asked++;
  };
  for (let number = 0; number < busy; number++) ask();
  while (!signal.aborted) {
    // What is on its way to the model counts as asked already.
    for (let missing = busy - model.underWay(); missing > 0; missing--) ask();
    await sleep(MODEL_MS / 4);
  }
}

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while (!isSo()) {
    if (performance.now() > end) throw new Error("It took too long.");
    await sleep(LOOK_MS);
  }
}

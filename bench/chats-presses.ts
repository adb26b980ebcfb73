// Open cards on Slack and on Discord in, how soon a press on each is acknowledged out, while so many other requests are
// with a model that takes its time.
import { setTimeout as sleep } from "node:timers/promises";
import { type ModelApiAnswer, says } from "../test/support/model-api.ts";
import { type Spread, spreadOf } from "./chats-flood.ts";
import { type Said, say, type Town } from "./chats-town.ts";

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
  /** From now on an answer takes so long, more or less. */
  take(ms: number): void;
  underWay(): number;
  answered(): number;
}

const MODEL_MS = 8_000;
const BETWEEN_MS = 100;
const LOOK_MS = 20;
const LONGEST_MS = 120_000;

/** So many on each that nobody writes more than a person may. */
export const PEOPLE = 400;

export function createSlowModel(plan: string): SlowModel {
  const answer = says(`<execute_javascript>\n${plan}\n</execute_javascript>`);
  let takesMs = 0;
  let [underWay, answered] = [0, 0];
  return {
    answer: async (response, request) => {
      underWay++;
      // From half of it to one and a half: else all would be answered at once, again and again.
      if (takesMs > 0) await sleep(takesMs * (0.5 + ((underWay + answered) % 11) / 10));
      underWay--;
      answered++;
      await answer(response, request);
    },
    take: (ms) => {
      takesMs = ms;
    },
    underWay: () => underWay,
    answered: () => answered,
  };
}

interface Card extends Said {
  /** The message with the buttons. */
  cardId: string;
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
  const acks = { slack: [] as number[], discord: [] as number[] };
  let [failed, least] = [0, busy];
  try {
    await until(() => model.underWay() >= busy * 0.9);
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
  } finally {
    stop.abort();
    model.take(0);
    await background;
  }
  return {
    presses: presses * 2,
    underWay: least,
    slackAckMs: spreadOf(acks.slack),
    discordAckMs: spreadOf(acks.discord),
    notAcknowledged: failed,
  };
}

const press = {
  slack: async ({ slack }: Town, { person, channel, cardId }: Card) => {
    const { outcome, ackMs } = await slack.press(person, channel, cardId, { label: "Confirm" });
    return outcome === "acked" ? ackMs : null;
  },
  discord: async ({ discord }: Town, { person, id, cardId }: Card) => {
    const { acknowledged, ackMs } = await discord.press(person, id, cardId, { label: "Confirm" });
    return acknowledged ? ackMs : null;
  },
};

/** As many people as cards: each buys a pouch, and waits for the card. */
function showCards(town: Town, platform: "slack" | "discord", count: number): Promise<Card[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      await sleep(number * BETWEEN_MS);
      const said = say(town, platform, number, "one pouch please");
      const find = () => findCard[platform](town, said);
      await until(() => find() !== null);
      return { ...said, cardId: find() ?? "" };
    }),
  );
}

const findCard = {
  slack: ({ slack }: Town, { channel, id }: Said) =>
    slack.seen(channel, { threadTs: id }).find(({ buttons }) => buttons.length > 0)?.ts ?? null,
  discord: ({ discord }: Town, { channel, id }: Said) => {
    if (!discord.threads(channel).some((thread) => thread.id === id)) return null;
    return discord.seen(id).find(({ buttons }) => buttons.length > 0)?.id ?? null;
  },
};

/** Whoever has been answered is followed by somebody else, half on Slack and half on Discord. */
async function keepBusy(town: Town, model: SlowModel, busy: number, signal: AbortSignal): Promise<void> {
  const answeredBefore = model.answered();
  let asked = 0;
  while (!signal.aborted) {
    for (; asked - (model.answered() - answeredBefore) < busy; asked++) {
      // From the end of the list: the others have their cards.
      const number = PEOPLE - 1 - (Math.floor(asked / 2) % busy);
      say(town, asked % 2 === 0 ? "slack" : "discord", number, "one pouch please");
    }
    await sleep(LOOK_MS);
  }
}

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while (!isSo()) {
    if (performance.now() > end) throw new Error("It took too long.");
    await sleep(LOOK_MS);
  }
}

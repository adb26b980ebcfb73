// A platform that does not take what is posted, for a while or for ever: cards, private words and the talk behind them.
import { afterEach, expect, test } from "vitest";
import { NeverPosted } from "../../src/platforms/platform.ts";
import { ann, type ChatShop, dora, openChatShop, STAFF_PLACE, sue } from "../support/chat-shop.ts";
import type { RecordingChat } from "../support/recording-chat.ts";
import { createScriptedModel } from "../support/scripted-model.ts";
import { freshStoreForEachTest } from "../support/shop.ts";

const BUYS = `
await shop.purchase({ itemId: "SG007", quantity: 1 });
answer_text = "Ready to be confirmed."; STATUS = "success"; ACTION = "mutate";`;
const REFUNDS = `
await shop.refund({ orderId: 1001 });
answer_text = "Ready to be confirmed."; STATUS = "success"; ACTION = "mutate";`;
const COUNTS = `answer_text = "There are some."; STATUS = "success"; ACTION = "read";`;

const open = freshStoreForEachTest();
let shop: ChatShop;

afterEach(() => shop.close());

async function start(plans: string[]): Promise<void> {
  shop = await openChatShop({ ...open, model: createScriptedModel(plans) });
  await shop.doors.slack.linkOther(sue, dora.handle, "1");
}

/** From now on the platform refuses what is posted in that place, until the end is called. */
function fail(chat: RecordingChat, place: string): { hits(): number; off(): void } {
  const { post } = chat;
  let hits = 0;
  chat.post = async (where, delivery) => {
    if (where !== place) return post(where, delivery);
    hits++;
    throw new Error("503");
  };
  const off = () => {
    chat.post = post;
  };
  return { hits: () => hits, off };
}

const cardOnce = async (place = "thread") => {
  await expect.poll(() => shop.discord.texts(place).length).toBeGreaterThan(0);
  return shop.cardIn(shop.discord, place).id;
};

test("a card that reaches the staff after it was decided shows at once that it is, and keeps no buttons", async () => {
  await start([REFUNDS]);
  const outage = fail(shop.slack, STAFF_PLACE);
  await shop.say(dora, "refund order 1001");
  const id = await cardOnce();
  await shop.push(dora, id, "confirm");
  await expect.poll(outage.hits).toBeGreaterThan(0);
  await shop.push(ann, id, "approve");
  await expect.poll(() => shop.discord.texts("thread").at(-1)).toContain("booked");
  shop.slack.redrawn.length = 0;
  outage.off();
  await expect.poll(() => shop.slack.texts(STAFF_PLACE)).toHaveLength(1);
  await expect.poll(() => shop.slack.redrawn.map((card) => [card.id, card.state])).toEqual([[id, "committed"]]);
});

test("a card that could not be drawn anew when it was decided is drawn as soon as its platform takes it", async () => {
  await start([BUYS]);
  await shop.say(dora, "one pouch");
  const id = await cardOnce();
  const { redraw } = shop.slack;
  let refused = 0;
  shop.slack.redraw = async (card) => {
    if (refused++ < 2) throw new Error("503");
    await redraw(card);
  };
  await shop.push(dora, id, "confirm");
  await expect.poll(() => shop.discord.redrawn.map((card) => [card.id, card.state])).toEqual([[id, "committed"]]);
  await expect.poll(() => shop.slack.redrawn.map((card) => [card.id, card.state])).toEqual([[id, "committed"]]);
});

test("a decided card is drawn anew before its reply counts as sent: whoever takes over from a dead process does both", async () => {
  await start([BUYS]);
  await shop.say(dora, "one pouch");
  const id = await cardOnce();
  const sentWhenDrawn: boolean[] = [];
  const { redraw } = shop.discord;
  shop.discord.redraw = async (card) => {
    const unsent = await open.database.client.outbox.count({ where: { sentAt: null } });
    sentWhenDrawn.push(unsent === 0);
    await redraw(card);
  };
  await shop.push(dora, id, "confirm");
  await expect.poll(() => sentWhenDrawn).toEqual([false]);
});

test("a card that is decided just while it is drawn as one that waits keeps no buttons", async () => {
  await start([REFUNDS]);
  const outage = fail(shop.slack, STAFF_PLACE);
  await shop.say(dora, "refund order 1001");
  const id = await cardOnce();
  await shop.push(dora, id, "confirm");
  await expect.poll(() => shop.discord.redrawn.map(({ state }) => state)).toEqual(["pending"]);
  const gate = Promise.withResolvers<void>();
  const { redraw } = shop.discord;
  let held = 0;
  shop.discord.redraw = async (card) => {
    if (card.state === "pending") {
      held++;
      await gate.promise;
    }
    await redraw(card);
  };
  // The copy of the staff comes late, and with it the card is drawn once more everywhere.
  outage.off();
  await expect.poll(() => held).toBe(1);
  await shop.push(ann, id, "approve");
  await expect.poll(() => shop.discord.texts("thread").at(-1)).toContain("booked");
  await expect.poll(() => shop.discord.redrawn.at(-1)?.state).toBe("committed");
  gate.resolve();
  await expect.poll(() => shop.discord.redrawn.map(({ state }) => state).slice(1)).toContain("pending");
  await expect.poll(() => shop.discord.redrawn.at(-1)?.state).toBe("committed");
});

test("who approved on one platform is told so once, however often the other one has to be tried", async () => {
  await start([REFUNDS]);
  await shop.say(dora, "refund order 1001");
  const id = await cardOnce();
  await shop.push(dora, id, "confirm");
  await expect.poll(() => shop.slack.texts(STAFF_PLACE)).toHaveLength(1);
  const outage = fail(shop.discord, "thread");
  await shop.push(ann, id, "approve");
  await expect.poll(outage.hits).toBeGreaterThan(2);
  outage.off();
  await expect.poll(() => shop.discord.texts("thread").at(-1)).toContain("booked");
  expect(shop.slack.answers.map(({ reply }) => reply.text)).toEqual(["Done: it is booked."]);
});

test("a command whose channel is gone for ever is told to who used it, and leaves nothing that is tried without end", async () => {
  await start([COUNTS, COUNTS]);
  const { open: opens } = shop.discord;
  let tries = 0;
  shop.discord.open = async (place, opening) => {
    if (place !== "~gone") return opens(place, opening);
    tries++;
    throw new NeverPosted("The channel or thread is gone.");
  };
  shop.discord.lose("~gone");
  await shop.say(dora, "how many?", { place: "~gone", answerTo: "dora-alone", standsAlone: true });
  await expect.poll(() => shop.discord.answers.length).toBe(1);
  const [told] = shop.discord.answers;
  expect(told?.answerTo).toBe("dora-alone");
  expect(told?.reply.text).toMatch(/cannot answer you there.*channel or thread is gone/);
  await expect
    .poll(() => open.database.client.outbox.findMany({ select: { refused: true } }))
    .toEqual([{ refused: "That channel is gone." }]);
  expect(tries).toBeLessThan(4);
  await shop.say(dora, "how many?");
  await expect.poll(() => shop.discord.texts("thread")).toEqual(["There are some."]);
});

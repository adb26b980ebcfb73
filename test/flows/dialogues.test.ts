// Talks of several turns from test/fixtures/dialogues.json, each on the whole road: what is open, the cards, the words and
// the books are as it says. In English the built-in planner plans, in other languages the fixture's plans.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { createBuiltInPlanner } from "../../src/model/built-in.ts";
import type { Model, ModelReply } from "../../src/model/model.ts";
import { openChatTalk, openPageTalk, type Talk } from "../support/dialogue-talk.ts";
import { createScriptedModel } from "../support/scripted-model.ts";
import { freshStoreForEachTest } from "../support/shop.ts";

const Who = z.enum(["alice", "bruno", "sam", "ada"]);
const Says = z.strictObject({
  who: Who,
  says: z.array(z.string()),
  /** null: a typed button, which no plan answers. */
  status: z.string().nullable().default(null),
  open: z.array(z.string()),
  card: z.array(z.string()).nullable().default(null),
  mentions: z.array(z.string()).default([]),
  omits: z.array(z.string()).default([]),
  plan: z.string().default(""),
  answer: z.string().default(""),
  given: z.record(z.string(), z.number()).default({}),
});
const Presses = z.strictObject({
  who: Who,
  presses: z.enum(["confirm", "cancel", "approve", "reject"]),
  mentions: z.array(z.string()),
  open: z.array(z.string()),
});
const Turn = z.union([
  Says,
  Presses,
  z.strictObject({ restarts: z.literal(true) }),
  z.strictObject({ passesMinutes: z.number() }),
  z.strictObject({ caseCloses: z.literal(true) }),
]);
const Dialogue = z.strictObject({
  id: z.string(),
  about: z.string(),
  language: z.string(),
  /** On the page too, not in the chats alone. */
  everywhere: z.boolean(),
  turns: z.array(Turn),
  booked: z.array(z.string()),
  cards: z.array(z.string()),
});
type Dialogue = z.infer<typeof Dialogue>;

const file = JSON.parse(readFileSync(join(import.meta.dirname, "../fixtures/dialogues.json"), "utf8"));
const { plans, dialogues } = z
  .object({ plans: z.record(z.string(), z.array(z.string())), dialogues: z.array(Dialogue) })
  .parse(file);

const store = freshStoreForEachTest();
let talk: Talk;
afterEach(() => talk.close());

function modelFor({ language, turns }: Dialogue): Model {
  if (language === "en") return createBuiltInPlanner();
  const codes = turns.flatMap((turn) => {
    if (!("says" in turn)) return [];
    const code = plans[turn.plan] ?? [`throw new Error("there is no plan ${turn.plan}");`];
    return [[`answer_text = ${JSON.stringify(turn.answer)};`, `const given = ${JSON.stringify(turn.given)};`, ...code]];
  });
  return createScriptedModel(codes.map((lines) => lines.join("\n")));
}

async function walk(dialogue: Dialogue): Promise<void> {
  for (const [at, turn] of dialogue.turns.entries()) {
    const where = `turn ${at + 1}: ${JSON.stringify(turn)}`;
    if ("restarts" in turn) await talk.restart();
    else if ("passesMinutes" in turn) talk.pass(turn.passesMinutes);
    else if ("caseCloses" in turn) await talk.closeCase();
    else if ("presses" in turn) {
      const { text, open } = await talk.press(turn.who, turn.presses);
      for (const words of turn.mentions) expect(text, where).toContain(words);
      expect(open, where).toEqual(turn.open);
    } else {
      const said = await talk.say(turn.who, turn.says);
      const { text, status, open, card } = said;
      expect({ text, status, open, card }, where).toEqual({
        text: expect.any(String),
        status: turn.status ?? status,
        open: turn.open,
        card: turn.status === null ? card : turn.card,
      });
      for (const words of turn.mentions) expect(text, where).toContain(words);
      for (const words of turn.omits) expect(text, where).not.toContain(words);
      if (turn.answer !== "") expect(text, where).toBe(turn.answer);
    }
  }
  const { client } = store.database;
  const booked = await client.transaction.findMany({ orderBy: { position: "asc" }, skip: 1 });
  expect(booked.map(({ kind, quantity, itemId }) => `${kind} ${quantity} ${itemId}`)).toEqual(dialogue.booked);
  const cards = await client.approval.findMany({ orderBy: { createdAt: "asc" } });
  expect(cards.map(({ state }) => state)).toEqual(dialogue.cards);
}

describe("in Slack and Discord", () => {
  test.each(dialogues)("$about: $id ($language)", async (dialogue) => {
    talk = await openChatTalk({ ...store, model: modelFor(dialogue) }, hasBurst(dialogue));
    await walk(dialogue);
  });
});

describe("at the page", () => {
  test.each(dialogues.filter(({ everywhere }) => everywhere))("$about: $id ($language)", async (dialogue) => {
    talk = await openPageTalk({ ...store, model: modelFor(dialogue) });
    await walk(dialogue);
  });
});

function hasBurst({ turns }: Dialogue): boolean {
  return turns.some((turn) => "says" in turn && turn.says.length > 1);
}

describe("what the next plan is told", () => {
  const ASKS = `answer_text = "How many?"; STATUS = "invalid_request"; ACTION = "read";
pending = { intent: "purchase", collected: { itemId: "SG001" }, missing: ["quantity"] };`;
  const TELLS = `answer_text = "It is green."; STATUS = "success"; ACTION = "read";`;
  const BREAKS = `throw new Error("no");`;
  const UNAVAILABLE: ModelReply = { kind: "unavailable", reason: "down", retryAfterMs: null };

  test("a request that comes to nothing leaves open what was open, and trying it again finds it", async () => {
    const model = createScriptedModel([ASKS, BREAKS, BREAKS, BREAKS, UNAVAILABLE, TELLS]);
    talk = await openPageTalk({ ...store, model });
    await talk.say("alice", ["Aviators, please"]);
    expect((await talk.say("alice", ["hm"])).open).toEqual(["purchase: quantity"]);
    expect((await talk.say("alice", ["two"])).open).toEqual(["purchase: quantity"]);
    await talk.say("alice", ["retry"]);
    expect(model.tasks.at(-1)?.request).toMatchObject({ user_request: "two", pending: [{ intent: "purchase" }] });
  });

  test("of a request that was tried again it is what came of it last that counts", async () => {
    const buys = `await shop.purchase({ itemId: "SG001", quantity: 2 });
answer_text = "Ready to be confirmed."; STATUS = "success"; ACTION = "mutate";`;
    talk = await openPageTalk({ ...store, model: createScriptedModel([ASKS, UNAVAILABLE, TELLS, buys]) });
    await talk.say("alice", ["Aviators, please"]);
    await talk.say("alice", ["two"]);
    expect((await talk.say("alice", ["what colour are they?"])).open).toEqual(["purchase: quantity"]);
    expect((await talk.say("alice", ["retry"])).open).toEqual(["purchase: card"]);
  });

  test("in a thread of several people each plan hears what its own person said and was told, and nothing else", async () => {
    const model = createScriptedModel([ASKS, TELLS, TELLS]);
    talk = await openPageTalk({ ...store, model });
    await talk.say("alice", ["Aviators, please"]);
    await talk.say("bruno", ["what colour is the Moon?"]);
    await talk.say("bruno", ["two"]);
    expect(model.tasks.at(-1)?.request).toMatchObject({
      history: [
        { who: "customer", text: "what colour is the Moon?" },
        { who: "shop", text: "It is green." },
      ],
      pending: [],
    });
  });
});

test("each thing that people do in a talk is walked at least twice, and each language twice", () => {
  const counted = (of: (dialogue: Dialogue) => string) =>
    [...Map.groupBy(dialogues, of).values()].map((all) => all.length);
  expect(Math.min(...counted(({ about }) => about))).toBeGreaterThanOrEqual(2);
  expect(Math.min(...counted(({ language }) => language))).toBeGreaterThanOrEqual(2);
  expect(dialogues.filter(({ language }) => language === "en").length).toBeGreaterThanOrEqual(40);
});

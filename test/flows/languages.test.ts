import { afterEach, describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "../../src/language.ts";
import { cardText, cardView } from "../../src/platforms/card-view.ts";
import { textsOf } from "../../src/texts/texts-of.ts";
import { type ChatShop, dan, dora, openChatShop, sue } from "../support/chat-shop.ts";
import { createScriptedModel } from "../support/scripted-model.ts";
import { freshStoreForEachTest } from "../support/shop.ts";

const SAYS: { [language in Language]: { buys: string; wishes: string } } = {
  en: { buys: "I want to buy two pouches please", wishes: "I want to talk to a person" },
  de: { buys: "Ich möchte bitte zwei Pouch kaufen", wishes: "Ich möchte mit einem Menschen sprechen" },
  es: { buys: "Quiero comprar dos Pouch por favor", wishes: "Quiero hablar con una persona" },
  fr: { buys: "Je voudrais acheter deux Pouch", wishes: "Je voudrais parler à un conseiller" },
  pt: { buys: "Quero comprar duas Pouch, quanto custa?", wishes: "Quero falar com uma pessoa, você" },
  tr: { buys: "İki tane Pouch almak istiyorum", wishes: "Bir insanla konuşmak istiyorum" },
};
const BUYS = `
await shop.purchase({ itemId: "SG007", quantity: 2 });
answer_text = "Pouch."; STATUS = "success"; ACTION = "mutate";`;

const open = freshStoreForEachTest();
let shop: ChatShop;
afterEach(() => shop.close());

const texts = () => shop.discord.texts("thread");

describe.each(LANGUAGES)("in %s", (language) => {
  const house = textsOf(language);

  test("a card, its buttons and what came of it are in the customer's language, and the staff's copy is in English", async () => {
    shop = await openChatShop({ ...open, model: createScriptedModel([BUYS]) });
    await shop.doors.slack.linkOther(sue, dora.handle, "1");
    await shop.say(dora, SAYS[language].buys);
    await expect.poll(() => texts()).toHaveLength(1);
    const card = shop.cardIn(shop.discord, "thread");
    const view = cardView(card, "place");
    expect(view.title).toBe(house.card.waitsFor("Alice"));
    expect(view.buttons.map(({ label }) => label)).toEqual([house.card.confirm, house.card.cancel]);
    expect(view.lines).toEqual([house.lines.sell("2 × Pouch (SG007)", house.lines.price("$6.50", "$13.00"), "Alice")]);
    expect(cardText(view)).toContain("$13.00");
    expect(cardView(card, "staff").lines).toEqual([
      "Sell 2 × Pouch (SG007) at $6.50 = $13.00, to Alice on a new order",
    ]);
    await shop.push(dora, card.id, "confirm", { person: { ...dora, language } });
    await expect.poll(() => texts().at(-1)).toBe(house.booked);
    await shop.push(dora, card.id, "confirm", { person: { ...dora, language } });
    await expect.poll(() => shop.discord.answers.at(-1)?.reply.text).toBe(house.closed.committed);
  });

  test("the word for yes presses the card", async () => {
    shop = await openChatShop({ ...open, model: createScriptedModel([BUYS]) });
    await shop.doors.slack.linkOther(sue, dora.handle, "1");
    await shop.say(dora, SAYS[language].buys);
    await expect.poll(() => texts()).toHaveLength(1);
    await shop.say(dora, { en: "yes", de: "Ja!", es: "sí", fr: "oui", pt: "Sim", tr: "evet" }[language]);
    await expect.poll(() => texts().at(-1)).toBe(house.booked);
  });

  test("a wish for a person is understood and answered in it, and so is a short word after it", async () => {
    shop = await openChatShop({ ...open, model: createScriptedModel([]) });
    await shop.say(dan, SAYS[language].wishes);
    await expect.poll(() => texts()).toHaveLength(1);
    const { id } = await open.database.client.ticket.findFirstOrThrow({ orderBy: { id: "desc" } });
    expect(texts()[0]).toBe(house.handedOver(id));
    await shop.doors.slack.resolveTicket(sue, id, "k");
    await expect.poll(() => texts().at(-1)).toBe(house.resolved(id));
  });

  test("links, limits and faults are told in it", async () => {
    shop = await openChatShop({ ...open, model: createScriptedModel([]), mailCode: async () => {} });
    const who = { ...dora, language };
    expect(await shop.doors.discord.link(who, "")).toEqual({ kind: "say", text: house.linkHelp(15, dora.handle) });
    expect(await shop.doors.discord.link(who, "123456")).toEqual({ kind: "say", text: house.linkExpired });
    expect(await shop.doors.discord.link(who, "nobody@example.com")).toEqual({
      kind: "say",
      text: house.linkCodeSent(15),
    });
    expect(await shop.push(who, "apr_none", "confirm")).toEqual({ kind: "say", text: house.noSuchCard });
  });
});

test("no language lacks a text, and amounts, names and ids stay as they are", () => {
  const filled = (value: unknown): unknown[] =>
    typeof value === "function"
      ? [value("<<1>>", "<<2>>", "<<3>>", "<<4>>", "<<5>>")]
      : typeof value === "object" && value !== null
        ? Object.values(value).flatMap(filled)
        : [value];
  const counts = LANGUAGES.map((language) => {
    const all = filled(textsOf(language));
    for (const text of all) expect(text).toMatch(/\S/);
    return all.map((text) => [...String(text).matchAll(/<<\d>>/g)].map(([mark]) => mark).toSorted());
  });
  for (const marks of counts) expect(marks).toEqual(counts[0]);
});

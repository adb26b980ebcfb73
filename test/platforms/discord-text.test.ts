import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CardView, cardView } from "../../src/platforms/card-view.ts";
import { cardEmbed } from "../../src/platforms/discord/card-embed.ts";
import { clipped, label, literal } from "../../src/platforms/discord/escape.ts";
import { messageParts } from "../../src/platforms/discord/message-parts.ts";
import { echo } from "../../src/platforms/discord/open-talk.ts";
import { replyDrafts } from "../../src/platforms/discord/reply-drafts.ts";
import { threadName } from "../../src/platforms/discord/sender.ts";
import { textsOf } from "../../src/texts/texts-of.ts";
import { card, delivery } from "../support/discord-chat.ts";

const PIECES = [
  ...[
    "@everyone",
    "@here",
    "@Everyone",
    "<@1>",
    "<@!1>",
    "<@&2>",
    "<#3>",
    "</ask:4>",
    "<:lamp:5>",
    "<t:1:R>",
    "<id:home>",
  ],
  ...["**", "*", "__", "_", "~~", "||", "`", "``", "```", "```js\n", "> ", ">>> ", "# ", "## ", "-# ", "- ", "1. "],
  ...["[a](https://b.example)", "https://a.example/b_c_d?e=@everyone", "<https://a.example>", "https://", "\\", "\n"],
  ...["sale", " ", "😀", "é", "\u200b", "\t", "discord.gg/x", "#", "-", "("],
];
const hostile = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "binary", maxLength: 80 }),
);
const long = fc.array(hostile, { minLength: 10, maxLength: 120 }).map((texts) => texts.join(" "));

const FENCE = /```[\w+#.-]*\n[\s\S]*?\n```/g;
const LINK = /<https?:\/\/[^\s<>]+>/g;
const withoutSigns = (text: string) => text.replaceAll("\u200b", "");

/** What still has an effect: all that is neither in code, nor in a link, nor escaped. */
const live = (shown: string) =>
  shown
    .replace(FENCE, "")
    .replace(LINK, "x")
    .replace(/\\[\s\S]/g, "x");
/** As people read it. */
const read = (shown: string) =>
  shown
    .replace(
      /(```[\w+#.-]*\n[\s\S]*?\n```)|<(https?:\/\/[^\s<>]+)>|\\([\s\S])/g,
      (_all, code, link, mark) => code ?? (link === undefined ? mark : link.replace(/%40(?=everyone|here)/gi, "@")),
    )
    .replaceAll("\u200b", "");

function expectHarmless(shown: string): void {
  expect(live(shown)).not.toMatch(/[*_`[<>]|~~|\|\||(?:^|\n)\s*(?:[-*+]|\d+\.)?\s*#{1,3}(?:\s|$)|-#/);
  expectNoPing(shown);
}

function expectNoPing(shown: string): void {
  expect(shown).not.toMatch(/@everyone|@here|<@[!&]?\d/i);
}

describe("texts that are not ours", () => {
  test("are shown as they are written, whatever markup or mentions they hold", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expectHarmless(literal(text));
        expect(read(literal(text))).toBe(withoutSigns(text));
      }),
      { numRuns: 1_000 },
    );
  });

  test("ping nobody in labels, alt texts and names of threads either", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expectNoPing(label(text));
        expect(withoutSigns(label(text))).toBe(withoutSigns(text));
        const name = threadName(text);
        expectNoPing(name);
        expect(name.length).toBeGreaterThan(0);
        expect(name.length).toBeLessThanOrEqual(100);
      }),
    );
  });

  test("are cut to what there is room for, never in the middle of an escape", () => {
    fc.assert(
      fc.property(long, fc.integer({ min: 1, max: 300 }), (text, most) => {
        const cut = clipped(text, most, literal);
        expect(cut.length).toBeLessThanOrEqual(most);
        expectHarmless(cut);
      }),
    );
  });

  test("are shown whole by messages that Discord takes", () => {
    const letters = (text: string) => withoutSigns(text).replace(/[\s`]/g, "");
    fc.assert(
      fc.property(long, (text) => {
        const parts = messageParts(text);
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(2_000);
          expect(part.trim()).not.toBe("");
          expectHarmless(part);
        }
        // A fence that is opened again repeats its language.
        let at = 0;
        const all = letters(parts.map(read).join("\n"));
        for (const letter of letters(text)) {
          at = all.indexOf(letter, at) + 1;
          expect(at).toBeGreaterThan(0);
        }
      }),
    );
  });

  test("a command's echo shows who asked for what and fits one message", () => {
    fc.assert(
      fc.property(hostile, long, (name, text) => {
        const shown = echo(name, text);
        expect(shown.length).toBeLessThanOrEqual(2_000);
        expect(shown.startsWith("**")).toBe(true);
        expectNoPing(shown);
        expectHarmless(shown.slice(2).replace("** asks: ", ""));
      }),
    );
  });

  test("B74 a long answer with code and a table becomes three messages, its fence opened again, its buttons last", () => {
    const code = Array.from({ length: 60 }, (_, line) => `const line${line} = "${"x".repeat(24)}";`).join("\n");
    const table = Array.from({ length: 40 }, (_, line) => `| SG00${line} | Wayfarer | ${line} in stock |`).join("\n");
    const text = `Here is the plan:\n\n\`\`\`js\n${code}\n\`\`\`\n\nAnd the stock:\n\n${table}\n\n${"That is all. ".repeat(100)}`;
    expect(text.length).toBeGreaterThan(5_300);
    const drafts = replyDrafts(delivery({ text, runId: "run_1" }), [], false);
    expect(drafts.map(({ rows }) => rows.length)).toEqual([0, 0, 1]);
    for (const { content } of drafts) {
      expect(content.length).toBeLessThanOrEqual(2_000);
      expect(content.match(/```/g)?.length ?? 0).toSatisfy((count: number) => count % 2 === 0);
    }
    expect(drafts[1]?.content.startsWith("```js\n")).toBe(true);
    const shown = drafts.map(({ content }) => read(content)).join("\n");
    for (const line of [...code.split("\n"), ...table.split("\n")]) expect(shown).toContain(line);
    expect(shown.indexOf("const line0 ")).toBeLessThan(shown.indexOf("const line59 "));
    expect(shown.indexOf("const line59 ")).toBeLessThan(shown.indexOf("SG001 "));
  });
});

const view: fc.Arbitrary<CardView> = fc.record({
  approvalId: fc.constant("apr_1"),
  title: hostile,
  tone: fc.constantFrom("waiting" as const, "done" as const, "ended" as const),
  asked: fc.record({ words: hostile, text: long }),
  lines: fc.array(hostile, { maxLength: 60 }),
  rows: fc.array(fc.record({ what: hostile, before: hostile, after: long }), { maxLength: 40 }),
  more: fc.integer({ min: 0, max: 50 }),
  remarks: fc.array(hostile, { maxLength: 10 }),
  amountWords: fc.constantFrom("+$285.00 into the till", null),
  expiresAt: fc.constantFrom(new Date("2026-12-01T12:00:00Z"), null),
  decided: fc.array(
    fc.record({
      words: hostile,
      at: fc.constant("2026-12-01T12:00:00Z"),
      reason: fc.option(long),
    }),
    { maxLength: 4 },
  ),
  ending: fc.option(long),
  buttons: fc.constant([]),
  showsPlan: fc.boolean(),
  texts: fc.constant(textsOf("en").card),
});

describe("cards", () => {
  test("fit Discord's limits and ping nobody, whatever is in them", () => {
    fc.assert(
      fc.property(view, (shown) => {
        const { title = "", description = "", fields = [] } = cardEmbed(shown);
        expect(title.length).toBeLessThanOrEqual(256);
        expect(description.length).toBeLessThanOrEqual(4_096);
        expect(fields.length).toBeLessThanOrEqual(25);
        let total = title.length + description.length;
        for (const { name, value } of fields) {
          expect(name.length).toBeLessThanOrEqual(256);
          expect(value.length).toBeLessThanOrEqual(1_024);
          expect(name.trim()).not.toBe("");
          expect(value.trim()).not.toBe("");
          total += name.length + value.length;
        }
        expect(total).toBeLessThanOrEqual(6_000);
        for (const text of [title, description, ...fields.flatMap(({ name, value }) => [name, value])]) {
          expectNoPing(text);
          expect(live(text).replace(/<t:\d+:R>/g, "")).not.toMatch(/[`[<]|~~|\|\||@everyone/);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("say how much there is beside what they show", () => {
    const lines = Array.from(
      { length: 60 },
      (_, line) => `Sell 1 × Wayfarer (SG002) at $95.00 = $95.00, to order ${line}`,
    );
    const description = cardEmbed({ ...cardView(card({ lines }), "place") }).description ?? "";
    const shown = description.match(/^• /gm)?.length ?? 0;
    expect(description).toContain(`and ${60 - shown} more`);
  });

  test("show what is sold, before and after, the amount, and until when", () => {
    const expiresAt = "2026-12-01T12:00:00.000Z";
    const embed = cardEmbed(cardView(card({ expiresAt }), "place"));
    expect(embed.title).toBe("Waiting for Alice to confirm");
    expect(embed.description).toContain("> Alice (customer) asked: Sell 3 Wayfarer");
    expect(embed.description).toContain("• Sell 3 × Wayfarer (SG002) at $95.00 = $285.00");
    expect(embed.description).toContain("**+$285.00 into the till**");
    expect(embed.description).toContain(`<t:${Date.parse(expiresAt) / 1_000}:R>`);
    expect(embed.fields?.some(({ value }) => value === "10 → 7")).toBe(true);
  });
});

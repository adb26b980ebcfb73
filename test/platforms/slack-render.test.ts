// Whatever stands in a text, Slack shows it, all of it, within its bounds, and nobody is rung by it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cardView } from "../../src/platforms/card-view.ts";
import { answerParts, type Block, button, draftsOf, plainOf } from "../../src/platforms/slack/blocks.ts";
import { cardDraft } from "../../src/platforms/slack/card-blocks.ts";
import { decoded } from "../../src/platforms/slack/decode.ts";
import { cut, escaped, escapedWithin } from "../../src/platforms/slack/escape.ts";
import { planView, rejectForm, ticketForm } from "../../src/platforms/slack/forms.ts";
import { isStreamable, markdownOf, readMarkdown } from "../../src/platforms/slack/markdown.ts";
import { addressOf, placeText, readPlace } from "../../src/platforms/slack/place.ts";
import { wordDrafts } from "../../src/platforms/slack/reply-drafts.ts";
import { checkBlocks } from "../support/slack/block-rules.ts";
import { drawBlocks, findBlockPings } from "../support/slack/block-text.ts";
import { findPings, renderMarkdown, unescapeEntities } from "../support/slack/markup.ts";
import { createWorkspace } from "../support/slack/workspace.ts";
import { card, reply } from "../support/slack-chat.ts";

const workspace = createWorkspace([]);

const nasty = fc.constantFrom(
  ...["<!channel>", "<!here|x>", "<@U1>", "<!subteam^S1>", "<#C1|x>", "<https://x.example|here>", "@channel", "@here"],
  ...[
    "&amp;",
    "&lt;!channel&gt;",
    "&",
    "<",
    ">",
    "*",
    "**",
    "_",
    "~",
    "`",
    "```",
    "\n",
    "\n\n",
    "# ",
    "- ",
    "1. ",
    "> ",
  ],
  ...[
    "[a](https://x.example)",
    "![a](b)",
    "\\",
    "|",
    ":smile:",
    "\u0000",
    "\u202e",
    "\ud83d",
    "👩‍👩‍👧",
    "é",
    "漢字",
    " ",
  ],
);
const anyText = fc
  .oneof(
    {
      weight: 3,
      arbitrary: fc.array(fc.oneof(nasty, fc.string({ unit: "binary", maxLength: 12 })), { maxLength: 40 }),
    },
    {
      weight: 1,
      arbitrary: fc.array(fc.constantFrom("word ", "**bold** ", "`code` ", "line\n", "```\n", '"', "漢"), {
        maxLength: 2_000,
      }),
    },
  )
  .map((parts) => parts.join(""));
const longText = fc
  .tuple(anyText, fc.integer({ min: 1, max: 60 }))
  .map(([text, times]) => text.repeat(times).slice(0, 40_000));

/** What may be dropped: signs of markdown, controls, and blanks where a text is divided. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is dropped
const bare = (text: string) => text.toWellFormed().replace(/[\s*`#•\-\u0000-\u001f\u007f]/g, "");

const json = (blocks: Block[]) =>
  blocks.map((block, index) => ({ ...JSON.parse(JSON.stringify(block)), block_id: `b${index}` }));

function expectFit(text: string, blocks: Block[]): void {
  expect(checkBlocks(blocks)).toEqual([]);
  expect(JSON.stringify(blocks).length).toBeLessThanOrEqual(13_200);
  expect(text.length).toBeLessThanOrEqual(4_000);
  expect(text).not.toBe("");
  expect([...findPings(text, false), ...findBlockPings(blocks)]).toEqual([]);
  for (const block of JSON.stringify(blocks).matchAll(/"type":"(link|user|usergroup|broadcast|channel|mrkdwn)"/g)) {
    throw new Error(`a ${block[1]} was forged`);
  }
}

describe("answers", () => {
  test("B59 B52 any text is shown whole, within the bounds, and rings nobody", () => {
    fc.assert(
      fc.property(longText, (text) => {
        const drafts = wordDrafts(reply({ text, runId: "run_1" }));
        for (const draft of drafts) expectFit(draft.text, draft.blocks);
        const shown = drafts.map(({ blocks }) => drawBlocks(workspace, json(blocks))).join("\n");
        expect(bare(shown)).toBe(bare(text));
      }),
      { numRuns: 300 },
    );
  });

  test("the same as Slack's markdown, which streams are: shown whole, and rings nobody", () => {
    fc.assert(
      fc.property(longText, (text) => {
        const pieces = readMarkdown(text);
        const markdown = markdownOf(pieces);
        expect(findPings(markdown, false)).toEqual([]);
        if (!isStreamable(pieces)) return;
        expect(markdown.replaceAll(/(?<!\\)`[^`]*`/g, "")).not.toMatch(/(?<!\\)\]\(/);
        expect(bare(renderMarkdown(workspace, markdown))).toBe(bare(text));
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ["**bold** and `co_de` & <b>_x_</b>", "bold and co_de & <b>_x_</b>"],
    ["# Head\n- *one*\n- [two](https://x.example)", "Head\n• *one*\n• [two](https://x.example)"],
    ["1. first ~not~ gone\n> quote", "1. first ~not~ gone\n> quote"],
  ])("streamed %j reads %j", (text, shown) => {
    expect(renderMarkdown(workspace, markdownOf(readMarkdown(text)))).toBe(shown);
  });

  test("B52 eleven thousand eight hundred characters in six paragraphs and buttons come whole, buttons last", () => {
    const text = Array.from({ length: 6 }, (_, index) => `${index}${"word ".repeat(393)}`).join("\n\n");
    const drafts = draftsOf(answerParts(text), [{ type: "actions", elements: [button("Go", "go", "1", "plain")] }]);
    expect(drafts.flatMap(({ blocks }) => blocks).filter(({ type }) => type === "actions")).toHaveLength(1);
    expect(drafts.at(-1)?.blocks.at(-1)?.type).toBe("actions");
    expect(bare(drafts.map(({ blocks }) => drawBlocks(workspace, json(blocks))).join("\n"))).toBe(
      `${bare(text)}Go`.replace("Go", ""),
    );
  });
});

describe("cards, buttons and forms", () => {
  test("B53 B59 any card is one message within the bounds, rings nobody and keeps its buttons", () => {
    const anyCard = fc.record({
      request: longText,
      name: anyText,
      role: anyText,
      lines: fc.array(anyText, { maxLength: 120 }),
      remarks: fc.array(anyText, { maxLength: 20 }),
      reason: anyText,
    });
    fc.assert(
      fc.property(anyCard, ({ request, name, role, lines, remarks, reason }) => {
        const given = card({ request, requester: { name, role, person: "p" }, lines, remarks });
        const decisions = [{ name, decision: "reject", at: new Date().toISOString(), reason }];
        for (const seenBy of ["place", "staff"] as const) {
          const view = cardView(given, seenBy);
          const { text, blocks } = cardDraft(view);
          expectFit(text, blocks);
          expect(blocks.at(-1)?.type === "actions").toBe(view.showsPlan || view.buttons.length > 0);
          const decided = cardDraft(cardView({ ...given, state: "rejected", decisions }, seenBy));
          expectFit(decided.text, decided.blocks);
        }
      }),
      { numRuns: 150 },
    );
  });

  test("B59 a label is cut to what a button holds, never within a sign, and shown literally", () => {
    fc.assert(
      fc.property(longText, (label) => {
        const { text } = button(label, "a", "v", "plain");
        expect(text.text.length).toBeLessThanOrEqual(75);
        expect(text.text).not.toMatch(/<|>|&(?!amp;|lt;|gt;)/);
      }),
    );
  });

  test("any plan and any ticket is a form that Slack takes", () => {
    fc.assert(
      fc.property(longText, (code) => {
        const about = { id: "1234567", channel: "C1", ts: "1.2", thread: null };
        for (const { blocks, title } of [planView(about, "One moment…", code), rejectForm(about), ticketForm(about)]) {
          expect(checkBlocks(blocks, 100)).toEqual([]);
          expect(findBlockPings(blocks)).toEqual([]);
          expect(title.text.length).toBeLessThanOrEqual(24);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("signs", () => {
  test("what is escaped reads as it was, and holds no sign of Slack's", () => {
    fc.assert(
      fc.property(longText, fc.integer({ min: 1, max: 100 }), (text, chars) => {
        expect(escaped(text)).not.toMatch(/[<>]/);
        expect(bare(unescapeEntities(escaped(text)))).toBe(bare(text));
        for (const short of [escapedWithin(text, chars), cut(text.toWellFormed(), chars), plainOf(text)]) {
          expect(short.isWellFormed()).toBe(true);
        }
        expect(escapedWithin(text, chars).length).toBeLessThanOrEqual(chars);
        expect(escapedWithin(text, chars)).not.toMatch(/&(?!amp;|lt;|gt;)/);
      }),
    );
  });

  test.each([
    ["<@UBOT> hello", "hello"],
    ["hey <@UBOT>, <@U2|eve> and <@U3>", "hey @eve and @U3"],
    ["<#C1|shop> <!here> <!subteam^S1|@staff> <!date^1^{date}|today>", "#shop @here @staff today"],
    [
      "<https://x.example> <https://x.example|x.example> <https://x.example|here>",
      "https://x.example x.example here (https://x.example)",
    ],
    ["&lt;b&gt; &amp;amp; 3 &lt; 4", "<b> &amp; 3 < 4"],
    ["3 < 4 and 5 > 2", "3 < 4 and 5 > 2"],
    ["<mailto:a@b.example|a@b.example> <tel:123|123>", "a@b.example 123"],
  ])("%j was typed as %j", async (text, typed) => {
    expect(await decoded(text, "UBOT", { nameOf: async () => null })).toBe(typed);
  });

  test.each(["T1/C1/1700000000.000100", "T1/D1", "T1/C1/~123.456.abc", "staff/C1"])(
    "place %s is read and written alike",
    (text) => {
      const place = readPlace(text);
      expect(place && placeText(place)).toBe(text);
    },
  );

  test("a thread has an address", () => {
    expect(addressOf("T1/C1/1.2")).toBe("https://app.slack.com/client/T1/C1/thread/C1-1.2");
    expect(addressOf("nonsense")).toBeNull();
  });
});

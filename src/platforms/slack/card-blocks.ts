// A card in; the one message that shows it out, whatever is on the card. What is on it is shown literally.
import { type CardButton, type CardView, cardText } from "../card-view.ts";
import { flatCard } from "../flat-card.ts";
import { actionIds } from "./action-ids.ts";
import { type Block, button, type Draft, fits, literal, plainOf, richText } from "./blocks.ts";
import { cleaned, cut } from "./escape.ts";
import type { Piece, Span } from "./markdown.ts";

// So that the whole fits into one message: it is redrawn as one.
const REQUEST_CHARS = 600;
const LINE_CHARS = 400;
const REASON_CHARS = 300;
const LIST_CHARS = 2_600;
const LIST_LINES = 60;

export function cardDraft(given: CardView): Draft {
  const view = flatCard(given);
  const blocks: Block[] = [
    richText([prose([bold(view.title)])]),
    ...listBlock("", view.lines),
    ...listBlock(
      "",
      view.rows.map(({ what, before, after }) => `${what}: ${before} → ${after}`),
      view.more,
    ),
    ...listBlock("", view.remarks),
    ...footer(view),
    ...buttons(view),
  ];
  return { text: plainOf(cardText(view)), blocks: fits(blocks) ? blocks : withoutLists(view) };
}

/** What cannot be shown whole here is still decided here: the page shows all of it. */
function withoutLists(view: CardView): Block[] {
  const title = richText([prose([bold(cut(cleaned(view.title), LINE_CHARS))])]);
  return [title, richText([literal("This card is too long for Slack; the page shows it.")]), ...buttons(view)];
}

/** A list that ends in "and n more" where it is too long; none when there is nothing in it. */
function listBlock(head: string, lines: string[], more = 0): Block[] {
  const shown: string[] = [];
  let chars = 0;
  for (const line of lines.map((text) => cut(cleaned(text), LINE_CHARS))) {
    chars += line.length + 3;
    if (chars > LIST_CHARS || shown.length === LIST_LINES) break;
    shown.push(`• ${line}`);
  }
  const left = lines.length - shown.length + more;
  if (left > 0) shown.push(`and ${left} more`);
  const text = [head, ...shown].filter((line) => line !== "").join("\n");
  return text === "" ? [] : [richText([literal(text)])];
}

function footer({ asked, amountWords, expiresAt, decided, ending, texts }: CardView): Block[] {
  const lines: Piece[] = [
    prose([bold(cut(cleaned(asked.words), LINE_CHARS)), plain(`: ${cut(cleaned(asked.text), REQUEST_CHARS)}`)]),
    ...(amountWords === null ? [] : [prose([bold(amountWords)])]),
    ...decided.map(({ words, reason }) =>
      prose([bold(words), plain(reason === null ? "" : `: ${cut(cleaned(reason), REASON_CHARS)}`)]),
    ),
    ...(ending === null ? [] : [literal(cut(cleaned(ending), LINE_CHARS))]),
  ];
  const block = richText(lines);
  if (expiresAt !== null) {
    const fallback = `${expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
    const timestamp = Math.floor(expiresAt.getTime() / 1000);
    const until = { type: "date" as const, timestamp, format: "{date_short_pretty} at {time}", fallback };
    const [before = "", after = ""] = texts.openUntil("\0").split("\0");
    const words = (text: string) => (text === "" ? [] : [{ type: "text" as const, text }]);
    block.elements.push({ type: "rich_text_section", elements: [...words(before), until, ...words(after)] });
  }
  return [block];
}

function buttons({ approvalId, buttons: faces, showsPlan, texts }: CardView): Block[] {
  const elements = faces.map((face: CardButton) =>
    button(face.label, actionIds.press(face.decision), approvalId, face.style),
  );
  if (showsPlan) elements.push(button(texts.viewPlan, actionIds.plan, approvalId, "plain"));
  return elements.length === 0 ? [] : [{ type: "actions", elements }];
}

function prose(spans: Span[]): Piece {
  return { kind: "prose", spans: spans.filter(({ text }) => text !== "") };
}

function bold(text: string): Span {
  return { text: cleaned(text), style: "bold" };
}

function plain(text: string): Span {
  return { text: cleaned(text), style: "plain" };
}

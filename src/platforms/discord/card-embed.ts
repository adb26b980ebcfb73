// What a card shows in, the embed that shows it out, within Discord's limits; what does not fit is counted.
import type { APIEmbed, APIEmbedField } from "discord-api-types/v10";
import type { CardView } from "../card-view.ts";
import { flatCard } from "../flat-card.ts";
import { clipped, literal } from "./escape.ts";

const COLORS: { [tone in CardView["tone"]]: number } = { waiting: 0xe0_a1_00, done: 0x2e_8b_57, ended: 0x80_84_8e };

// Discord takes 6000 characters in an embed, 4096 of them in its description, 256 in a title, 25 fields of 256 and 1024.
const TITLE_CHARS = 256;
const FIELDS_CHARS = 1_900;
const MOST_FIELDS = 24;
const FIELD_NAME_CHARS = 256;
const FIELD_VALUE_CHARS = 1_024;

// So that no single text takes the place of all others; together they stay below what is left.
const REQUEST_CHARS = 700;
const LINES_CHARS = 1_300;
const REMARKS_CHARS = 400;
const DECIDED_CHARS = 600;
const ENDING_CHARS = 300;

export function cardEmbed(given: CardView): APIEmbed {
  // Of what was asked each line is marked as quoted.
  const view = { ...flatCard(given), asked: given.asked };
  return {
    color: COLORS[view.tone],
    title: clipped(view.title, TITLE_CHARS, literal),
    description: descriptionOf(view),
    fields: fieldsOf(view.rows, view.more),
  };
}

function descriptionOf(view: CardView): string {
  const { asked, lines, remarks, amountWords, expiresAt, decided, ending, texts } = view;
  const request = `${asked.words}: ${asked.text}`;
  const paragraphs = [
    clipped(request, REQUEST_CHARS, quoted),
    within(lines, LINES_CHARS, (line, most) => `• ${clipped(line, most, literal)}`),
    within(remarks, REMARKS_CHARS, (remark, most) => `-# ${clipped(remark, most, literal)}`),
    amountWords === null ? "" : `**${literal(amountWords)}**`,
    within(decided, DECIDED_CHARS, decisionLine),
    ending === null ? "" : clipped(ending, ENDING_CHARS, literal),
    expiresAt === null ? "" : texts.openUntil(relativeTime(expiresAt)),
  ];
  return paragraphs.filter((paragraph) => paragraph !== "").join("\n\n");
}

function decisionLine({ words: decided, at, reason }: CardView["decided"][number], most: number): string {
  const words = `${decided}${reason === null ? "" : `: ${reason}`}`;
  const when = relativeTime(new Date(at));
  return `${clipped(words, most - when.length - 3, literal)} (${when})`;
}

/** As many of them as there is room for, one a line. */
function within<T>(items: T[], most: number, lineOf: (item: T, most: number) => string): string {
  const kept: string[] = [];
  let room = most;
  for (const [index, item] of items.entries()) {
    const line = lineOf(item, Math.min(room, most) - 30);
    if (index > 0 && line.length + 30 > room) return [...kept, `and ${items.length - index} more`].join("\n");
    kept.push(line);
    room -= line.length + 1;
  }
  return kept.join("\n");
}

/** Before → after, side by side. */
function fieldsOf(rows: CardView["rows"], more: number): APIEmbedField[] {
  const fields: APIEmbedField[] = [];
  let room = FIELDS_CHARS;
  for (const [index, { what, before, after }] of rows.entries()) {
    const field = {
      name: clipped(what, FIELD_NAME_CHARS, literal) || "-",
      value: clipped(`${before} → ${after}`, Math.min(FIELD_VALUE_CHARS, FIELDS_CHARS / 4), literal),
      inline: true,
    };
    const length = field.name.length + field.value.length;
    if (fields.length === MOST_FIELDS || length > room) return [...fields, moreField(rows.length - index + more)];
    fields.push(field);
    room -= length;
  }
  return more === 0 ? fields : [...fields, moreField(more)];
}

const moreField = (count: number): APIEmbedField => ({ name: "…", value: `and ${count} more`, inline: true });

const relativeTime = (date: Date) => `<t:${Math.floor(date.getTime() / 1_000)}:R>`;

function quoted(text: string): string {
  return literal(text.replace(/[\v\f\r\u0085\u2028\u2029]/g, "\n").replace(/\s*\n\s*/g, "\n"))
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}

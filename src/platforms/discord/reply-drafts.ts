// A reply in, the messages that it takes out: the text in parts, with the card, the files and the buttons at its last.
import { type CardView, cardText } from "../card-view.ts";
import { flatCard } from "../flat-card.ts";
import type { Attachment, Delivery } from "../platform.ts";
import { shownText } from "../shown-text.ts";
import { cardRows, feedbackRows, type Row, ticketRows } from "./buttons.ts";
import { cardEmbed } from "./card-embed.ts";
import { clipped, literal } from "./escape.ts";
import { CONTENT_CHARS, messageParts } from "./message-parts.ts";
import type { Outgoing } from "./outgoing.ts";

export interface Draft {
  content: string;
  card: CardView | null;
  rows: Row[];
  files: Attachment[];
  /** What a press on its buttons may be about. */
  shows: string[];
}

export const ticketShown = (ticketId: number) => `ticket ${ticketId}`;

/** `cards`: those that are to be shown with it. */
export function replyDrafts(
  { reply, files }: Pick<Delivery, "reply" | "files">,
  cards: CardView[],
  isForStaff: boolean,
): Draft[] {
  const contents = messageParts(shownText(reply));
  const [card = null, ...moreCards] = cards;
  const hasNews = contents.length > 0 || card !== null || files.length > 0;
  const last = {
    content: contents.pop() ?? (hasNews ? "" : "…"),
    card,
    rows: [
      ...(card === null ? [] : cardRows(card)),
      ...(reply.ticketId === null ? [] : ticketRows(reply.ticketId)),
      ...(isAnswer(reply) && !isForStaff && reply.runId !== null ? feedbackRows(reply.runId) : []),
    ],
    files,
    shows: [
      ...(card === null ? [] : [card.approvalId]),
      ...(reply.ticketId === null ? [] : [ticketShown(reply.ticketId)]),
    ],
  };
  return [
    ...contents.map((content) => ({ content, card: null, rows: [], files: [], shows: [] })),
    last,
    ...moreCards.map((one) => cardDraft(one)),
  ];
}

export function cardDraft(card: CardView): Draft {
  return { content: "", card, rows: cardRows(card), files: [], shows: [card.approvalId] };
}

const isAnswer = ({ card, newCard, ticketId }: Delivery["reply"]) =>
  card === null && newCard === null && ticketId === null;

export function inFull({ content, card, rows, files }: Draft): Outgoing {
  return {
    ...(content === "" ? {} : { content }),
    ...(card === null ? {} : { embeds: [cardEmbed(card)] }),
    ...(rows.length === 0 ? {} : { rows }),
    files,
  };
}

/** What is seen of it where the bot may neither show cards nor attach files. */
export function inWords({ card, rows, files }: Draft): Outgoing {
  const words = [
    ...(card === null ? [] : [cardText(flatCard(card))]),
    ...files.map(({ name, altText }) => `(${name} cannot be shown here: ${altText})`),
  ];
  return { content: clipped(words.join("\n"), CONTENT_CHARS, literal), rows };
}

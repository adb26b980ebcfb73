// What a form asks in; the dialog that Slack shows out.
import type { ModalView } from "@slack/web-api";
import { z } from "zod";
import { formIds } from "./action-ids.ts";
import { type Block, codeBlocks, fits, literal, richText } from "./blocks.ts";

/** What a form is about, kept in the form itself; it comes back signed by Slack, and is checked all the same. */
const About = z.object({
  /** An approval's id or a ticket's number. */
  id: z.string().max(100),
  channel: z.string().max(50),
  ts: z.string().max(50),
  thread: z.string().max(50).nullable(),
});
export type FormAbout = z.infer<typeof About>;

const REASON_CHARS = 1_000;
const ANSWER_CHARS = 3_000;
const VIEW_BLOCKS = 40;

export function readAbout(privateMetadata: string): FormAbout | null {
  try {
    return About.parse(JSON.parse(privateMetadata));
  } catch {
    return null;
  }
}

const plain = (text: string) => ({ type: "plain_text" as const, text, emoji: false });

export function rejectForm(about: FormAbout): ModalView {
  return {
    ...form(formIds.reject, "Decline", about),
    submit: plain("Decline"),
    blocks: [field("Why? It is told to whoever asked.", { mostChars: REASON_CHARS, isOptional: true })],
  };
}

export function ticketForm(about: FormAbout): ModalView {
  return {
    ...form(formIds.answerTicket, `Ticket ${about.id}`.slice(0, 24), about),
    submit: plain("Send"),
    blocks: [field("Your answer", { mostChars: ANSWER_CHARS, isOptional: false })],
  };
}

export function planView(about: FormAbout, words: string, code: string): ModalView {
  const blocks: Block[] = words === "" ? [] : [richText([literal(words)])];
  for (const block of codeBlocks(code)) {
    if (blocks.length < VIEW_BLOCKS && fits([...blocks, block])) blocks.push(block);
    else {
      blocks.push(richText([literal("… The rest is to be seen on the page.")]));
      break;
    }
  }
  return { ...form(formIds.plan, "Plan", about), blocks };
}

function form(callbackId: string, title: string, about: FormAbout) {
  return {
    type: "modal" as const,
    callback_id: callbackId,
    title: plain(title),
    close: plain("Close"),
    private_metadata: JSON.stringify(about),
  };
}

function field(label: string, { mostChars, isOptional }: { mostChars: number; isOptional: boolean }): Block {
  return {
    type: "input",
    block_id: formIds.field,
    optional: isOptional,
    label: plain(label),
    element: { type: "plain_text_input", action_id: formIds.field, multiline: true, max_length: mostChars },
  };
}

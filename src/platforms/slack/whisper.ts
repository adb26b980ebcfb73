// Words for one person alone in; said by the address that their command, press or message gave out. Losing them is harmless.
import type { Log } from "../../telemetry/log.ts";
import { codeOf } from "./api-errors.ts";
import { type Block, plainOf, richText } from "./blocks.ts";
import { readMarkdown } from "./markdown.ts";
import type { Messages } from "./messages.ts";
import type { Target } from "./place.ts";

/**
 * `C1/U1/1700000000.000100`: the person, and the channel and thread (or none) where they are. Without a person: a direct
 * conversation, in which all is private and what is said is still there tomorrow.
 */
export function answerToOf({ channel, thread }: Target, user: string | null): string {
  return `${channel}/${user ?? ""}/${thread ?? ""}`;
}

export type Whisper = (answerTo: string | null, text: string) => Promise<void>;

/** Slack takes five answers at a response_url, within half an hour. */
const MOST_USES = 5;
const MOST_URLS = 2_000;
const WORD_CHARS = 2_900;

export function createWhisper(messages: Messages, callMs: number, log: Log): Whisper {
  const uses = new Map<string, number>();

  async function respond(url: string, text: string, blocks: Block[]): Promise<void> {
    const used = uses.get(url) ?? 0;
    if (used >= MOST_USES) return;
    uses.set(url, used + 1);
    for (const oldest of uses.keys()) {
      if (uses.size <= MOST_URLS) break;
      uses.delete(oldest);
    }
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ response_type: "ephemeral", replace_original: false, text, blocks }),
      redirect: "error",
      signal: AbortSignal.timeout(callMs),
    });
    await response.arrayBuffer();
    if (!response.ok) log.info({ status: response.status }, "Slack did not take a private word");
  }

  return async (answerTo, text) => {
    if (answerTo === null || text.trim() === "") return;
    const blocks = [richText(readMarkdown(text.slice(0, WORD_CHARS).toWellFormed()))];
    const shown = plainOf(text);
    try {
      if (answerTo.includes("://")) return await respond(answerTo, shown, blocks);
      const [channel = "", user = "", thread = ""] = answerTo.split("/");
      const target = { channel, thread: thread === "" ? null : thread };
      if (user === "") await messages.send(target, { text: shown, blocks }, null);
      else await messages.whisper(target, user, { text: shown, blocks });
    } catch (error) {
      log.info({ code: codeOf(error) }, "a private word was lost");
    }
  };
}

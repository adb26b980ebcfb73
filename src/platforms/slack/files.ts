// Files of an answer in, pictures and tables; shared in its place out, with words for people who cannot see them.
import type { Log } from "../../telemetry/log.ts";
import type { Attachment } from "../platform.ts";
import type { SlackApi } from "./api.ts";
import { codeOf, isForEver } from "./api-errors.ts";
import { literal, plainOf, richText } from "./blocks.ts";
import { cleaned, cut } from "./escape.ts";
import type { Messages } from "./messages.ts";
import type { Target } from "./place.ts";

/** `sent`: the names of files that stand there already from an earlier try. */
export type SendFiles = (target: Target, files: Attachment[], sent: Set<string>) => Promise<void>;

const ALT_CHARS = 1_000;

export function createSendFiles({ once, paced }: SlackApi, messages: Messages, log: Log): SendFiles {
  return async (target, files, sent) => {
    const { channel, thread } = target;
    for (const { name, mediaType, bytes, altText } of files) {
      if (sent.has(name)) continue;
      const alt = cut(cleaned(altText), ALT_CHARS) || name;
      const forImages = mediaType.startsWith("image/") ? { alt_text: alt.replaceAll("\n", " ") } : {};
      const file = { file: Buffer.from(bytes), filename: name, title: name, ...forImages };
      const where = thread === null ? { channel_id: channel } : { channel_id: channel, thread_ts: thread };
      try {
        await paced(channel, () => once.files.uploadV2({ ...where, ...file }));
      } catch (error) {
        // Without the right to upload, or with no room left, its words are still worth reading.
        if (codeOf(error) === null || isForEver(error)) throw error;
        log.error({ code: codeOf(error) }, "Slack does not take a file; its words are posted");
        await messages.send(target, { text: plainOf(alt), blocks: [richText([literal(alt)])] }, null);
      }
    }
  };
}

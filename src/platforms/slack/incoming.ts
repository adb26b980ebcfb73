// A message as Slack tells of it in; what the shop has to know of it out, and whether a person wrote it.
import { z } from "zod";

const text = z.string().nullish().catch(null);
const File = z.object({ name: text, title: text }).catch({ name: null, title: null });
const isSo = z.boolean().nullish().catch(null);
const Shared = z
  .object({ is_share: isSo, is_msg_unfurl: isSo, text, fallback: text })
  .catch({ is_share: null, is_msg_unfurl: null, text: null, fallback: null });

// What a message can be taken without costs nobody the message when it is odd.
const fields = {
  ts: z.string(),
  user: z.string().nullish(),
  user_team: text,
  subtype: z.string().nullish(),
  bot_id: z.string().nullish(),
  thread_ts: z.string().nullish(),
  text,
  files: z.array(File).nullish().catch(null),
  attachments: z.array(Shared).nullish().catch(null),
};

const Message = z.object(fields);
export type SlackMessage = z.infer<typeof Message>;

const Told = z.object({
  ...fields,
  type: z.string(),
  channel: z.string(),
  message: Message.nullish(),
  previous_message: z
    .object({ ts: z.string().optional().catch(undefined), text })
    .nullish()
    .catch(null),
  deleted_ts: z.string().nullish(),
});

export type Incoming =
  | { kind: "written"; channel: string; message: SlackMessage; isMention: boolean }
  | { kind: "edited"; channel: string; message: SlackMessage }
  | { kind: "removed"; channel: string; ts: string }
  | { kind: "nothing" };

const NOTHING: Incoming = { kind: "nothing" };
const SLACKBOT = "USLACKBOT";
const PEOPLES_SUBTYPES = new Set([undefined, null, "file_share", "thread_broadcast"]);

/** Of an event "message" or "app_mention", and of a message of a channel's history with its channel. */
export function readIncoming(event: unknown): Incoming {
  const { data: told } = Told.safeParse(event);
  if (told === undefined) return NOTHING;
  const { channel, subtype, message, previous_message: before } = told;
  switch (subtype) {
    case "message_changed":
      // A message that is gone while its thread stays becomes a gravestone.
      if (message?.subtype === "tombstone") return { kind: "removed", channel, ts: message.ts };
      // Previews of links and new answers in the thread change a message, too, but not its text.
      if (message == null || !isByPerson(message) || message.text === before?.text) return NOTHING;
      return { kind: "edited", channel, message };
    case "message_deleted": {
      const ts = told.deleted_ts ?? before?.ts;
      return ts === undefined ? NOTHING : { kind: "removed", channel, ts };
    }
    default:
      if (!isByPerson(told)) return NOTHING;
      return { kind: "written", channel, message: told, isMention: told.type === "app_mention" };
  }
}

/** Neither an app, ours included, nor a webhook, nor Slack itself. */
function isByPerson({ user, bot_id, subtype }: SlackMessage): boolean {
  return user != null && user !== SLACKBOT && bot_id == null && PEOPLES_SUBTYPES.has(subtype);
}

/** As Slack wrote it, with what was shared along. */
export function rawText({ text, attachments }: SlackMessage): string {
  const shared = (attachments ?? [])
    .filter((one) => one.is_share === true || one.is_msg_unfurl === true)
    .map((one) => one.text || one.fallback || "");
  return [text ?? "", ...shared].filter((part) => part !== "").join("\n");
}

export function fileNames({ files }: SlackMessage): string[] {
  return (files ?? []).map(({ name, title }) => name || title || "a file");
}

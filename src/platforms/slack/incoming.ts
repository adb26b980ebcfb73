// A message as Slack tells of it in; what the shop has to know of it out, and whether a person wrote it.
import { z } from "zod";

const File = z.object({ name: z.string().nullish(), title: z.string().nullish() });
const Shared = z.object({
  is_share: z.boolean().optional(),
  is_msg_unfurl: z.boolean().optional(),
  text: z.string().nullish(),
  fallback: z.string().nullish(),
});

const fields = {
  ts: z.string(),
  user: z.string().nullish(),
  user_team: z.string().nullish(),
  subtype: z.string().nullish(),
  bot_id: z.string().nullish(),
  thread_ts: z.string().nullish(),
  text: z.string().nullish(),
  files: z.array(File).nullish(),
  attachments: z.array(Shared).nullish(),
};

const Message = z.object(fields);
export type SlackMessage = z.infer<typeof Message>;

const Told = z.object({
  ...fields,
  type: z.string(),
  channel: z.string(),
  message: Message.nullish(),
  previous_message: z.object({ ts: z.string(), text: z.string().nullish() }).nullish(),
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

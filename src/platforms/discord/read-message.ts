// A message as Discord delivers it in; whether it is for the bot, and what it says, out.
import { type GatewayMessageCreateDispatchData, MessageType } from "discord-api-types/v10";

/** As the gateway sends it; asked for by REST, guild and member are missing. */
export type Written = GatewayMessageCreateDispatchData;

export interface Self {
  botId: string;
  isOwnRole(roleId: string): boolean;
  roleName(roleId: string): string | null;
}

/** Discord may leave out, or leave empty, what a message has not. */
export function completed<Message extends Pick<Written, "mentions">>(message: Message & Partial<Written>) {
  const { content, mentions, mention_roles, mention_everyone, attachments, sticker_items, message_snapshots } = message;
  return {
    ...message,
    content: content ?? "",
    mentions: mentions ?? [],
    mention_roles: mention_roles ?? [],
    mention_everyone: mention_everyone ?? false,
    attachments: attachments ?? [],
    sticker_items: sticker_items ?? [],
    message_snapshots: message_snapshots ?? [],
  };
}

/** Somebody's own words: not another bot's, a webhook's or Discord's, and not ours. */
export function isByPerson({ author, webhook_id: webhookId, type }: Written): boolean {
  const isWords = type === MessageType.Default || type === MessageType.Reply;
  return isWords && webhookId === undefined && author.bot !== true && author.system !== true;
}

/** @everyone is not a mention of the bot. */
export function mentionsBot(message: Written, { botId, isOwnRole }: Self): boolean {
  return message.mentions.some(({ id }) => id === botId) || message.mention_roles.some(isOwnRole);
}

/** In a talk with several people: it is said to somebody else. */
export function isToOthers(message: Written, self: Self): boolean {
  const isToSomebody = message.mentions.length > 0 || message.mention_roles.length > 0 || message.mention_everyone;
  return isToSomebody && !mentionsBot(message, self);
}

/** Without the mention of the bot; forwarded words count as the author's. */
export function textOf(message: Written, self: Self): string {
  const forwarded = (message.message_snapshots ?? []).map((snapshot) => snapshot.message.content ?? "");
  const names = new Map(
    message.mentions.map((user) => [user.id, user.member?.nick ?? user.global_name ?? user.username]),
  );
  const readable = (content: string) =>
    content
      .replace(/[ \t]*<@(&|!)?(\d{1,25})>/g, (mention, mark: string | undefined, id: string) => {
        const space = /^[ \t]*/.exec(mention)?.[0] ?? "";
        if (mark === "&") return self.isOwnRole(id) ? "" : `${space}@${self.roleName(id) ?? "role"}`;
        return id === self.botId ? "" : `${space}@${names.get(id) ?? "somebody"}`;
      })
      .replace(/<a?(:\w{1,40}:)\d{1,25}>/g, "$1");
  return [message.content, ...forwarded]
    .map((content) => readable(content).trim())
    .filter(Boolean)
    .join("\n");
}

/** What came with it, by names. */
export function notReadOf(message: Written): string[] {
  const all = [message, ...(message.message_snapshots ?? []).map((snapshot) => snapshot.message)];
  return all.flatMap(({ attachments = [], sticker_items: stickers = [] }) => [
    ...attachments.map(({ filename }) => filename),
    ...stickers.map(({ name }) => `${name} (sticker)`),
  ]);
}

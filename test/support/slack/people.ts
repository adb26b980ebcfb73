// A workspace in; what its people and other apps do in channels out: they talk, edit, delete, react and forward.
import { addReaction, removeReaction } from "./conversation-methods.ts";
import type { Events } from "./events.ts";
import type { Fields } from "./fields.ts";
import type { Files } from "./file-methods.ts";
import { typed } from "./markup.ts";
import type { Posting } from "./posting.ts";
import { type Block, type Channel, findMessage, type Message, type Workspace } from "./workspace.ts";

interface Saying {
  threadTs?: string;
  /** Also into the channel. */
  isBroadcast?: boolean;
  files?: { name: string; bytes: Buffer }[];
  /** Somebody's message, shared along. */
  forwarded?: { channelId: string; ts: string };
}

export interface People {
  /** As typed, with `<@U…>` for a mention. What the app gets of it: a message, an app_mention, or both. */
  say(userId: string, channelId: string, text: string, options?: Saying): Message;
  /** Another app's bot user, Slackbot ("USLACKBOT"), or a webhook with nothing but a name. */
  botSays(
    channelId: string,
    text: string,
    options: { userId: string; threadTs?: string } | { webhook: string; threadTs?: string },
  ): Message;
  edit(userId: string, channelId: string, ts: string, text: string): void;
  remove(channelId: string, ts: string): void;
  /** Slack adds a preview of a link: the message changes, its text does not. */
  unfurl(channelId: string, ts: string): void;
  react(userId: string, channelId: string, ts: string, name: string): void;
  unreact(userId: string, channelId: string, ts: string, name: string): void;
  /** Any other event, e.g. `{ type: "tokens_revoked" }`, in the usual frame. */
  emit(event: Fields, channelId?: string): void;
}

interface Options {
  workspace: Workspace;
  posting: Posting;
  events: Events;
  files: Files;
  channelOf: (id: string) => Channel;
}

export function createPeople({ workspace, posting, events, files, channelOf }: Options): People {
  function messageOf(channelId: string, ts: string): [Channel, Message] {
    const channel = channelOf(channelId);
    const message = findMessage(channel, ts);
    if (message === undefined) throw new Error(`there is no message ${ts} in ${channelId}`);
    return [channel, message];
  }

  function quote({ channelId, ts }: { channelId: string; ts: string }): Fields {
    const [channel, message] = messageOf(channelId, ts);
    const link = `https://${workspace.team.domain}.slack.com/archives/${channel.id}/p${ts.replace(".", "")}`;
    return {
      ts,
      author_id: message.userId,
      channel_id: channel.id,
      channel_team: channel.teamId,
      is_msg_unfurl: true,
      is_share: true,
      from_url: link,
      original_url: link,
      id: 1,
      text: message.text,
      fallback: message.text,
      author_name: workspace.users.get(message.userId)?.realName ?? "",
      footer: `Posted in #${channel.name}`,
      mrkdwn_in: ["text"],
      message_blocks: [{ team: channel.teamId, channel: channel.id, ts, message: { blocks: message.blocks ?? [] } }],
    };
  }

  return {
    say: (userId, channelId, text, { threadTs, isBroadcast = false, files: dropped = [], forwarded } = {}) => {
      const channel = channelOf(channelId);
      if (!channel.memberIds.includes(userId)) throw new Error(`${userId} is no member of ${channelId}`);
      if (channel.isArchived) throw new Error(`${channelId} is archived`);
      if (threadTs !== undefined) messageOf(channelId, threadTs);
      const said = typed(text);
      return posting.post(channel, {
        userId,
        text: said,
        blocks: said === "" ? null : [richText(said, workspace.stamps.id("b"))],
        threadTs: threadTs ?? null,
        isBroadcast,
        subtype: dropped.length > 0 ? "file_share" : null,
        fileIds: dropped.map((file) => files.add(userId, file).id),
        attachments: forwarded === undefined ? [] : [quote(forwarded)],
      });
    },
    botSays: (channelId, text, options) => {
      const threadTs = options.threadTs ?? null;
      if ("webhook" in options) {
        const webhook = {
          userId: "",
          username: options.webhook,
          subtype: "bot_message",
          botId: workspace.stamps.id("B"),
        };
        return posting.post(channelOf(channelId), { ...webhook, text, threadTs });
      }
      const botId = workspace.users.get(options.userId)?.botId ?? null;
      return posting.post(channelOf(channelId), { userId: options.userId, botId, appId: "A0OTHERAPP", text, threadTs });
    },
    edit: (userId, channelId, ts, text) => {
      const [channel, message] = messageOf(channelId, ts);
      if (message.userId !== userId) throw new Error(`${userId} did not write ${ts}`);
      const said = typed(text);
      const edited = { user: userId, ts: workspace.stamps.ts() };
      posting.edit(channel, message, { text: said, blocks: [richText(said, workspace.stamps.id("b"))], edited });
    },
    remove: (channelId, ts) => posting.remove(...messageOf(channelId, ts)),
    unfurl: (channelId, ts) => {
      const [channel, message] = messageOf(channelId, ts);
      const url = "https://shop.example/page";
      const preview = {
        from_url: url,
        original_url: url,
        id: 1,
        title: "A page",
        title_link: url,
        fallback: "A page",
        text: "What stands there.",
        service_name: "shop",
      };
      events.changed(channel, message, () => message.attachments.push(preview));
    },
    react: (userId, channelId, ts, name) => {
      const [channel, message] = messageOf(channelId, ts);
      addReaction(message, name, userId);
      events.reacted(channel, message, "reaction_added", userId, name);
    },
    unreact: (userId, channelId, ts, name) => {
      const [channel, message] = messageOf(channelId, ts);
      removeReaction(message, name, userId);
      events.reacted(channel, message, "reaction_removed", userId, name);
    },
    emit: (event, channelId) => {
      const stamped = { event_ts: workspace.stamps.ts(), ...event };
      events.emit(stamped, channelId === undefined ? null : channelOf(channelId));
    },
  };
}

/** As a person's client formats what was typed. */
function richText(text: string, blockId: string): Block {
  const elements = text.split(/(<[^<>\n]+>)/).flatMap((part): Fields[] => {
    const [, sign, name = ""] = /^<([@!#])?([^<>|]+)(?:\|[^<>]*)?>$/.exec(part) ?? [];
    if (part === "") return [];
    if (sign === "@") return [{ type: "user", user_id: name }];
    if (sign === "#") return [{ type: "channel", channel_id: name }];
    if (sign === "!" && name.startsWith("subteam^"))
      return [{ type: "usergroup", usergroup_id: name.slice("subteam^".length) }];
    if (sign === "!") return [{ type: "broadcast", range: name }];
    if (name !== "") return [{ type: "link", url: name }];
    return [{ type: "text", text: part.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&") }];
  });
  return { type: "rich_text", block_id: blockId, elements: [{ type: "rich_text_section", elements }] };
}

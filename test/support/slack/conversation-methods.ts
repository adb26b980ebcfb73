// The workspace in; conversations.* and reactions.* out.
import { conversationJson, readKinds } from "./conversation-json.ts";
import type { Events } from "./events.ts";
import { asFlag, asText, type Fields } from "./fields.ts";
import { storedJson } from "./message-json.ts";
import {
  channelIn,
  isMember,
  type Methods,
  memberChannel,
  messageIn,
  namesIn,
  page,
  refuse,
  required,
} from "./method.ts";
import { type Channel, findMessage, type Message, openIm, type Workspace } from "./workspace.ts";

const SCOPE_WORDS = { public: "channels", private: "groups", im: "im" } as const;

export function createConversationMethods(workspace: Workspace, events: Events): Methods {
  const { app, channels } = workspace;

  /** Which scope a call needs depends on the kind of channel it names. */
  const scopedBy = (right: string) => (args: Fields) => {
    const kind = channels.get(asText(args.channel) ?? "")?.kind;
    return kind === undefined
      ? Object.values(SCOPE_WORDS).map((word) => `${word}:${right}`)
      : [`${SCOPE_WORDS[kind]}:${right}`];
  };
  const anyRead = Object.values(SCOPE_WORDS).map((word) => `${word}:read`);

  function between(messages: Message[], args: Fields): Message[] {
    const oldest = Number(args.oldest ?? 0);
    const latest = Number(args.latest ?? Number.POSITIVE_INFINITY);
    const isInclusive = asFlag(args.inclusive);
    return messages.filter(({ ts }) => {
      const at = Number(ts);
      return isInclusive ? at >= oldest && at <= latest : at > oldest && at < latest;
    });
  }

  function pageOf(channel: Channel, messages: Message[], args: Fields): Fields {
    const { items, nextCursor } = page(messages, args);
    const withMetadata = asFlag(args.include_all_metadata);
    return {
      ok: true,
      messages: items.map((message) => storedJson(workspace, channel, message, withMetadata)),
      has_more: nextCursor !== "",
      ...(nextCursor === "" ? {} : { response_metadata: { next_cursor: nextCursor } }),
    };
  }

  function react(
    args: Fields,
    change: (users: string[], name: string, message: Message) => void,
    isAdded: boolean,
  ): Fields {
    const channel = memberChannel(workspace, args);
    const message = messageIn(channel, required(args, "timestamp", "no_item_specified"));
    const name = required(args, "name", "invalid_name").replaceAll(":", "");
    change(message.reactions.find((one) => one.name === name)?.users ?? [], name, message);
    events.reacted(channel, message, isAdded ? "reaction_added" : "reaction_removed", app.botUserId, name);
    return { ok: true };
  }

  return {
    "conversations.info": {
      scopes: scopedBy("read"),
      run: (args) => ({ ok: true, channel: conversationJson(workspace, channelIn(workspace, args)) }),
    },
    "conversations.list": {
      scopes: anyRead,
      run: (args) => {
        const kinds = readKinds(args);
        const visible = [...channels.values()].filter(
          (one) => kinds.includes(one.kind) && (one.kind === "public" || isMember(workspace, one)),
        );
        const { items, nextCursor } = page(
          visible.filter((one) => !(asFlag(args.exclude_archived) && one.isArchived)),
          args,
        );
        const listed = items.map((channel) => conversationJson(workspace, channel));
        return { ok: true, channels: listed, response_metadata: { next_cursor: nextCursor } };
      },
    },
    "conversations.history": {
      scopes: scopedBy("history"),
      run: (args) => {
        const channel = memberChannel(workspace, args);
        const roots = channel.messages.filter(
          (one) => one.ephemeralFor === null && (one.threadTs === null || one.isBroadcast),
        );
        return pageOf(channel, between(roots, args).reverse(), args);
      },
    },
    "conversations.replies": {
      scopes: scopedBy("history"),
      run: (args) => {
        const channel = memberChannel(workspace, args);
        const root = findMessage(channel, required(args, "ts", "thread_not_found"));
        if (root === undefined || root.ephemeralFor !== null) refuse("thread_not_found");
        const replies = channel.messages.filter((one) => one.threadTs === root.ts && one.ephemeralFor === null);
        // The root comes along whatever the bounds are.
        return pageOf(channel, [root, ...between(replies, args)], args);
      },
    },
    "conversations.members": {
      scopes: scopedBy("read"),
      run: (args) => {
        const { items, nextCursor } = page(channelIn(workspace, args).memberIds, args);
        return { ok: true, members: items, response_metadata: { next_cursor: nextCursor } };
      },
    },
    "conversations.open": {
      scopes: ["im:write", "mpim:write"],
      run: (args) => {
        const userIds = namesIn(args.users);
        const channelId = asText(args.channel);
        if (userIds.length === 0 && channelId === undefined) refuse("users_list_not_supplied");
        if (userIds.length > 1) refuse("not_enough_users");
        const user = workspace.users.get(userIds[0] ?? "");
        if (channelId === undefined && user === undefined) refuse("user_not_found");
        if (user?.isDeleted) refuse("user_disabled");
        const channel = user === undefined ? channelIn(workspace, args) : openIm(workspace, user.id);
        const answer = asFlag(args.return_im) ? conversationJson(workspace, channel) : { id: channel.id };
        return { ok: true, channel: answer };
      },
    },
    "conversations.join": {
      scopes: ["channels:join"],
      run: (args) => {
        const channel = channelIn(workspace, args);
        if (channel.kind !== "public") refuse("method_not_supported_for_channel_type");
        if (channel.isArchived) refuse("is_archived");
        if (!isMember(workspace, channel)) {
          channel.memberIds.push(app.botUserId);
          const joined = { type: "member_joined_channel", user: app.botUserId, channel: channel.id };
          const place = { channel_type: "C", team: workspace.team.id };
          events.emit({ ...joined, ...place, event_ts: workspace.stamps.ts() }, channel);
        }
        return { ok: true, channel: conversationJson(workspace, channel) };
      },
    },
    "reactions.add": {
      scopes: ["reactions:write"],
      run: (args) =>
        react(
          args,
          (users, name, message) => {
            if (users.includes(app.botUserId)) refuse("already_reacted");
            addReaction(message, name, app.botUserId);
          },
          true,
        ),
    },
    "reactions.remove": {
      scopes: ["reactions:write"],
      run: (args) =>
        react(
          args,
          (users, name, message) => {
            if (!users.includes(app.botUserId)) refuse("no_reaction");
            removeReaction(message, name, app.botUserId);
          },
          false,
        ),
    },
  };
}

export function addReaction(message: Message, name: string, userId: string): void {
  const reaction = message.reactions.find((one) => one.name === name);
  if (reaction === undefined) message.reactions.push({ name, users: [userId] });
  else if (!reaction.users.includes(userId)) reaction.users.push(userId);
}

export function removeReaction(message: Message, name: string, userId: string): void {
  for (const reaction of message.reactions) {
    if (reaction.name === name) reaction.users = reaction.users.filter((id) => id !== userId);
  }
  message.reactions = message.reactions.filter(({ users }) => users.length > 0);
}

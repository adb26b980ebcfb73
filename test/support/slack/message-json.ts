// A stored message in; the object that the API, events and presses carry for it out.

import type { Fields } from "./fields.ts";
import { fileJson } from "./file-json.ts";
import { type Channel, findMessage, type Message, type Workspace } from "./workspace.ts";

export function messageJson(workspace: Workspace, message: Message): Fields {
  const { app } = workspace;
  const channel = workspace.channels.get(message.channelId);
  const parent =
    message.threadTs === null || channel === undefined ? undefined : findMessage(channel, message.threadTs);
  const isReply = message.threadTs !== null && message.threadTs !== message.ts;
  const files = message.fileIds.flatMap((id) => workspace.files.get(id) ?? []);
  return {
    ...(message.subtype === null ? {} : { subtype: message.subtype }),
    user: message.userId,
    type: "message",
    ts: message.ts,
    ...(message.edited === null ? {} : { edited: message.edited }),
    ...(message.botId === null ? {} : { bot_id: message.botId }),
    ...(message.appId === null ? {} : { app_id: message.appId }),
    ...(message.clientMsgId === null ? {} : { client_msg_id: message.clientMsgId }),
    ...(message.username === null ? {} : { username: message.username }),
    text: message.text,
    // Messages with files come without it.
    ...(files.length > 0 ? {} : { team: workspace.users.get(message.userId)?.teamId ?? workspace.team.id }),
    ...(message.botId === app.botId ? { bot_profile: botProfile(workspace) } : {}),
    ...(files.length === 0
      ? {}
      : { files: files.map((file) => fileJson(workspace, file)), upload: false, display_as_bot: false }),
    ...(message.attachments.length === 0 ? {} : { attachments: message.attachments }),
    ...(message.blocks === null ? {} : { blocks: message.blocks }),
    ...(message.reactions.length === 0
      ? {}
      : { reactions: message.reactions.map((one) => ({ ...one, count: one.users.length })) }),
    ...(isReply ? { thread_ts: message.threadTs, parent_user_id: parent?.userId ?? message.userId } : {}),
    ...(message.stream === null ? {} : { streaming_state: message.stream.isOpen ? "in_progress" : "completed" }),
  };
}

/** As history and replies hand it out: a root tells about its thread, metadata only when it was asked for. */
export function storedJson(workspace: Workspace, channel: Channel, message: Message, withMetadata: boolean): Fields {
  const replies = channel.messages.filter(
    (one) => one.threadTs === message.ts && one.ts !== message.ts && one.ephemeralFor === null,
  );
  const users = [...new Set(replies.map((one) => one.userId))];
  return {
    ...messageJson(workspace, message),
    ...(withMetadata && message.metadata !== null ? { metadata: message.metadata } : {}),
    ...(replies.length === 0
      ? {}
      : {
          thread_ts: message.ts,
          reply_count: replies.length,
          reply_users_count: users.length,
          latest_reply: replies.at(-1)?.ts,
          reply_users: users,
          is_locked: false,
          subscribed: false,
        }),
  };
}

export function botProfile({ app, team, teams }: Workspace): Fields {
  const icon = `https://a.slack-edge.com/${teams.size}/img/plugins/app/bot`;
  return {
    id: app.botId,
    deleted: false,
    name: app.name,
    updated: 1_767_000_000,
    app_id: app.id,
    user_id: app.botUserId,
    icons: { image_36: `${icon}_36.png`, image_48: `${icon}_48.png`, image_72: `${icon}_72.png` },
    team_id: team.id,
  };
}

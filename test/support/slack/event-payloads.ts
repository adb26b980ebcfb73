// What happened to a message or elsewhere in the workspace in; the event callbacks that Slack sends for it out.
import type { Envelope } from "./deliveries.ts";
import type { Fields } from "./fields.ts";
import { messageJson } from "./message-json.ts";
import type { Channel, Message, Workspace } from "./workspace.ts";

const CHANNEL_TYPES = { public: "channel", private: "group", im: "im" } as const;

/** The frame around an event. `channel` is where it happened, if in one. */
export function eventCallback(workspace: Workspace, event: Fields, channel: Channel | null): Envelope {
  const { app, team, stamps } = workspace;
  // In a shared channel the outer team is the author's; the context is always where the app is installed.
  const authorTeamId = workspace.users.get(String(event.user))?.teamId ?? team.id;
  const context = { et: event.type, tid: team.id, aid: app.id, ...(channel === null ? {} : { cid: channel.id }) };
  const payload = {
    token: app.verificationToken,
    team_id: channel?.isExtShared === true ? authorTeamId : team.id,
    context_team_id: team.id,
    context_enterprise_id: null,
    api_app_id: app.id,
    event,
    type: "event_callback",
    event_id: stamps.id("Ev"),
    event_time: Math.floor(Date.now() / 1000),
    authorizations: [
      { enterprise_id: null, team_id: team.id, user_id: app.botUserId, is_bot: true, is_enterprise_install: false },
    ],
    is_ext_shared_channel: channel?.isExtShared ?? false,
    event_context: `4-${Buffer.from(JSON.stringify(context)).toString("base64url")}`,
  };
  return { type: "events_api", payload, acceptsResponse: false };
}

export function messageEvent(workspace: Workspace, channel: Channel, message: Message): Fields {
  return {
    ...messageJson(workspace, message),
    channel: channel.id,
    event_ts: message.ts,
    channel_type: CHANNEL_TYPES[channel.kind],
    ...(message.isBroadcast ? { subtype: "thread_broadcast" } : {}),
  };
}

/** The other envelope of a message that names the bot: no channel_type, no subtype. */
export function mentionEvent(workspace: Workspace, channel: Channel, message: Message): Fields {
  const { subtype: _, parent_user_id: __, ...rest } = messageJson(workspace, message);
  return { ...rest, type: "app_mention", channel: channel.id, event_ts: message.edited?.ts ?? message.ts };
}

export function changedEvent(workspace: Workspace, channel: Channel, message: Message, previous: Fields): Fields {
  const ts = workspace.stamps.ts();
  return {
    type: "message",
    subtype: "message_changed",
    message: { ...messageJson(workspace, message), source_team: workspace.team.id, user_team: workspace.team.id },
    previous_message: previous,
    channel: channel.id,
    hidden: true,
    ts,
    event_ts: ts,
    channel_type: CHANNEL_TYPES[channel.kind],
  };
}

export function deletedEvent(workspace: Workspace, channel: Channel, previous: Fields): Fields {
  const ts = workspace.stamps.ts();
  return {
    type: "message",
    subtype: "message_deleted",
    previous_message: previous,
    channel: channel.id,
    hidden: true,
    deleted_ts: previous.ts,
    event_ts: ts,
    ts,
    channel_type: CHANNEL_TYPES[channel.kind],
  };
}

export function reactionEvent(
  workspace: Workspace,
  type: "reaction_added" | "reaction_removed",
  message: Message,
  userId: string,
  name: string,
): Fields {
  return {
    type,
    user: userId,
    reaction: name,
    item: { type: "message", channel: message.channelId, ts: message.ts },
    item_user: message.userId,
    event_ts: workspace.stamps.ts(),
  };
}

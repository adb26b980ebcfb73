// A stored channel in; the object that methods answer with for it out.
import type { Fields } from "./fields.ts";
import { isMember, namesIn } from "./method.ts";
import type { Channel, Workspace } from "./workspace.ts";

export function conversationJson(workspace: Workspace, channel: Channel): Fields {
  const common = {
    id: channel.id,
    created: channel.created,
    is_archived: channel.isArchived,
    is_org_shared: false,
    context_team_id: workspace.team.id,
    updated: channel.created * 1000,
  };
  if (channel.kind === "im")
    return { ...common, is_im: true, user: channel.memberIds[0], is_user_deleted: false, priority: 0 };
  return {
    ...common,
    name: channel.name,
    name_normalized: channel.name,
    is_channel: channel.kind === "public",
    is_group: channel.kind === "private",
    is_im: false,
    is_mpim: false,
    is_private: channel.kind === "private",
    is_general: false,
    unlinked: 0,
    is_shared: channel.isExtShared,
    is_ext_shared: channel.isExtShared,
    is_pending_ext_shared: false,
    pending_shared: [],
    creator: channel.memberIds[0] ?? workspace.app.botUserId,
    shared_team_ids: channel.isExtShared ? [...workspace.teams.keys()] : [channel.teamId],
    is_member: isMember(workspace, channel),
    topic: { value: "", creator: "", last_set: 0 },
    purpose: { value: "", creator: "", last_set: 0 },
    num_members: channel.memberIds.length,
  };
}

const KINDS: { [type: string]: Channel["kind"] } = { public_channel: "public", private_channel: "private", im: "im" };

/** What `types` asks for; public channels unless it says otherwise. */
export function readKinds(args: Fields): Channel["kind"][] {
  const types = namesIn(args.types);
  return (types.length === 0 ? ["public_channel"] : types).flatMap((type) => KINDS[type] ?? []);
}

// A workspace in; the ways to fill it with people, groups and channels out.
import type { Events } from "./events.ts";
import { type Channel, newUser, openIm, type Team, type User, type UserGroup, type Workspace } from "./workspace.ts";

type NewUser = { name: string } & Partial<Omit<User, "id" | "botId">>;

interface NewChannel {
  name: string;
  kind?: "public" | "private";
  /** The bot is a member only if it is listed here or `withBot` is not `false`. */
  memberIds?: string[];
  withBot?: boolean;
  isArchived?: boolean;
  isExtShared?: boolean;
}

export interface Directory {
  /** Another workspace, whose people may sit in a shared channel. */
  addTeam(team: { name: string; domain: string }): Team;
  addUser(user: NewUser): User;
  /** An app beside ours; its bot user. */
  addBot(name: string): User;
  changeUser(userId: string, change: Partial<Omit<User, "id">>): void;
  addGroup(group: { handle: string; name?: string; userIds: string[] }): UserGroup;
  /** Everyone known so far is a member unless `memberIds` says who. */
  addChannel(channel: NewChannel): Channel;
  /** The app hears of it where it is a member, of itself too. */
  join(channelId: string, userId: string): void;
  leave(channelId: string, userId: string): void;
  archive(channelId: string): void;
  /** Of the conversation between a person and the bot. */
  im(userId: string): string;
}

export function createDirectory(workspace: Workspace, events: Events, channelOf: (id: string) => Channel): Directory {
  const { stamps, app, team } = workspace;

  function addUser(given: NewUser): User {
    const id = stamps.id("U");
    const user = { ...newUser(id, team.id, given.name), realName: given.name, ...given };
    workspace.users.set(id, user);
    return user;
  }

  function tellOfMember(type: "member_joined_channel" | "member_left_channel", channel: Channel, userId: string): void {
    if (!channel.memberIds.includes(app.botUserId)) return;
    const place = { channel: channel.id, channel_type: channel.kind === "public" ? "C" : "G", team: team.id };
    events.emit({ type, user: userId, ...place, event_ts: stamps.ts() }, channel);
  }

  return {
    addTeam: (given) => {
      const added = { id: stamps.id("T"), ...given };
      workspace.teams.set(added.id, added);
      return added;
    },
    addUser,
    addBot: (name) => Object.assign(addUser({ name, isBot: true }), { botId: stamps.id("B") }),
    changeUser: (userId, change) => {
      const user = workspace.users.get(userId);
      if (user === undefined) throw new Error(`no user ${userId}`);
      Object.assign(user, change);
    },
    addGroup: ({ handle, name = handle, userIds }) => {
      const group = { id: stamps.id("S"), handle, name, userIds };
      workspace.groups.set(group.id, group);
      return group;
    },
    addChannel: ({ name, kind = "public", memberIds, withBot = true, isArchived = false, isExtShared = false }) => {
      const people = memberIds ?? [...workspace.users.values()].filter((user) => !user.isBot).map((user) => user.id);
      const channel: Channel = {
        id: stamps.id("C"),
        teamId: team.id,
        name,
        kind,
        memberIds: [...new Set([...people, ...(withBot ? [app.botUserId] : [])])],
        isArchived,
        isExtShared,
        created: Math.floor(Date.now() / 1000),
        messages: [],
      };
      workspace.channels.set(channel.id, channel);
      return channel;
    },
    join: (channelId, userId) => {
      const channel = channelOf(channelId);
      if (channel.memberIds.includes(userId)) return;
      channel.memberIds.push(userId);
      tellOfMember("member_joined_channel", channel, userId);
    },
    leave: (channelId, userId) => {
      const channel = channelOf(channelId);
      tellOfMember("member_left_channel", channel, userId);
      channel.memberIds = channel.memberIds.filter((id) => id !== userId);
    },
    archive: (channelId) => {
      channelOf(channelId).isArchived = true;
    },
    im: (userId) => openIm(workspace, userId).id,
  };
}

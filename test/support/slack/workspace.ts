// What the emulated Slack holds in memory: the app, teams, people, channels with their messages, files and open views.
import type { Fields } from "./fields.ts";
import { createStamps, randomName, type Stamps } from "./stamps.ts";

export interface Team {
  id: string;
  name: string;
  domain: string;
}

export interface User {
  id: string;
  teamId: string;
  name: string;
  realName: string;
  email: string;
  isBot: boolean;
  isAdmin: boolean;
  isRestricted: boolean;
  isDeleted: boolean;
  tz: string;
  tzOffset: number;
  locale: string;
  botId: string | null;
}

export interface UserGroup {
  id: string;
  handle: string;
  name: string;
  userIds: string[];
}

export interface Block extends Fields {
  type: string;
  block_id: string;
}

export interface Message {
  ts: string;
  channelId: string;
  threadTs: string | null;
  isBroadcast: boolean;
  userId: string;
  botId: string | null;
  appId: string | null;
  username: string | null;
  subtype: string | null;
  clientMsgId: string | null;
  text: string;
  isMrkdwn: boolean;
  blocks: Block[] | null;
  attachments: Fields[];
  fileIds: string[];
  edited: { user: string; ts: string } | null;
  reactions: { name: string; users: string[] }[];
  metadata: Fields | null;
  ephemeralFor: string | null;
  stream: { isOpen: boolean; endsAt: number; markdown: string } | null;
}

export interface Channel {
  id: string;
  teamId: string;
  name: string;
  kind: "public" | "private" | "im";
  memberIds: string[];
  isArchived: boolean;
  isExtShared: boolean;
  created: number;
  /** In the order of their stamps; deleted ones are gone. */
  messages: Message[];
}

export interface StoredFile {
  id: string;
  name: string;
  title: string;
  altText: string | null;
  mimetype: string;
  userId: string;
  length: number;
  bytes: Buffer | null;
  uploadKey: string;
  created: number;
}

export interface View {
  id: string;
  userId: string;
  hash: string;
  definition: Fields;
  blocks: Block[];
  rootId: string;
  previousId: string | null;
  errors: { [blockId: string]: string };
}

/** Something in a message, or in an edit of it, that made somebody's Slack ring. */
export interface Ping {
  ts: string;
  channelId: string;
  kind: "channel" | "here" | "everyone" | "user" | "subteam";
  /** Of the user or user group. */
  targetId: string | null;
  userId: string;
  isFromBot: boolean;
}

export interface Workspace {
  stamps: Stamps;
  /** Where the emulator listens, e.g. for addresses of files. */
  origin: string;
  app: {
    id: string;
    name: string;
    botUserId: string;
    botId: string;
    botToken: string;
    appToken: string;
    signingSecret: string;
    verificationToken: string;
    scopes: string[];
    isRevoked: boolean;
  };
  team: Team;
  teams: Map<string, Team>;
  users: Map<string, User>;
  groups: Map<string, UserGroup>;
  channels: Map<string, Channel>;
  files: Map<string, StoredFile>;
  /** By user, the one on top last. */
  modals: Map<string, View[]>;
  homes: Map<string, View>;
  pings: Ping[];
  /** By channel and thread: what the app says it is doing. */
  statuses: Map<string, string>;
  prompts: Map<string, Fields[]>;
}

export const SLACKBOT = "USLACKBOT";

export function createWorkspace(scopes: string[]): Workspace {
  const stamps = createStamps();
  const team = { id: stamps.id("T"), name: "Till Shop", domain: "till-shop" };
  const app = {
    id: stamps.id("A"),
    name: "tillhand",
    botUserId: stamps.id("U"),
    botId: stamps.id("B"),
    botToken: `xoxb-${randomName()}`,
    appToken: `xapp-1-${randomName()}`,
    signingSecret: randomName(32),
    verificationToken: randomName(),
    scopes: [...scopes],
    isRevoked: false,
  };
  const users = new Map<string, User>();
  for (const [id, name, botId] of [
    [app.botUserId, app.name, app.botId],
    [SLACKBOT, "slackbot", null],
  ] as const) {
    users.set(id, { ...newUser(id, team.id, name), isBot: botId !== null, botId });
  }
  return {
    stamps,
    origin: "",
    app,
    team,
    teams: new Map([[team.id, team]]),
    users,
    groups: new Map(),
    channels: new Map(),
    files: new Map(),
    modals: new Map(),
    homes: new Map(),
    pings: [],
    statuses: new Map(),
    prompts: new Map(),
  };
}

export function newUser(id: string, teamId: string, name: string): User {
  return {
    id,
    teamId,
    name,
    realName: name,
    email: `${name}@shop.example`,
    isBot: false,
    isAdmin: false,
    isRestricted: false,
    isDeleted: false,
    tz: "Europe/Berlin",
    tzOffset: 3600,
    locale: "en-US",
    botId: null,
  };
}

export function findMessage(channel: Channel, ts: string): Message | undefined {
  return channel.messages.find((message) => message.ts === ts);
}

/** The direct conversation of a person and the app, opened if there was none. */
export function openIm(workspace: Workspace, userId: string): Channel {
  for (const channel of workspace.channels.values()) {
    if (channel.kind === "im" && channel.memberIds[0] === userId) return channel;
  }
  const channel: Channel = {
    id: workspace.stamps.id("D"),
    teamId: workspace.team.id,
    name: "directmessage",
    kind: "im",
    memberIds: [userId, workspace.app.botUserId],
    isArchived: false,
    isExtShared: false,
    created: Math.floor(Date.now() / 1000),
    messages: [],
  };
  workspace.channels.set(channel.id, channel);
  return channel;
}

// The settings of Discord in; what Discord says of the token, the intent, the servers, channels, roles and commands out.
// It only asks, and by REST alone: nothing is registered, and no connection is opened beside the service's.
import { DiscordAPIError, RateLimitError, REST } from "@discordjs/rest";
import { ApplicationFlags, ChannelType, PermissionFlagsBits, Routes } from "discord-api-types/v10";
import { z } from "zod";
import type { DiscordSettings } from "../../chat-settings.ts";
import { type Finding, fail, ok, warn } from "../../doctor/doctor.ts";
import { Code, hasCode, isWrongToken } from "./api-errors.ts";
import { COMMANDS } from "./commands.ts";
import { WRONG_TOKEN } from "./discord-error.ts";

const CALL_MS = 5_000;

const Bit = PermissionFlagsBits;
/** What the bot has to be allowed, as Discord names it, and what people miss without it. */
const PERMISSIONS: [bit: bigint, name: string, without: string][] = [
  [Bit.ViewChannel, "View Channels", "nobody is heard"],
  [Bit.SendMessages, "Send Messages", "nobody is answered"],
  [Bit.SendMessagesInThreads, "Send Messages in Threads", "nobody is answered in a thread"],
  [Bit.CreatePublicThreads, "Create Public Threads", "talks have no thread of their own"],
  [Bit.EmbedLinks, "Embed Links", "cards are bare text"],
  [Bit.AttachFiles, "Attach Files", "charts cannot be shown"],
  [Bit.ReadMessageHistory, "Read Message History", "what was written while the service was away is not found"],
];
const OF_THREADS = Bit.SendMessagesInThreads | Bit.CreatePublicThreads;
const ALL_BITS = PERMISSIONS.reduce((all, [bit]) => all | bit, 0n);
const MESSAGE_CONTENT = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;
const THREADS = [ChannelType.AnnouncementThread, ChannelType.PublicThread, ChannelType.PrivateThread];

const bits = z.string().transform(BigInt);
const User = z.object({ id: z.string(), username: z.string() });
const Application = z.object({
  id: z.string(),
  flags: z.number().default(0),
  interactions_endpoint_url: z.string().nullish(),
});
const Guild = z.object({ id: z.string(), name: z.string(), permissions: bits });
const Role = z.object({ id: z.string(), name: z.string() });
const Member = z.object({ roles: z.array(z.string()), user: User });
const Channel = z.object({
  id: z.string(),
  type: z.number(),
  name: z.string().nullish(),
  guild_id: z.string().nullish(),
  parent_id: z.string().nullish(),
  permission_overwrites: z.array(z.object({ id: z.string(), allow: bits, deny: bits })).default([]),
});
const Commands = z.array(z.object({ name: z.string() }));

type Guild = z.infer<typeof Guild>;
type Channel = z.infer<typeof Channel>;
type Get = <T>(shape: z.ZodType<T>, route: `/${string}`) => Promise<T>;

/** Where the bot's owner takes it into a server. */
export function inviteAddress(applicationId: string): string {
  return `https://discord.com/oauth2/authorize?client_id=${applicationId}&permissions=${ALL_BITS}&scope=bot+applications.commands`;
}

export async function checkDiscord(settings: DiscordSettings): Promise<Finding[]> {
  const rest = new REST({ api: settings.apiUrl, timeout: CALL_MS, retries: 0, rejectOnRateLimit: () => true });
  const get: Get = async (shape, route) => {
    rest.setToken(settings.token);
    return shape.parse(await rest.get(route, { signal: AbortSignal.timeout(CALL_MS) }));
  };
  try {
    return await checkAll(settings, get);
  } catch (error) {
    if (isWrongToken(error)) return [fail("Discord token", WRONG_TOKEN)];
    return [refusal("Discord", error, [])];
  } finally {
    rest.clearHashSweeper();
    rest.clearHandlerSweeper();
  }
}

async function checkAll(settings: DiscordSettings, get: Get): Promise<Finding[]> {
  const bot = await get(User, Routes.user());
  const application = await get(Application, Routes.currentApplication());
  const guilds = await get(z.array(Guild), Routes.userGuilds());
  const isServed = ({ id }: Guild) => settings.guilds.length === 0 || settings.guilds.includes(id);
  const served = guilds.filter(isServed);
  const asked = await Promise.all([
    checkChannels(settings, served, bot.id, get),
    checkPeople(settings, served, get).catch((error) => [refusal("Discord roles", error, [])]),
    checkCommands(settings, served, application.id, get),
  ]);
  return [
    ok("Discord token", `${bot.username} (application ${application.id}).`),
    ...checkApplication(application),
    ...checkGuilds(settings, guilds, served, inviteAddress(application.id)),
    ...asked.flat(),
  ];
}

function checkApplication({ flags, interactions_endpoint_url: address }: z.infer<typeof Application>): Finding[] {
  const what = "Discord intents";
  const intent =
    (flags & MESSAGE_CONTENT) !== 0
      ? ok(what, "Message Content Intent is on.")
      : fail(
          what,
          'Message Content Intent is off, so nobody is heard: switch it on in the developer portal under "Bot".',
        );
  if (address == null || address === "") return [intent];
  const text = `presses and commands go to ${address} instead of the service: empty "Interactions Endpoint URL" in the developer portal under "General Information".`;
  return [intent, fail("Discord interactions", text)];
}

function checkGuilds({ guilds: named }: DiscordSettings, all: Guild[], served: Guild[], invite: string): Finding[] {
  const what = "Discord servers";
  const absent = named
    .filter((id) => all.every((guild) => guild.id !== id))
    .map((id) =>
      fail("Discord DISCORD_GUILDS", `the bot is not in the server ${id}: correct the id, or open ${invite}`),
    );
  if (served.length > 0) return [...absent, ok(what, `${served.map(({ name }) => name).join(", ")}.`)];
  return absent.length > 0 ? absent : [fail(what, `the bot is in none: open ${invite}`)];
}

async function checkChannels(
  { channels, staffChannel }: DiscordSettings,
  served: Guild[],
  botId: string,
  get: Get,
): Promise<Finding[]> {
  // Where no channels are named, the server's own permissions say what holds in most of them.
  const everywhere = (channels.length > 0 ? [] : served).flatMap(({ name, permissions }) =>
    judge("Discord permissions", `in ${name}`, permissions),
  );
  const look = (id: string, setting: string) => checkChannel(id, setting, served, botId, get);
  const named = await Promise.all([
    ...channels.map((id) => look(id, "DISCORD_CHANNELS")),
    ...(staffChannel === null ? [] : [look(staffChannel, "DISCORD_STAFF_CHANNEL")]),
  ]);
  return [...everywhere, ...named.flat()];
}

async function checkChannel(id: string, setting: string, served: Guild[], botId: string, get: Get): Promise<Finding[]> {
  const what = `Discord ${setting}`;
  try {
    const channel = await get(Channel, Routes.channel(id));
    const name = `#${channel.name ?? "?"} (${id})`;
    const guild = served.find((one) => one.id === channel.guild_id);
    if (guild === undefined) return [fail(what, `${name} is in no server that is served: look at DISCORD_GUILDS.`)];
    if (channel.type === ChannelType.GuildCategory) return [fail(what, `${name} is a category: name its channels.`)];
    const isThread = THREADS.includes(channel.type) && channel.parent_id != null;
    const ruled = isThread ? await get(Channel, Routes.channel(channel.parent_id ?? "")) : channel;
    const { roles } = await get(Member, Routes.guildMember(guild.id, botId));
    const needed = setting === "DISCORD_STAFF_CHANNEL" ? ALL_BITS & ~OF_THREADS : ALL_BITS;
    return judge(what, `in ${name}`, permissionsIn(guild, ruled, roles, botId), needed);
  } catch (error) {
    const absent = `there is no channel ${id}: copy the id from the channel's menu in developer mode.`;
    return [
      refusal(what, error, [
        [Code.UnknownChannel, absent],
        [Code.InvalidFormBodyOrContentType, absent],
        [Code.MissingAccess, `the bot does not see the channel ${id}: allow it View Channel there.`],
      ]),
    ];
  }
}

/** As Discord adds them up: everybody's, then its roles', then its own. */
function permissionsIn(guild: Guild, channel: Channel, roles: string[], botId: string): bigint {
  if ((guild.permissions & Bit.Administrator) !== 0n) return ALL_BITS;
  return [[guild.id], roles, [botId]].reduce((held, ids) => {
    const rules = channel.permission_overwrites.filter(({ id }) => ids.includes(id));
    const denied = rules.reduce((all, { deny }) => all | deny, 0n);
    return rules.reduce((all, { allow }) => all | allow, held & ~denied);
  }, guild.permissions);
}

function judge(what: string, where: string, held: bigint, most = ALL_BITS): Finding[] {
  const isAdministrator = (held & Bit.Administrator) !== 0n;
  const missing = PERMISSIONS.filter(([bit]) => (most & ~held & bit) !== 0n);
  if (isAdministrator || missing.length === 0) return [ok(what, `the bot may do all it needs ${where}.`)];
  return missing.map(([, name, without]) =>
    fail(what, `"${name}" is not allowed to the bot ${where}, so ${without}. Allow it to the bot's role.`),
  );
}

async function checkPeople({ staff, admins }: DiscordSettings, served: Guild[], get: Get): Promise<Finding[]> {
  const named = [
    ...staff.map((id) => ["DISCORD_STAFF", id] as const),
    ...admins.map((id) => ["DISCORD_ADMINS", id] as const),
  ];
  if (named.length === 0 || served.length === 0) return [];
  const roles = (await Promise.all(served.map(({ id }) => get(z.array(Role), Routes.guildRoles(id))))).flat();
  return Promise.all(
    named.map(async ([setting, id]) => {
      const what = `Discord ${setting}`;
      if (served.some((guild) => guild.id === id)) {
        return fail(what, `${id} is @everyone, which counts for nobody: make a role for it.`);
      }
      const role = roles.find((one) => one.id === id);
      if (role !== undefined) return ok(what, `the role ${role.name} (${id}).`);
      return checkMember(id, what, served, get);
    }),
  );
}

async function checkMember(id: string, what: string, served: Guild[], get: Get): Promise<Finding> {
  const absent = [Code.UnknownMember, Code.UnknownUser, Code.InvalidFormBodyOrContentType];
  for (const guild of served) {
    try {
      const { user } = await get(Member, Routes.guildMember(guild.id, id));
      return ok(what, `${user.username} (${id}).`);
    } catch (error) {
      if (!hasCode(error, ...absent)) return refusal(what, error, []);
    }
  }
  return fail(what, `${id} is neither a role nor a member of a server that is served: copy the id in developer mode.`);
}

async function checkCommands(
  { guilds: named }: DiscordSettings,
  served: Guild[],
  applicationId: string,
  get: Get,
): Promise<Finding[]> {
  const what = "Discord commands";
  const routes =
    named.length === 0
      ? [Routes.applicationCommands(applicationId)]
      : served.map(({ id }) => Routes.applicationGuildCommands(applicationId, id));
  try {
    const registered = await Promise.all(routes.map((route) => get(Commands, route)));
    const wanted = COMMANDS.map(({ name }) => name);
    const missing = wanted.filter((name) => registered.some((there) => there.every((one) => one.name !== name)));
    if (missing.length === 0) return [ok(what, wanted.map((name) => `/${name}`).join(", "))];
    return [
      warn(what, `${missing.map((name) => `/${name}`).join(", ")} not registered yet: a start of the service does it.`),
    ];
  } catch (error) {
    const text = `the bot may not have commands there: open ${inviteAddress(applicationId)} once more.`;
    return [refusal(what, error, [[Code.MissingAccess, text]])];
  }
}

/** `said`: what a code of Discord's means here. */
function refusal(what: string, error: unknown, said: [code: number, text: string][]): Finding {
  const words = said.find(([code]) => hasCode(error, code))?.[1];
  if (words !== undefined) return fail(what, words);
  if (isWrongToken(error)) return fail(what, WRONG_TOKEN);
  if (error instanceof RateLimitError) return warn(what, "not checked: Discord is asked too often. Run this again.");
  if (error instanceof DiscordAPIError) return fail(what, `Discord refuses the question (${error.code}).`);
  return fail(what, "Discord does not answer: look at the network, and at DISCORD_API_URL if it is set.");
}

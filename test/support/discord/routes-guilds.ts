// Routes for what is there: the gateway's address, the application, guilds, channels, members, users.
import { ApiError } from "./api-error.ts";
import {
  activeThreadsOf,
  channelPayload,
  channelsOf,
  fullMemberPayload,
  guildPayload,
  rolePayloads,
  threadMemberPayload,
  userPayload,
} from "./guild-payloads.ts";
import { newChannel } from "./make-world.ts";
import { guildPermissions, may, requireBotMay } from "./permissions.ts";
import { done, type Router } from "./router.ts";
import { channelOf, type Guild, guildOf, personOf, type World } from "./world.ts";

export interface Portal {
  gatewayUrl: string;
  /** Which privileged intents are switched on, as flags of the application. */
  applicationFlags: number;
  /** What is left of today's logins. */
  loginsLeft(): number;
  loginsADay: number;
}

const DAY_MS = 86_400_000;

export function addGuildRoutes(router: Router, world: World, portal: Portal): void {
  const botName = () => personOf(world, world.botId).name;
  const application = () => ({
    id: world.botId,
    name: botName(),
    description: "",
    icon: null,
    bot_public: false,
    bot_require_code_grant: false,
    verify_key: "0".repeat(64),
    flags: portal.applicationFlags,
    integration_types_config: { "0": {} },
    interactions_endpoint_url: null,
    approximate_guild_count: world.guilds.size,
    bot: userPayload(personOf(world, world.botId)),
    owner: userPayload(personOf(world, [...world.guilds.values()][0]?.ownerId ?? world.botId)),
    team: null,
  });
  /** A guild the bot was thrown out of is unknown to it. */
  const botsGuild = (id: string): Guild => {
    const guild = guildOf(world, id);
    if (!guild.members.has(world.botId)) throw new ApiError(404, 10004);
    return guild;
  };

  router.on("GET", "/gateway", () => done({ url: portal.gatewayUrl }));
  router.on("GET", "/gateway/bot", () =>
    done({
      url: portal.gatewayUrl,
      shards: 1,
      session_start_limit: {
        total: portal.loginsADay,
        remaining: portal.loginsLeft(),
        reset_after: DAY_MS,
        max_concurrency: 1,
      },
    }),
  );
  router.on("GET", "/applications/@me", () => done(application()));
  router.on("GET", "/oauth2/applications/@me", () => done(application()));
  router.on("GET", "/users/@me", () =>
    done({
      ...userPayload(personOf(world, world.botId)),
      mfa_enabled: true,
      locale: "en-US",
      verified: true,
      email: null,
      flags: 0,
    }),
  );
  router.on("GET", "/users/@me/guilds", () =>
    done(
      [...world.guilds.values()]
        .filter((guild) => guild.members.has(world.botId))
        .map((guild) => ({
          id: guild.id,
          name: guild.name,
          icon: null,
          banner: null,
          owner: false,
          permissions: String(guildPermissions(guild, world.botId)),
          features: [],
        })),
    ),
  );
  router.on("POST", "/users/@me/channels", (call) => {
    const { recipient_id: id } = (call.body ?? {}) as { recipient_id?: unknown };
    return done(channelPayload(world, openDm(world, personOf(world, String(id)).id)));
  });
  router.on("GET", "/users/:user", (_call, ids) => done(userPayload(personOf(world, ids.user))));

  router.on("GET", "/guilds/:guild", (_call, ids) => done(guildPayload(botsGuild(ids.guild))));
  router.on("GET", "/guilds/:guild/channels", (_call, ids) =>
    done(channelsOf(world, botsGuild(ids.guild).id).map((one) => channelPayload(world, one))),
  );
  router.on("GET", "/guilds/:guild/roles", (_call, ids) => done(rolePayloads(botsGuild(ids.guild))));
  router.on("GET", "/guilds/:guild/members/:user", (_call, ids) => {
    const userId = ids.user === "@me" ? world.botId : personOf(world, ids.user).id;
    const member = botsGuild(ids.guild).members.get(userId);
    if (member === undefined) throw new ApiError(404, 10007);
    return done(fullMemberPayload(world, member));
  });
  router.on("GET", "/guilds/:guild/threads/active", (_call, ids) => {
    const threads = activeThreadsOf(world, botsGuild(ids.guild).id).filter((one) =>
      may(world, one, world.botId, "ViewChannel"),
    );
    const joined = threads.filter((one) => one.thread?.memberIds.has(world.botId));
    return done({
      threads: threads.map((one) => channelPayload(world, one)),
      members: joined.map((one) => threadMemberPayload(one, world.botId)),
    });
  });

  router.on("GET", "/channels/:channel", (_call, ids) => {
    const channel = channelOf(world, ids.channel);
    requireBotMay(world, channel);
    return done(channelPayload(world, channel));
  });
}

/** The talk of this person with the bot; always the same one. */
export function openDm(world: World, userId: string) {
  const known = [...world.channels.values()].find((one) => one.recipientId === userId);
  return known ?? newChannel(world, { name: "", type: 1, recipientId: userId });
}

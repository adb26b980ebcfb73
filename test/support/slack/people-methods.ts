// The workspace in; auth.test, bots.info, users.* and usergroups.* out.

import { conversationJson, readKinds } from "./conversation-json.ts";
import { asFlag, asText, type Fields } from "./fields.ts";
import { botProfile } from "./message-json.ts";
import { isMember, type Methods, page, refuse, required } from "./method.ts";
import type { User, UserGroup, Workspace } from "./workspace.ts";

export function createPeopleMethods(workspace: Workspace): Methods {
  const { app, team, users, groups, channels } = workspace;

  function userJson(user: User, args: Fields): Fields {
    const hasEmail = app.scopes.includes("users:read.email") && !user.isBot;
    return {
      id: user.id,
      name: user.name,
      deleted: user.isDeleted,
      color: "9f69e7",
      real_name: user.realName,
      tz: user.tz,
      tz_label: user.tz,
      tz_offset: user.tzOffset,
      profile: {
        real_name: user.realName,
        real_name_normalized: user.realName,
        display_name: user.name,
        display_name_normalized: user.name,
        status_text: "",
        status_emoji: "",
        avatar_hash: "ge3b51ca72de",
        image_72: "https://secure.gravatar.com/avatar/72.jpg",
        first_name: user.realName.split(" ")[0],
        last_name: user.realName.split(" ").slice(1).join(" "),
        team: user.teamId,
        ...(hasEmail ? { email: user.email } : {}),
        ...(user.botId === null ? {} : { bot_id: user.botId, api_app_id: user.id === app.botUserId ? app.id : "" }),
      },
      is_admin: user.isAdmin,
      is_owner: false,
      is_primary_owner: false,
      is_restricted: user.isRestricted,
      is_ultra_restricted: false,
      is_bot: user.isBot,
      is_app_user: false,
      ...(user.teamId === team.id ? {} : { is_stranger: true }),
      updated: 1_767_000_000,
      team_id: user.teamId,
      ...(asFlag(args.include_locale) ? { locale: user.locale } : {}),
    };
  }

  return {
    "api.test": {
      scopes: null,
      run: (args) => (args.error === undefined ? { ok: true, args } : refuse(String(args.error), { args })),
    },
    "auth.test": {
      scopes: null,
      run: () => ({
        ok: true,
        url: `https://${team.domain}.slack.com/`,
        team: team.name,
        user: app.name,
        team_id: team.id,
        user_id: app.botUserId,
        bot_id: app.botId,
        is_enterprise_install: false,
      }),
    },
    "bots.info": {
      scopes: ["users:read"],
      run: (args) => {
        const botId = asText(args.bot) ?? app.botId;
        if (botId === app.botId) return { ok: true, bot: botProfile(workspace) };
        const bot = [...users.values()].find((user) => user.botId === botId);
        if (bot === undefined) refuse("bot_not_found");
        return {
          ok: true,
          bot: { id: botId, deleted: bot.isDeleted, name: bot.name, user_id: bot.id, app_id: "A0OTHERAPP" },
        };
      },
    },
    "users.info": {
      scopes: ["users:read"],
      run: (args) => {
        const user = users.get(required(args, "user", "user_not_found"));
        if (user === undefined) refuse("user_not_found");
        return { ok: true, user: userJson(user, args) };
      },
    },
    "users.list": {
      scopes: ["users:read"],
      run: (args) => {
        const { items, nextCursor } = page([...users.values()], args);
        const members = items.map((user) => userJson(user, args));
        return {
          ok: true,
          members,
          cache_ts: Math.floor(Date.now() / 1000),
          response_metadata: { next_cursor: nextCursor },
        };
      },
    },
    "users.conversations": {
      scopes: ["channels:read", "groups:read", "im:read"],
      run: (args) => {
        const kinds = readKinds(args);
        const mine = [...channels.values()].filter((one) => kinds.includes(one.kind) && isMember(workspace, one));
        const { items, nextCursor } = page(
          mine.filter((one) => !(asFlag(args.exclude_archived) && one.isArchived)),
          args,
        );
        const listed = items.map((channel) => conversationJson(workspace, channel));
        return { ok: true, channels: listed, response_metadata: { next_cursor: nextCursor } };
      },
    },
    "usergroups.list": {
      scopes: ["usergroups:read"],
      run: (args) => ({ ok: true, usergroups: [...groups.values()].map((group) => groupJson(group, team.id, args)) }),
    },
    "usergroups.users.list": {
      scopes: ["usergroups:read"],
      run: (args) => {
        const group = groups.get(required(args, "usergroup", "no_such_subteam"));
        if (group === undefined) refuse("no_such_subteam");
        return { ok: true, users: group.userIds };
      },
    },
  };
}

function groupJson(group: UserGroup, teamId: string, args: Fields): Fields {
  return {
    id: group.id,
    team_id: teamId,
    is_usergroup: true,
    is_subteam: true,
    name: group.name,
    description: "",
    handle: group.handle,
    is_external: false,
    date_create: 1_767_000_000,
    date_update: 1_767_000_000,
    date_delete: 0,
    auto_provision: false,
    prefs: { channels: [], groups: [] },
    user_count: group.userIds.length,
    ...(asFlag(args.include_users) ? { users: group.userIds } : {}),
  };
}

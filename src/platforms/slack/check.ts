// The settings of Slack in; what Slack says of the tokens, the scopes, the channels and the people in them out. It only
// asks: nothing is joined, opened or posted.
import type { WebClient } from "@slack/web-api";
import type { SlackSettings } from "../../chat-settings.ts";
import { type Finding, fail, ok, warn } from "../../doctor/doctor.ts";
import { createLog } from "../../telemetry/log.ts";
import { createApi } from "./api.ts";
import { codeOf, isTokenFault, retryAfterMsOf } from "./api-errors.ts";
import { tokenSentence } from "./slack-error.ts";

const LIMITS = { callMs: 5_000, callTries: 1, longestWaitMs: 0 };

/** What the bot token needs, and what people miss without it. The manifest of docs/slack.md asks for exactly these. */
export const SCOPES: { [scope: string]: string } = {
  "app_mentions:read": "mentions of the bot are not heard",
  "channels:history": "messages in public channels are not heard",
  "channels:join": "the bot cannot enter a public channel by itself where a command was typed",
  "channels:read": "what was written in public channels while the service was away is not found",
  "chat:write": "nothing can be posted",
  commands: "there is no /shop",
  "files:write": "charts cannot be shown",
  "groups:history": "messages in private channels are not heard",
  "groups:read": "what was written in private channels while the service was away is not found",
  "im:history": "direct messages are not heard",
  "im:read": "what was written directly while the service was away is not found",
  "im:write": "a command that was typed where the bot cannot write is not answered",
  "usergroups:read": "user groups (S…) in SLACK_STAFF and SLACK_ADMINS make nobody staff or admin",
  "users:read": "people have no names, and nobody knows which workspace they belong to",
};

interface Bot {
  web: WebClient;
  name: string;
  team: string;
}

export async function checkSlack(settings: SlackSettings): Promise<Finding[]> {
  const [bot, way] = await Promise.all([checkBot(settings), checkWayIn(settings)]);
  return [...bot, ...way];
}

function clientOf(settings: SlackSettings, token: string): WebClient {
  return createApi({ ...settings, botToken: token }, LIMITS, createLog("silent")).web;
}

/** The token first: without it nothing else can be asked. */
async function checkBot(settings: SlackSettings): Promise<Finding[]> {
  const what = "Slack bot token";
  const web = clientOf(settings, settings.botToken);
  try {
    const {
      user = "",
      bot_id: botId,
      team = "",
      team_id: teamId = "",
      response_metadata: about,
    } = await web.auth.test();
    if (botId === undefined) {
      return [
        fail(what, "SLACK_BOT_TOKEN is a person's: take the Bot User OAuth Token (xoxb-…) of OAuth & Permissions."),
      ];
    }
    const bot: Bot = { web, name: user, team: teamId };
    return [
      ok(what, `@${user} in the workspace ${team} (${teamId}).`),
      ...checkScopes(about?.scopes ?? null, settings),
      ...checkTeams(settings.teams, bot),
      ...(await Promise.all([...checkChannels(settings, bot), ...checkPeople(settings, bot)])),
    ];
  } catch (error) {
    return [tokenFinding(what, "SLACK_BOT_TOKEN", error)];
  }
}

function tokenFinding(what: string, setting: string, error: unknown): Finding {
  if (isTokenFault(error)) return fail(what, tokenSentence(setting, codeOf(error)));
  return refusal(what, error, {});
}

function checkScopes(given: string[] | null, { staff, admins }: SlackSettings): Finding[] {
  const what = "Slack scopes";
  if (given === null) return [warn(what, "not checked: Slack does not tell them of this token.")];
  const missing = Object.entries(SCOPES).filter(([scope]) => !given.includes(scope));
  if (missing.length === 0) return [ok(what, "all that is needed are there.")];
  const usesGroups = [...staff, ...admins].some(isGroup);
  return missing.map(([scope, without]) => {
    const isSpared = scope === "channels:join" || (scope === "usergroups:read" && !usesGroups);
    const text = `${scope} is missing, so ${without}. Add it under OAuth & Permissions and reinstall the app.`;
    return isSpared ? warn(what, text) : fail(what, text);
  });
}

async function checkWayIn(settings: SlackSettings): Promise<Finding[]> {
  const { appToken, signingSecret } = settings;
  const findings: Finding[] = [];
  if (appToken !== null) findings.push(await checkSocket(settings, appToken));
  if (signingSecret !== null) {
    const text = "SLACK_SIGNING_SECRET is set; Slack has to reach https://your-host/slack/events for the events.";
    findings.push(ok("Slack by HTTP", text));
  }
  return findings;
}

async function checkSocket(settings: SlackSettings, appToken: string): Promise<Finding> {
  const what = "Slack Socket Mode";
  try {
    await clientOf(settings, appToken).apps.connections.open({});
    return ok(what, "SLACK_APP_TOKEN opens it.");
  } catch (error) {
    if (codeOf(error) !== "missing_scope") return tokenFinding(what, "SLACK_APP_TOKEN", error);
    return fail(
      what,
      "SLACK_APP_TOKEN lacks connections:write: make another with it under Basic Information, App-Level Tokens.",
    );
  }
}

function checkTeams(teams: string[], { team }: Bot): Finding[] {
  const what = "Slack SLACK_TEAMS";
  if (teams.length === 0) return [];
  if (!teams.includes(team)) {
    return [
      fail(what, `it leaves out ${team}, the bot's own workspace, so nobody there is served: add it, or empty it.`),
    ];
  }
  const others = teams.filter((id) => id !== team);
  if (others.length === 0) return [ok(what, `the bot's own workspace, ${team}.`)];
  return [
    warn(what, `${others.join(", ")} cannot be looked up: their people come by shared channels. Read them again.`),
  ];
}

function checkChannels({ channels, staffChannel }: SlackSettings, bot: Bot): Promise<Finding>[] {
  return [
    ...channels.map((id) => checkChannel(id, "SLACK_CHANNELS", bot)),
    ...(staffChannel === null ? [] : [checkChannel(staffChannel, "SLACK_STAFF_CHANNEL", bot)]),
  ];
}

async function checkChannel(id: string, setting: string, { web, name: bot }: Bot): Promise<Finding> {
  const what = `Slack ${setting}`;
  try {
    const { channel } = await web.conversations.info({ channel: id });
    const name = `#${channel?.name ?? "?"} (${id})`;
    if (channel?.is_archived === true) return fail(what, `${name} is archived: name another channel.`);
    if (channel?.is_im === true || channel?.is_member === true) return ok(what, `the bot is in ${name}.`);
    return fail(what, `the bot is not in ${name}: write "/invite @${bot}" there.`);
  } catch (error) {
    return refusal(what, error, {
      channel_not_found: `there is no channel ${id}, or it is private and the bot is not in it: correct the id (a channel's details, at the bottom), or write "/invite @${bot}" there.`,
    });
  }
}

function checkPeople({ staff, admins }: SlackSettings, bot: Bot): Promise<Finding>[] {
  const named = [
    ...staff.map((id) => ["SLACK_STAFF", id] as const),
    ...admins.map((id) => ["SLACK_ADMINS", id] as const),
  ];
  return named.map(([setting, id]) => {
    if (isGroup(id)) return checkGroup(id, setting, bot);
    if (/^[UW]/.test(id)) return checkPerson(id, setting, bot);
    const text = `${id} is neither a person (U…) nor a user group (S…): take the id, and not the name.`;
    return Promise.resolve(fail(`Slack ${setting}`, text));
  });
}

const isGroup = (id: string) => id.startsWith("S");

async function checkPerson(id: string, setting: string, { web }: Bot): Promise<Finding> {
  const what = `Slack ${setting}`;
  try {
    const { user } = await web.users.info({ user: id });
    const name = `${user?.profile?.real_name || user?.name || "?"} (${id})`;
    return user?.deleted === true ? fail(what, `${name} is deactivated: take the id out.`) : ok(what, `${name}.`);
  } catch (error) {
    const text = `the workspace has nobody with the id ${id}: copy it from the profile, with "Copy member ID".`;
    return refusal(what, error, { user_not_found: text, user_not_visible: text });
  }
}

async function checkGroup(id: string, setting: string, { web }: Bot): Promise<Finding> {
  const what = `Slack ${setting}`;
  try {
    const { users = [] } = await web.usergroups.users.list({ usergroup: id });
    if (users.length === 0) return warn(what, `nobody is in the user group ${id}.`);
    return ok(what, `the user group ${id}, ${users.length} ${users.length === 1 ? "person" : "people"}.`);
  } catch (error) {
    return refusal(what, error, {
      no_such_subteam: `the workspace has no user group ${id}: correct the id, or name people (U…) instead.`,
      plan_upgrade_required: "this workspace's plan has no user groups: name people (U…) instead.",
    });
  }
}

/** `said`: what a code of Slack's means here. */
function refusal(what: string, error: unknown, said: { [code: string]: string }): Finding {
  const code = codeOf(error);
  const words = said[code ?? ""];
  if (words !== undefined) return fail(what, words);
  if (code === "missing_scope") return warn(what, "not checked, because a scope is missing (above).");
  const waitMs = retryAfterMsOf(error);
  if (waitMs !== null) return warn(what, `not checked: Slack wants to be asked again in ${waitMs / 1_000} s.`);
  if (code !== null) return fail(what, `Slack refuses the question (${code}). See docs/slack.md.`);
  return fail(what, "Slack does not answer: look at the network, and at SLACK_API_URL if it is set.");
}

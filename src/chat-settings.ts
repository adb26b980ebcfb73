// The environment in; what Slack, Discord and the mail to their people are served with, and within which limits, out.
import { ConfigError, type Environment } from "./environment.ts";

export type ChatSettings = ReturnType<typeof chatSettings>;
export type SlackSettings = NonNullable<ChatSettings["slack"]>;
export type DiscordSettings = NonNullable<ChatSettings["discord"]>;

export function chatSettings(env: Environment) {
  return {
    /** null: not served. */
    slack: slackOf(env),
    discord: discordOf(env),
    /** Whom nobody answers: platform:id. */
    blocked: env.BLOCKED_PEOPLE,
    messagesPerMinute: env.MAX_MESSAGES_PER_MINUTE,
    /** What was written while nobody listened is answered when it is not older than this; older talk gets an apology. */
    catchUp: {
      windowMs: env.CATCH_UP_MINUTES * 60_000,
      /** No further back than this is looked at all. */
      longestMs: 7 * 86_400_000,
      /** How often is noted that everything up to then was heard, and how much is read twice to be sure. */
      noteMs: 10_000,
      overlapMs: 60_000,
      /** Of one channel or thread, and how many threads, the latest talks first. */
      messages: 500,
      threads: 200,
      /** Of channels and direct conversations, for platforms that keep no list of what is new. */
      conversations: 500,
    },
    /** Platforms give 3 s for an acknowledgement; by then the person is told, whatever is still under way. */
    ackMs: 2_000,
    /** A button whose message is not on record is looked for so often: its note may be on its way. Shorter than `ackMs`. */
    shown: { looks: 7, pauseMs: 200 },
    /** After this age nobody can acknowledge an interaction with Discord any more. */
    lateInteractionMs: 3_500,
    /** A stage is shown when the answer takes longer than `afterMs`, and changed no more often than `everyMs`. */
    progress: { afterMs: 600, everyMs: 1_500, typingMs: 8_000 },
    /** Nobody believes for longer than this that somebody is typing. */
    longestTypingMs: 300_000,
    /** One call of a platform's API, and how often it is tried in all. */
    callMs: 10_000,
    callTries: 3,
    /** The longest that a post waits for a rate limit of its channel before it is put off. */
    longestWaitMs: 30_000,
    /** Without a sign of life for this long a connection is taken for dead; after `deadMs` health says so. */
    silenceMs: 60_000,
    deadMs: 120_000,
    /** How long what a platform says about a person (name, roles, groups) is believed. */
    peopleMs: 60_000,
    /** What a workspace turned out to lack is not asked of it again for this long. */
    missedFeatureMs: 600_000,
    /** Long answers grow in their thread where Slack has that; it starts 20 a minute and takes 12,000 characters at once. */
    streaming: { fromChars: 500, mostChars: 11_000, pieceChars: 1_200, startsPerMinute: 15 },
    /** `codesPerHour` to one customer, whoever asks; one person gets another code after `pauseMs`. */
    link: { minutes: env.LINK_CODE_MINUTES, tries: 5, codesPerHour: 5, pauseMs: 60_000 },
    /** null: the code is shown where the service runs. */
    mail: env.SMTP_URL === undefined ? null : { url: env.SMTP_URL, from: env.MAIL_FROM, timeoutMs: 10_000 },
  };
}

function slackOf(env: Environment) {
  const { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signingSecret } = env;
  if (botToken === undefined) {
    const alone = appToken === undefined ? signingSecret && "SLACK_SIGNING_SECRET" : "SLACK_APP_TOKEN";
    if (alone === undefined) return null;
    throw new ConfigError(
      `${alone} is set and SLACK_BOT_TOKEN is not: set it too, or leave both out. See docs/slack.md.`,
    );
  }
  if (appToken === undefined && signingSecret === undefined) {
    throw new ConfigError(
      "SLACK_BOT_TOKEN is set, but Slack has no way in: set SLACK_APP_TOKEN for Socket Mode, or SLACK_SIGNING_SECRET when Slack calls this service. See docs/slack.md.",
    );
  }
  return {
    botToken,
    /** With it, Slack is heard by Socket Mode. */
    appToken: appToken ?? null,
    /** With it, Slack's calls to /slack/events are taken. */
    signingSecret: signingSecret ?? null,
    apiUrl: env.SLACK_API_URL.endsWith("/") ? env.SLACK_API_URL : `${env.SLACK_API_URL}/`,
    teams: env.SLACK_TEAMS,
    staff: env.SLACK_STAFF,
    admins: env.SLACK_ADMINS,
    channels: env.SLACK_CHANNELS,
    staffChannel: env.SLACK_STAFF_CHANNEL ?? null,
  };
}

function discordOf(env: Environment) {
  const { DISCORD_TOKEN: token } = env;
  if (token === undefined) return null;
  return {
    token,
    // The client adds the version itself.
    apiUrl: env.DISCORD_API_URL.replace(/\/(?:v\d+\/?)?$/, ""),
    guilds: env.DISCORD_GUILDS,
    staff: env.DISCORD_STAFF,
    admins: env.DISCORD_ADMINS,
    channels: env.DISCORD_CHANNELS,
    staffChannel: env.DISCORD_STAFF_CHANNEL ?? null,
  };
}

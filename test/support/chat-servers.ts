// Postgres and Redis of the test's own, a Slack and a Discord beside them, and the shop's own processes on all four, out.

import { type DiscordServer, startDiscord } from "./discord/discord-server.ts";
import { type MainProcess, startMain } from "./main-process.ts";
import type { PostgresServer } from "./postgres-server.ts";
import { createStore } from "./postgres-server.ts";
import type { RedisServer } from "./redis-server.ts";
import { type SlackOptions, type SlackServer, startSlack } from "./slack/slack-server.ts";

export interface ChatServers {
  slack: SlackServer;
  discord: DiscordServer;
  /** Ids of people and places. */
  who: { dora: string; dan: string; sue: string; abe: string; ann: string };
  where: { shop: string; staff: string; customers: string; discordStaff: string };
  environment: { [name: string]: string };
  start(role: "intake" | "worker" | "all", more?: { [name: string]: string }): Promise<MainProcess>;
  sql<Row = Record<string, unknown>>(text: string): Promise<Row[]>;
  close(): Promise<void>;
}

/** Customers on Discord, staff and admins on Slack, of a workspace without its newer ways unless told otherwise. */
export async function openChatServers(
  { postgres, redis }: { postgres: PostgresServer; redis: RedisServer },
  environment: { [name: string]: string } = {},
  slackOptions: SlackOptions = {},
): Promise<ChatServers> {
  const [databaseUrl] = await Promise.all([createStore(postgres), redis.run("FLUSHALL")]);
  const slack = await startSlack({ hasAssistant: false, hasStreaming: false, ...slackOptions });
  const discord = await startDiscord();
  const sue = slack.addUser({ name: "sue", realName: "Sue Staff" }).id;
  const abe = slack.addUser({ name: "abe", realName: "Abe Admin" }).id;
  const ann = slack.addUser({ name: "ann", realName: "Ann Admin" }).id;
  const who = { sue, abe, ann, dora: discord.addUser("dora"), dan: discord.addUser("dan") };
  const where = {
    shop: slack.addChannel({ name: "shop", withBot: true }).id,
    staff: slack.addChannel({ name: "staff", withBot: true }).id,
    customers: discord.channelId,
    discordStaff: discord.addChannel("staff"),
  };
  const database = new URL(databaseUrl).pathname.slice(1);
  const settings = {
    ...{ DATABASE_URL: databaseUrl, REDIS_URL: redis.url, DATABASE_POOL: "6", SANDBOX_PROCESSES: "1" },
    ...{ BURST_MS: "0", SWEEP_MS: "500", LOG_LEVEL: process.env.TEST_LOG ?? "silent" },
    ...{ SLACK_API_URL: slack.apiUrl, SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken },
    ...{ SLACK_STAFF: sue, SLACK_ADMINS: `${abe},${ann}`, SLACK_STAFF_CHANNEL: where.staff },
    ...{ DISCORD_API_URL: discord.apiUrl, DISCORD_TOKEN: discord.token, DISCORD_STAFF_CHANNEL: where.discordStaff },
    ...environment,
  };
  const running: MainProcess[] = [];
  return {
    slack,
    discord,
    who,
    where,
    environment: settings,
    start: async (role, more = {}) => {
      const started = await startMain(role, { ...settings, ...more });
      running.push(started);
      return started;
    },
    sql: async <Row>(text: string) => (await postgres.run(database, text)) as Row[],
    close: async () => {
      await Promise.all(
        running.filter(({ child }) => child.exitCode === null && child.signalCode === null).map((one) => one.stop()),
      );
      await Promise.all([slack.close(), discord.close()]);
    },
  };
}

// A database in, a Slack and a Discord out on local ports, with people who are customers of the shop, and the environment
// of its processes.
import { Client } from "pg";
import { type DiscordServer, startDiscord } from "../test/support/discord/discord-server.ts";
import { type SlackServer, startSlack } from "../test/support/slack/slack-server.ts";

export interface Town {
  slack: SlackServer;
  discord: DiscordServer;
  /** The channel where Slack's people write. */
  channel: string;
  /** Ids of as many people on each. */
  people: { slack: string[]; discord: string[] };
  environment: { [name: string]: string };
  close(): Promise<void>;
}

/** More than anybody waits: what is slow is to be seen as such, and not as lost. */
const LONGEST_ACK_MS = 30_000;

export async function openTown(databaseUrl: string, redisUrl: string, peopleEach: number): Promise<Town> {
  const slack = await startSlack({ hasStreaming: false, hasAssistant: false, ackMs: LONGEST_ACK_MS });
  const discord = await startDiscord({ answerMs: LONGEST_ACK_MS });
  const people = {
    slack: Array.from({ length: peopleEach }, (_, number) => slack.addUser({ name: `slack-${number}` }).id),
    discord: Array.from({ length: peopleEach }, (_, number) => discord.addUser(`discord-${number}`)),
  };
  const channel = slack.addChannel({ name: "shop", withBot: true }).id;
  const handles = [...people.slack.map((id) => `slack:${id}`), ...people.discord.map((id) => `discord:${id}`)];
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("INSERT INTO accounts (handle, customer_id, linked_by) SELECT unnest($1::text[]), 1, 'bench'", [
    handles,
  ]);
  await client.end();
  return {
    ...{ slack, discord, channel, people },
    environment: {
      ...{ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, DATABASE_POOL: "10", PROCESSES: "3", LOG_LEVEL: "warn" },
      ...{ PORT: "0", WORKER_PORT: "0", BURST_MS: "0" },
      ...{ SLACK_API_URL: slack.apiUrl, SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken },
      ...{ DISCORD_API_URL: discord.apiUrl, DISCORD_TOKEN: discord.token },
    },
    close: async () => void (await Promise.all([slack.close(), discord.close()])),
  };
}

/** What a person of each writes so that it is for the shop. */
export const mention = {
  slack: ({ slack, channel }: Town, person: string, text: string) =>
    slack.say(person, channel, `<@${slack.botUserId}> ${text}`).ts,
  discord: ({ discord }: Town, person: string, text: string) =>
    discord.say(person, discord.channelId, `<@${discord.applicationId}> ${text}`),
};

// A database in, a Slack and a Discord out on local ports, with people who are customers of the shop, and the environment
// of its processes.
import { Client } from "pg";
import { type DiscordServer, startDiscord } from "../test/support/discord/discord-server.ts";
import { type SlackServer, startSlack } from "../test/support/slack/slack-server.ts";

export interface Town {
  slack: SlackServer;
  discord: DiscordServer;
  /** Ids of the channels on each, and of the people, of whom each writes in one of them. */
  channels: { slack: string[]; discord: string[] };
  people: { slack: string[]; discord: string[] };
  environment: { [name: string]: string };
  close(): Promise<void>;
}

/** As in a town of some size: what is written in one channel of Discord is taken one after the other. */
const CHANNELS = 10;

/** More than anybody waits: what is slow is to be seen as such, and not as lost. */
const LONGEST_ACK_MS = 30_000;

export async function openTown(databaseUrl: string, redisUrl: string, peopleEach: number): Promise<Town> {
  const slack = await startSlack({ hasStreaming: false, hasAssistant: false, ackMs: LONGEST_ACK_MS });
  const discord = await startDiscord({ answerMs: LONGEST_ACK_MS });
  const people = {
    slack: Array.from({ length: peopleEach }, (_, number) => slack.addUser({ name: `slack-${number}` }).id),
    discord: Array.from({ length: peopleEach }, (_, number) => discord.addUser(`discord-${number}`)),
  };
  const channels = {
    slack: Array.from({ length: CHANNELS }, (_, number) => slack.addChannel({ name: `shop-${number}` }).id),
    discord: Array.from({ length: CHANNELS }, (_, number) => discord.addChannel(`shop-${number}`)),
  };
  const handles = [...people.slack.map((id) => `slack:${id}`), ...people.discord.map((id) => `discord:${id}`)];
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("INSERT INTO accounts (handle, customer_id, linked_by) SELECT unnest($1::text[]), 1, 'bench'", [
    handles,
  ]);
  await client.end();
  return {
    ...{ slack, discord, channels, people },
    environment: {
      ...{ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, DATABASE_POOL: "10", PROCESSES: "3", LOG_LEVEL: "warn" },
      ...{ PORT: "0", WORKER_PORT: "0", BURST_MS: "0" },
      ...{ SLACK_API_URL: slack.apiUrl, SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken },
      ...{ DISCORD_API_URL: discord.apiUrl, DISCORD_TOKEN: discord.token },
    },
    close: async () => void (await Promise.all([slack.close(), discord.close()])),
  };
}

export interface Said {
  person: string;
  channel: string;
  id: string;
}

/** The person of that number writes so that it is for the shop. */
export function say(town: Town, platform: "slack" | "discord", number: number, text: string): Said {
  const { slack, discord, people, channels } = town;
  const person = people[platform][number % people[platform].length] ?? "";
  const channel = channels[platform][number % CHANNELS] ?? "";
  const id =
    platform === "slack"
      ? slack.say(person, channel, `<@${slack.botUserId}> ${text}`).ts
      : discord.say(person, channel, `<@${discord.applicationId}> ${text}`);
  return { person, channel, id };
}

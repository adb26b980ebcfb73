// `npm run doctor`: looks at everything the settings name, and says line by line what works and what to do.
import { parseArgs } from "node:util";
import { type Config, readConfig } from "../config.ts";
import { checkDatabase } from "../doctor/check-database.ts";
import { checkMail } from "../doctor/check-mail.ts";
import { checkModel } from "../doctor/check-model.ts";
import { checkRedisServer } from "../doctor/check-redis.ts";
import { checkRoles } from "../doctor/check-roles.ts";
import { type Check, type Finding, fail, ok } from "../doctor/doctor.ts";
import { runChecks } from "../doctor/run-checks.ts";
import { secretsOf } from "../doctor/secrets.ts";
import { ConfigError } from "../environment.ts";
import { runCommand } from "./command.ts";

await runCommand("npm run --silent doctor [-- --json]", async () => {
  const { values } = parseArgs({ options: { json: { type: "boolean" } } });
  const findings = await examine();
  const words = values.json === true ? JSON.stringify(findings) : findings.map(inWords).join("\n");
  process.stdout.write(`${words}\n`);
  return findings.some(({ level }) => level === "fail") ? "failed" : "done";
});

async function examine(): Promise<Finding[]> {
  try {
    const config = readConfig();
    return await runChecks(checksOf(config), secretsOf(config));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [fail("Settings", `${error.message} The rest is looked at once they are right.`)];
  }
}

/** Only the client libraries of what is set are loaded. */
function checksOf(config: Config): Check[] {
  const { servers, chat } = config;
  const { slack, discord } = chat;
  return [
    { what: "Settings", run: async () => [ok("Settings", "each has a value that the service takes.")] },
    { what: "Database", run: () => checkDatabase(config) },
    ...(servers === null ? [] : [{ what: "Redis", run: () => checkRedisServer(servers) }]),
    { what: "Model", run: () => checkModel(config) },
    {
      what: "Slack",
      run: async () =>
        slack === null
          ? [ok("Slack", "off, as SLACK_BOT_TOKEN is empty.")]
          : (await import("../platforms/slack/check.ts")).checkSlack(slack),
    },
    {
      what: "Discord",
      run: async () =>
        discord === null
          ? [ok("Discord", "off, as DISCORD_TOKEN is empty.")]
          : (await import("../platforms/discord/check.ts")).checkDiscord(discord),
    },
    { what: "Roles", run: () => checkRoles(config) },
    { what: "Mail", run: () => checkMail(config) },
  ];
}

function inWords({ level, what, text }: Finding): string {
  return `${level === "fail" ? "FAIL" : level.padEnd(4)}  ${what}: ${text}`;
}

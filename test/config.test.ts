import { expect, test } from "vitest";
import { readConfig } from "../src/config.ts";
import { ConfigError } from "../src/environment.ts";

test("without any setting the shop is local and the built-in planner plans", () => {
  expect(readConfig({})).toMatchObject({ modelApi: null, web: { host: "127.0.0.1", port: 3000, token: null } });
});

test("a key or an address brings in the model", () => {
  expect(readConfig({ OPENAI_API_KEY: "k" }).modelApi).toMatchObject({ baseUrl: "https://api.openai.com/v1" });
  expect(readConfig({ OPENAI_BASE_URL: "http://127.0.0.1:9/v1" }).modelApi).toMatchObject({ apiKey: "none" });
});

test("half of what a chat needs is refused, with what is missing", () => {
  expect(() => readConfig({ SLACK_BOT_TOKEN: "xoxb-1" })).toThrow(/SLACK_APP_TOKEN.*SLACK_SIGNING_SECRET/);
  expect(() => readConfig({ SLACK_APP_TOKEN: "xapp-1" })).toThrow(/SLACK_BOT_TOKEN is not/);
  expect(readConfig({}).chat).toMatchObject({ slack: null, discord: null });
  expect(readConfig({ DISCORD_TOKEN: "t", DISCORD_API_URL: "http://127.0.0.1:1/api/v10" }).chat.discord).toMatchObject({
    apiUrl: "http://127.0.0.1:1/api",
  });
});

test("half a production is refused, and the sentence names the half that is missing", () => {
  const both = { DATABASE_URL: "postgresql://x@h/shop", REDIS_URL: "redis://h" };
  expect(() => readConfig({ DATABASE_URL: both.DATABASE_URL })).toThrow(/DATABASE_URL is set and REDIS_URL is not/);
  expect(() => readConfig({ REDIS_URL: both.REDIS_URL })).toThrow(/REDIS_URL is set and DATABASE_URL is not/);
  expect(readConfig(both).servers).toMatchObject({ databaseUrl: both.DATABASE_URL, redisUrl: both.REDIS_URL });
});

test("B02: a lock shorter than a worker may be busy, or looked after too rarely, is refused", () => {
  expect(() => readConfig({ QUEUE_LOCK_MS: "5000", QUEUE_STALLED_MS: "1000" })).toThrow(/QUEUE_LOCK_MS/);
  expect(() => readConfig({ QUEUE_LOCK_MS: "20000", QUEUE_STALLED_MS: "30000" })).toThrow(/QUEUE_STALLED_MS/);
  expect(readConfig({ QUEUE_LOCK_MS: "20000", QUEUE_STALLED_MS: "20000" }).queue).toMatchObject({ lockMs: 20_000 });
});

test("an address that others can reach needs a token", () => {
  expect(() => readConfig({ HOST: "0.0.0.0" })).toThrow(/CONSOLE_TOKEN/);
  expect(readConfig({ HOST: "0.0.0.0", CONSOLE_TOKEN: "x".repeat(16) }).web.host).toBe("0.0.0.0");
});

test.each([
  ["PORT", "many"],
  ["PORT", "70000"],
  ["CONSOLE_TOKEN", "short"],
  ["OPENAI_BASE_URL", "not an address"],
  ["REFUND_NEEDS_ADMIN_FROM", "ten"],
  ["SANDBOX_WALL_MS", "-1"],
  ["MODEL_BUDGET_MS", "99999999999"],
])("a wrong %s is named in the refusal to start", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(name);
});

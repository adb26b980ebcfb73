import { expect, test } from "vitest";
import { ConfigError, readConfig } from "../src/config.ts";

test("without any setting the shop is local and the built-in planner plans", () => {
  expect(readConfig({})).toMatchObject({ modelApi: null, web: { host: "127.0.0.1", port: 3000, token: null } });
});

test("a key or an address brings in the model", () => {
  expect(readConfig({ OPENAI_API_KEY: "k" }).modelApi).toMatchObject({ baseUrl: "https://api.openai.com/v1" });
  expect(readConfig({ OPENAI_BASE_URL: "http://127.0.0.1:9/v1" }).modelApi).toMatchObject({ apiKey: "none" });
});

test("a setting of a preset that this version does not serve is not taken for granted", () => {
  expect(() => readConfig({ DATABASE_URL: "postgres://x" })).toThrow(/DATABASE_URL.*one machine/);
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

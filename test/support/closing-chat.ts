// A process that has the chats of its environment listen, post and show progress, closes them, and then has nothing left to
// do: it ends by itself, if nothing of them goes on.
import { chatSettings } from "../../src/chat-settings.ts";
import { Environment } from "../../src/environment.ts";
import type { Chat } from "../../src/platforms/chat.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { createMetrics } from "../../src/telemetry/metrics.ts";
import { createMemoryPosts, createRecordingDoor, delivery } from "./discord-chat.ts";

const place = process.argv[2] ?? "";
const limits = chatSettings(Environment.parse(process.env));
const parts = {
  ...{
    limits,
    posts: createMemoryPosts(),
    clock: () => new Date(),
    log: createLog("silent"),
    metrics: createMetrics(),
  },
};
const { slack, discord } = limits;
const chats: Chat[] = [
  ...(slack === null ? [] : [(await import("../../src/platforms/slack.ts")).createSlack(slack, parts)]),
  ...(discord === null ? [] : [(await import("../../src/platforms/discord.ts")).createDiscord(discord, parts)]),
];

for (const { platform, listen } of chats) {
  const ear = await listen(createRecordingDoor());
  await platform.ping();
  const about = { conversationId: "cnv_1", platform: platform.name, place, keys: ["key"], language: "en" as const };
  platform.progress(about, { stage: "planning", atMs: 0 });
  await platform.post(place, delivery({ text: "Before the end." }));
  platform.progress({ ...about, keys: ["another"] }, { stage: "planning", atMs: 0 });
  await ear.close();
  await platform.close();
}
process.stdout.write("closed");

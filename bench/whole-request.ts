// A whole request with a model that takes no time: from the message to the reply with its card.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readConfig } from "../src/config.ts";
import { createGivenPlan } from "../src/model/given-plan.ts";
import { createLocalPlatform } from "../src/platforms/local.ts";
import { createLocalTalk } from "../src/platforms/local-talk.ts";
import { startEmbedded } from "../src/presets/embedded.ts";
import { newId } from "../src/records/id.ts";
import { createLog } from "../src/telemetry/log.ts";
import { sample } from "./figures.ts";

const alice = {
  person: "bench:alice",
  role: "customer" as const,
  customerId: 1,
  name: "Alice",
  language: "en" as const,
};

export async function measureRequests(directory: string, warmUps: number, runs: number): Promise<number[]> {
  const code = await readFile(join(import.meta.dirname, "plan.js"), "utf8");
  const config = readConfig({ DATA_DIR: directory });
  const platform = createLocalPlatform("bench", config.web);
  const service = await startEmbedded(config, {
    platforms: [platform],
    log: createLog("silent"),
    model: createGivenPlan(code),
  });
  const talk = createLocalTalk(service, platform);
  try {
    return await sample(warmUps, runs, async (round) => {
      // A conversation of its own each, as with customers who do not know each other.
      const place = `bench-${round}`;
      const key = `bench:${place}:${newId("msg")}`;
      const message = {
        key,
        place,
        author: alice,
        text: "one pouch please",
        standsAlone: true,
        notRead: [],
        answerTo: null,
      };
      const reply = await talk.say(message, () => {});
      if ("kind" in reply || reply.card === null)
        throw new Error("the request gave no card: the bench measures something else than it says");
    });
  } finally {
    await service.close();
  }
}

// The page's HTTP interface on a real port over the embedded service, and the short ways in which tests call it.

import { readConfig } from "../../src/config.ts";
import type { Database } from "../../src/database/database.ts";
import { createBuiltInPlanner } from "../../src/model/built-in.ts";
import type { Model } from "../../src/model/model.ts";
import { createLocalPlatform } from "../../src/platforms/local.ts";
import { serveWeb } from "../../src/platforms/web.ts";
import { startEmbedded } from "../../src/presets/embedded.ts";
import type { Service } from "../../src/service.ts";
import { createLog } from "../../src/telemetry/log.ts";

export interface WebShop {
  url: string;
  service: Service;
  /** A GET without a body, a POST with one. */
  call(path: string, body?: object, headers?: { [name: string]: string }): Promise<{ status: number; body: unknown }>;
  /** The events of the stream, each with its data. */
  stream(body: object): Promise<{ event: string; data: unknown }[]>;
  close(): Promise<void>;
}

/** `database` is the caller's, and stays open. */
export async function openWebShop(parts: {
  database: Database;
  model?: Model;
  environment?: { [name: string]: string };
}): Promise<WebShop> {
  const config = readConfig({ PORT: "0", LOG_LEVEL: "silent", BURST_MS: "0", ...parts.environment });
  const platform = createLocalPlatform("web", config.web);
  const service = await startEmbedded(config, {
    database: { ...parts.database, close: async () => {} },
    platforms: [platform],
    log: createLog("silent"),
    model: parts.model ?? createBuiltInPlanner(),
  });
  const web = await serveWeb(service, platform);
  const json = { "content-type": "application/json" };
  return {
    url: web.url,
    service,
    call: async (path, body, headers = {}) => {
      const response = await fetch(`${web.url}${path}`, {
        ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
        headers: { ...json, ...headers },
      });
      return { status: response.status, body: await response.json() };
    },
    stream: async (body) => {
      const sent = { method: "POST", headers: json, body: JSON.stringify(body) };
      const response = await fetch(`${web.url}/api/messages/stream`, sent);
      const events = (await response.text()).matchAll(/^event: (\w+)\ndata: (.*)$/gm);
      return [...events].map(([, event = "", data = "null"]) => ({ event, data: JSON.parse(data) }));
    },
    close: async () => {
      await web.close();
      await service.close();
    },
  };
}

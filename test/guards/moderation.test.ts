import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { createModeration } from "../../src/guards/moderation.ts";
import { createLog } from "../../src/telemetry/log.ts";

const log = createLog("silent");
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function endpoint(answer: (response: ServerResponse, body: string) => void): Promise<string> {
  const server = createServer(async (request, response) => {
    expect(`${request.method} ${request.url}`).toBe("POST /v1/moderations");
    expect(request.headers.authorization).toBe("Bearer key");
    answer(response, await readText(request));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const settings = (url: string, timeoutMs = 10_000) => ({ url, apiKey: "key", timeoutMs });
const said = (flagged: boolean, categories: object) =>
  JSON.stringify({ id: "m", model: "m", results: [{ flagged, categories, category_scores: {} }] });

test("without an endpoint everything passes", async () => {
  expect(await (await createModeration(null, log))("anything")).toEqual([]);
});

test("a flagged text comes back with its categories, another with none", async () => {
  const url = await endpoint((response, body) => {
    response.setHeader("content-type", "application/json");
    response.end(said(body.includes("kill"), { violence: body.includes("kill"), hate: false }));
  });
  const moderate = await createModeration(settings(url), log);
  expect(await moderate("I will kill you")).toEqual(["violence"]);
  expect(await moderate("two moon please")).toEqual([]);
});

test.each<[string, (response: ServerResponse) => void]>([
  ["stays silent", () => {}],
  [
    "begins and stays silent",
    (response) => void response.writeHead(200, { "content-type": "application/json" }).write("{"),
  ],
  ["fails", (response) => void response.writeHead(500).end()],
  ["talks nonsense", (response) => void response.writeHead(200, { "content-type": "application/json" }).end('{"a":1}')],
])("an endpoint that %s lets the request pass", async (_how, answer) => {
  const moderate = await createModeration(settings(await endpoint(answer), 300), log);
  expect(await moderate("two moon please")).toEqual([]);
});

import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { readConfig } from "../../src/config.ts";
import type { Database } from "../../src/database/database.ts";
import { createBuiltInPlanner } from "../../src/model/built-in.ts";
import { createLocalPlatform } from "../../src/platforms/local.ts";
import { serveWeb } from "../../src/platforms/web.ts";
import type { WebServer } from "../../src/platforms/web-listen.ts";
import { startEmbedded } from "../../src/presets/embedded.ts";
import type { Service } from "../../src/service.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { openStore, resetStore } from "../support/store.ts";

// As loose as the tests read it; the report's exact shape is pinned with the command line.
const Body = z.looseObject({
  sessionId: z.string().optional(),
  runId: z.string().optional(),
  status: z.string().optional(),
  approval: z.looseObject({ id: z.string() }).nullish(),
  approvals: z.array(z.json()).optional(),
  changes: z.array(z.json()).optional(),
  card: z.looseObject({ decisions: z.array(z.json()) }).nullish(),
  error: z.object({ code: z.string(), message: z.string() }).nullish(),
});

let database: Database;
let service: Service;
let web: WebServer;

async function start(environment: { [name: string]: string }): Promise<void> {
  const config = readConfig({ PORT: "0", LOG_LEVEL: "silent", BURST_MS: "0", ...environment });
  const platform = createLocalPlatform("web", config.web);
  service = await startEmbedded(config, {
    database: { ...database, close: async () => {} },
    platforms: [platform],
    log: createLog("silent"),
    model: createBuiltInPlanner(),
  });
  web = await serveWeb(service, platform);
}

async function stop(): Promise<void> {
  await web.close();
  await service.close();
}

async function call(path: string, body?: object, headers: { [name: string]: string } = {}) {
  const response = await fetch(`${web.url}${path}`, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", ...headers },
  });
  return { status: response.status, body: Body.parse(await response.json()) };
}

beforeAll(async () => {
  database = await openStore();
});
beforeEach(() => resetStore(database));
afterAll(() => database.close());

describe("on this machine, without a token", () => {
  beforeAll(() => start({}));
  afterAll(stop);

  test("a message is answered with the report and its session", async () => {
    const { sessionId } = (await call("/api/sessions", {})).body;
    const { status, body } = await call("/api/messages", { message: "two moon please", sessionId, customerId: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ sessionId, status: "success", action: "mutate", approval: { state: "pending" } });
    expect(body.changes).toHaveLength(3);
  });

  test("the stream tells the stages, then the words, then the report", async () => {
    const response = await fetch(`${web.url}/api/messages/stream`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ message: "how many wayfarer are left" }),
    });
    const events = [...(await response.text()).matchAll(/^event: (\w+)\ndata: (.*)$/gm)];
    expect(events.map((event) => event[1]).at(-2)).toBe("content");
    expect(events.map((event) => event[1]).at(-1)).toBe("done");
    const stages = events.filter((event) => event[1] === "status").map((event) => JSON.parse(event[2] ?? "").stage);
    expect(stages).toEqual(["received", "loading", "planning", "running", "checking", "done"]);
    expect(JSON.parse(events.at(-1)?.[2] ?? "")).toMatchObject({ status: "success", card: null });
  });

  test("confirm, then approve, and the run shows who decided", async () => {
    const asked = await call("/api/messages", { message: "Refund order 1001, it broke", customerId: 1 });
    const path = `/api/approvals/${asked.body.approval?.id}`;
    expect(await call(path, { decision: "confirm" })).toMatchObject({
      status: 200,
      body: { approval: { needs: ["admin"] } },
    });
    expect((await call("/api/approvals")).body.approvals).toHaveLength(1);
    expect(await call(path, { decision: "approve" })).toMatchObject({
      status: 200,
      body: { approval: { state: "committed" } },
    });
    const run = await call(`/api/runs/${asked.body.runId}`);
    expect(run.body.card?.decisions).toMatchObject([{ decision: "confirm" }, { decision: "approve" }]);
    expect(await database.client.order.findUnique({ where: { id: 1001 } })).toMatchObject({ status: "refunded" });
  });

  test("a card that waits from the command line is pressed on the page, and the page is told", async () => {
    const author = {
      person: "local:customer:1",
      role: "customer" as const,
      customerId: 1,
      name: "Alice",
      language: "en" as const,
    };
    const message = {
      key: "terminal:t:1",
      place: "t",
      author,
      text: "two moon please",
      standsAlone: true,
      notRead: [],
      answerTo: null,
    };
    await service.intake.receive("terminal", message);
    const open = () => database.client.approval.findFirst({ where: { state: "pending" } });
    await expect.poll(open).not.toBeNull();
    const pressed = await call(`/api/approvals/${(await open())?.id}`, { decision: "confirm" });
    expect(pressed).toMatchObject({ status: 200, body: { approval: { state: "committed" } } });
  });

  test("a press in another person's name is refused and changes nothing", async () => {
    const asked = await call("/api/messages", { message: "two moon please", customerId: 1 });
    const path = `/api/approvals/${asked.body.approval?.id}`;
    const bruno = await call(path, { decision: "confirm", role: "customer", customerId: 2 });
    expect(bruno).toMatchObject({ status: 403, body: { error: { code: "NOT_YOURS" } } });
    const staff = await call(path, { decision: "approve", role: "staff" });
    expect(staff.status).toBe(403);
    expect(await database.client.transaction.count()).toBe(1);
  });

  test("a customer's card does not tell the shop's balance", async () => {
    const { body } = await call("/api/messages", { message: "two moon please", customerId: 1 });
    expect(JSON.stringify(body.card)).not.toContain("740.00");
  });

  test.each([
    ["an empty message", { message: "  " }, 400, "EMPTY_MESSAGE"],
    ["40,000 characters", { message: "x".repeat(40_000) }, 413, "MESSAGE_TOO_LONG"],
    ["a body over the limit", { message: "x".repeat(600_000) }, 413, "BODY_TOO_LARGE"],
    ["no message", {}, 400, "BAD_REQUEST"],
    ["an unknown role", { message: "hello", role: "king" }, 400, "BAD_REQUEST"],
    ["a customer who is not on file", { message: "hello", customerId: 77 }, 400, "NO_SUCH_PERSON"],
    ["a customer id beyond what a column holds", { message: "hello", customerId: 3_000_000_000 }, 400, "BAD_REQUEST"],
    ["a name with a NUL", { message: "hello", name: "a\0" }, 400, "BAD_REQUEST"],
    ["staff with a customer id", { message: "hello", role: "staff", customerId: 1 }, 400, "NO_SUCH_PERSON"],
    ["a session id with odd characters", { message: "hello", sessionId: "../x" }, 400, "BAD_REQUEST"],
  ])("%s gets a 4xx with a code and a sentence", async (_title, body, status, code) => {
    const answered = await call("/api/messages", body);
    expect(answered).toMatchObject({ status, body: { error: { code } } });
    expect(answered.body.error?.message.length).toBeGreaterThan(10);
  });

  test.each([["buy 0 aviators"], ["buy -2 aviators"], ["buy 1.5 aviators"], ["buy 1000000000 aviators"]])(
    "%s gets a polite answer and no card",
    async (message) => {
      const { status, body } = await call("/api/messages", { message, customerId: 1 });
      expect([status, body.approval, body.error]).toEqual([200, null, null]);
      expect(["invalid_request", "insufficient_stock"]).toContain(body.status);
    },
  );

  test("broken JSON, an unknown call, an unknown run and an unknown card are told apart", async () => {
    const headers = { "content-type": "application/json" };
    const broken = await fetch(`${web.url}/api/messages`, { method: "POST", headers, body: "{" });
    expect([broken.status, Body.parse(await broken.json()).error?.code]).toEqual([400, "BROKEN_JSON"]);
    expect((await call("/api/nothing")).body.error?.code).toBe("NO_SUCH_CALL");
    expect((await call("/api/runs/run_x")).body.error?.code).toBe("NO_SUCH_RUN");
    expect((await call("/api/approvals/apr_x", { decision: "confirm" })).body.error?.code).toBe("NO_SUCH_APPROVAL");
  });

  test("pages of other sites and other host names get nothing", async () => {
    expect((await call("/api/shop", undefined, { origin: "https://elsewhere.example" })).status).toBe(403);
    const plain = await fetch(`${web.url}/api/messages`, { method: "POST", body: '{"message":"hello"}' });
    expect(plain.status).toBe(415);
    const status = await new Promise((resolve) => {
      const { port } = new URL(web.url);
      httpRequest(
        { host: "127.0.0.1", port, path: "/api/shop", headers: { host: "elsewhere.example" } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      ).end();
    });
    expect(status).toBe(403);
  });

  test("health tells each part's state", async () => {
    expect((await call("/health")).body).toMatchObject({ status: "ok", parts: { model: { name: "built-in" } } });
    for (const part of ["database", "queue", "model"]) {
      expect(await call(`/health/${part}`)).toMatchObject({ status: 200, body: { status: "ok" } });
    }
  });
});

describe("with a token", () => {
  const token = "a-token-of-enough-characters";
  const headers = { authorization: `Bearer ${token}` };
  beforeAll(() => start({ CONSOLE_TOKEN: token }));
  afterAll(stop);

  test("nothing but health is told without it", async () => {
    expect((await call("/api/shop")).status).toBe(401);
    expect((await call("/api/shop", undefined, { authorization: "Bearer wrong" })).status).toBe(401);
    expect((await call("/health")).status).toBe(200);
    expect((await fetch(`${web.url}/metrics`)).status).toBe(401);
    expect((await fetch(`${web.url}/metrics`, { headers })).status).toBe(200);
    expect((await call("/api/shop", undefined, headers)).body).toMatchObject({ isLocal: false, people: [] });
  });

  test("its holder is an admin and cannot be anybody else, nor approve their own request", async () => {
    expect((await call("/api/messages", { message: "hello", role: "customer", customerId: 1 }, headers)).status).toBe(
      403,
    );
    const asked = await call("/api/messages", { message: "Restock 5 Mystique" }, headers);
    expect(asked.body.approval).toMatchObject({ needs: ["admin"] });
    const pressed = await call(`/api/approvals/${asked.body.approval?.id}`, { decision: "approve" }, headers);
    expect(pressed).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining("own request") } },
    });
  });
});

describe("messages in a burst", () => {
  beforeAll(() => start({ BURST_MS: "300" }));
  afterAll(stop);

  const say = (message: string, more: object = {}) =>
    call("/api/messages", { message, sessionId: "talk", customerId: 1, ...more });

  test("B91: three messages in a row are one request, and each caller gets its answer", async () => {
    const answers = await Promise.all([say("hi"), say("I need"), say("two moon please")]);
    expect(new Set(answers.map(({ body }) => body.runId)).size).toBe(1);
    expect(await database.client.run.count()).toBe(1);
    expect(await database.client.request.findFirst()).toMatchObject({ stage: "waiting" });
  });

  test("a complete message is a request of its own", async () => {
    const answers = await Promise.all([
      say("how many wayfarer are left", { complete: true }),
      say("how many moon are left", { complete: true }),
    ]);
    expect(new Set(answers.map(({ body }) => body.runId)).size).toBe(2);
  });

  test("the same message sent again gets the same answer, however late", async () => {
    const first = await say("one pouch please", { messageId: "m-1" });
    const again = await say("one pouch please", { messageId: "m-1" });
    expect(again.body.runId).toBe(first.body.runId);
    expect(await database.client.run.count()).toBe(1);
    const bruno = await say("two moon please", { messageId: "m-1", customerId: 2 });
    expect(bruno).toMatchObject({ status: 409, body: { error: { code: "KEY_TAKEN" } } });
  });
});

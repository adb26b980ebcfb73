// The service in, the web page and its HTTP interface (docs/http.md) on the configured address out.
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { secureHeaders } from "hono/secure-headers";
import { streamSSE } from "hono/streaming";
import { newId } from "../records/id.ts";
import type { Service } from "../service.ts";
import { isStorable } from "../storable.ts";
import type { Ear } from "./chat.ts";
import type { LocalPlatform } from "./local.ts";
import { errorBody, WebError } from "./web-error.ts";
import { guard } from "./web-guard.ts";
import { listen, type WebServer } from "./web-listen.ts";
import { addOperations } from "./web-operations.ts";
import { createWebTalk } from "./web-talk.ts";
import { listApprovals, listNotices, listRuns, readShop, showRun } from "./web-views.ts";

const PAGE = join(import.meta.dirname, "../../dist/console");

/** Rejects with a sentence when the address is taken. */
export async function serveWeb(service: Service, platform: LocalPlatform, ears: Ear[] = []): Promise<WebServer> {
  const { host, port, drainMs } = service.config.web;
  const calls = ears.flatMap(({ http }) => (http === null ? [] : [http]));
  return listen(createWebApp(service, platform), { host, port, drainMs, portSetting: "PORT" }, calls);
}

function createWebApp(service: Service, platform: LocalPlatform): Hono {
  const { config, log } = service;
  const talk = createWebTalk(service, platform, config.web);
  const app = new Hono();
  app.use(
    secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'self'"], styleSrc: ["'self'", "'unsafe-inline'"] } }),
  );

  addOperations(app, service);
  app.use("/api/*", guard(config.web.token));
  app.use("/api/*", bodyLimit({ maxSize: config.web.maxBodyBytes, onError: tooLarge }));
  app.post("/api/sessions", (context) => context.json({ sessionId: newId("ses") }));
  app.post("/api/messages", async (context) => {
    const { report, reply, sessionId } = await talk.send(await readBody(context), () => {});
    return context.json({ ...report, answerText: reply.text, card: reply.card, sessionId });
  });
  app.post("/api/messages/stream", async (context) => {
    const body = await readBody(context);
    return streamSSE(context, async (stream) => {
      const tell = (event: string, data: object) => stream.writeSSE({ event, data: JSON.stringify(data) });
      try {
        const answer = await talk.send(body, (mark) => void tell("status", mark));
        await tell("content", { text: answer.reply.text });
        const { card, newCard, text } = answer.reply;
        await tell("done", { ...answer.report, answerText: text, card, newCard, sessionId: answer.sessionId });
      } catch (error) {
        await tell("error", errorBody(error, log).body);
      }
    });
  });
  app.get("/api/approvals", async (context) => context.json(await listApprovals(service)));
  app.post("/api/approvals/:id", async (context) => {
    const { report, reply } = await talk.press(storableId(context), await readBody(context));
    return context.json({ ...report, answerText: reply.text, card: reply.card, newCard: reply.newCard });
  });
  app.get("/api/notices", async (context) => context.json(await listNotices(service)));
  app.get("/api/runs", async (context) => context.json(await listRuns(service)));
  app.get("/api/runs/:id", async (context) => context.json(await showRun(service, storableId(context))));
  app.get("/api/shop", async (context) => context.json(await readShop(service)));
  app.all("/api/*", () => {
    throw new WebError(404, "NO_SUCH_CALL", "There is no such call; docs/http.md lists them.");
  });
  app.use("/*", serveStatic({ root: PAGE }));

  app.onError((error, context) => {
    const { status, body } = errorBody(error, log);
    return context.json(body, status);
  });
  return app;
}

function storableId(context: Context): string {
  const id = context.req.param("id") ?? "";
  if (!isStorable(id)) throw new WebError(404, "NOT_FOUND", "No id has such characters.");
  return id;
}

async function readBody(context: Context): Promise<unknown> {
  try {
    return await context.req.json();
  } catch (error) {
    if (error instanceof HTTPException) throw error;
    throw new WebError(400, "BROKEN_JSON", "The body is not JSON. See docs/http.md.");
  }
}

function tooLarge(context: Context): never {
  // The rest of the body is not read, so the connection cannot be used again.
  context.header("connection", "close");
  throw new WebError(413, "BODY_TOO_LARGE", "The body is too large; a message has at most a few thousand characters.");
}

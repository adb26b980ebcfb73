// The service in, the web page and its HTTP interface (docs/http.md) on the configured address out.
import { join } from "node:path";
import { type ServerType, serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { secureHeaders } from "hono/secure-headers";
import { streamSSE } from "hono/streaming";
import { newId } from "../records/id.ts";
import type { Service } from "../service.ts";
import { isStorable } from "../storable.ts";
import { AddressTakenError } from "./address-taken.ts";
import type { LocalPlatform } from "./local.ts";
import { WebError } from "./web-error.ts";
import { guard } from "./web-guard.ts";
import { readHealth } from "./web-health.ts";
import { createWebTalk } from "./web-talk.ts";
import { listApprovals, listRuns, readShop, showRun } from "./web-views.ts";

const PAGE = join(import.meta.dirname, "../../dist/console");

export interface WebServer {
  url: string;
  close(): Promise<void>;
}

/** Rejects with a sentence when the address is taken. */
export async function serveWeb(service: Service, platform: LocalPlatform): Promise<WebServer> {
  const { host, port, drainMs } = service.config.web;
  const server = await listen(createWebApp(service, platform), host, port);
  const address = server.address();
  const actualPort = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${actualPort}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Streams that are still open would hold the process.
        setTimeout(() => "closeAllConnections" in server && server.closeAllConnections(), drainMs).unref();
      }),
  };
}

function listen(app: Hono, hostname: string, port: number): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname, port }, () => resolve(server));
    server.once("error", (error) => {
      const isTaken = "code" in error && error.code === "EADDRINUSE";
      reject(
        isTaken
          ? new AddressTakenError(`Port ${port} on ${hostname} is taken. Set PORT to a free one, or stop what uses it.`)
          : error,
      );
    });
  });
}

function createWebApp(service: Service, platform: LocalPlatform): Hono {
  const { config, log } = service;
  const talk = createWebTalk(service, platform, config.web);
  const app = new Hono();
  app.use(
    secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'self'"], styleSrc: ["'self'", "'unsafe-inline'"] } }),
  );

  app.get("/health", async (context) => health(context, await readHealth(service)));
  for (const part of ["database", "queue", "model"] as const) {
    app.get(`/health/${part}`, async (context) => health(context, (await readHealth(service)).parts[part]));
  }

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

function health(context: Context, part: { status: "ok" | "failing" }): Response {
  return context.json(part, part.status === "ok" ? 200 : 503);
}

/** Never a stack trace to a person: what is not worded for them is logged and told in general words. */
function errorBody(error: unknown, log: Service["log"]) {
  if (error instanceof WebError) {
    return { status: error.status, body: { error: { code: error.code, message: error.message } } };
  }
  log.error({ err: error }, "a call failed");
  const message = "Something went wrong on our side. Look at the runs to see how it stands, and try again in a moment.";
  return { status: 500 as const, body: { error: { code: "INTERNAL", message } } };
}

// The service in, the web page and its HTTP interface (docs/http.md) on the configured address out.
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { etag } from "hono/etag";
import { secureHeaders } from "hono/secure-headers";
import { streamSSE } from "hono/streaming";
import { newId } from "../records/id.ts";
import type { Service } from "../service.ts";
import type { Ear } from "./chat.ts";
import type { LocalPlatform } from "./local.ts";
import { createCallers } from "./web-caller.ts";
import { readConversation } from "./web-conversation.ts";
import { errorBody, WebError } from "./web-error.ts";
import { giveFeedback } from "./web-feedback.ts";
import { guard } from "./web-guard.ts";
import { listen, type WebServer } from "./web-listen.ts";
import { addOperations } from "./web-operations.ts";
import { parseClaim, readBody, storableId } from "./web-parse.ts";
import { addStaffCalls } from "./web-staff.ts";
import { csvResponse, readTable } from "./web-table.ts";
import { createWebTalk, messageAnswer } from "./web-talk.ts";
import { listApprovals, listNotices, listRuns, readShop, showRun } from "./web-views.ts";

const PAGE = join(import.meta.dirname, "../../dist/console");

/** Rejects with a sentence when the address is taken. */
export async function serveWeb(service: Service, platform: LocalPlatform, ears: Ear[] = []): Promise<WebServer> {
  const { host, port, drainMs } = service.config.web;
  const calls = ears.flatMap(({ http }) => (http === null ? [] : [http]));
  return listen(createWebApp(service, platform), { host, port, drainMs, portSetting: "PORT" }, calls);
}

function createWebApp(service: Service, platform: LocalPlatform): Hono {
  const { config, log, database } = service;
  const callers = createCallers(database.client, config.web.token);
  const talk = createWebTalk(service, platform, callers);
  const app = new Hono();
  app.use(
    secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'self'"], styleSrc: ["'self'", "'unsafe-inline'"] } }),
  );

  addOperations(app, service);
  app.use("/api/*", guard(config.web.token));
  app.use("/api/*", bodyLimit({ maxSize: config.web.maxBodyBytes, onError: tooLarge }));
  app.post("/api/sessions", (context) => context.json({ sessionId: newId("ses") }));
  app.post("/api/messages", async (context) => {
    return context.json(messageAnswer(await talk.send(await readBody(context), () => {}), config.request.table));
  });
  app.post("/api/messages/stream", async (context) => {
    const body = await readBody(context);
    return streamSSE(context, async (stream) => {
      const tell = (event: string, data: object) => stream.writeSSE({ event, data: JSON.stringify(data) });
      try {
        const answer = await talk.send(body, (mark) => void tell("status", mark));
        await tell("content", { text: answer.reply.text });
        await tell("done", messageAnswer(answer, config.request.table));
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
  app.get("/api/runs/:id/table", async (context) => {
    const person = await callers.person(parseClaim(context));
    return context.json(await readTable(service, person, storableId(context)));
  });
  app.get("/api/runs/:id/table.csv", async (context) => {
    const person = await callers.person(parseClaim(context));
    return csvResponse(context, await readTable(service, person, storableId(context)));
  });
  app.post("/api/runs/:id/feedback", async (context) =>
    context.json(await giveFeedback(service, callers, storableId(context), await readBody(context))),
  );
  // The page asks every few seconds; what did not change is not sent again, with all the charts in it.
  app.use("/api/conversations/*", etag());
  app.get("/api/conversations/:id", async (context) => {
    const person = await callers.person(parseClaim(context));
    context.header("cache-control", "private, no-cache");
    return context.json(await readConversation(service, platform.name, person, context));
  });
  addStaffCalls(app, service, callers);
  app.get("/api/shop", async (context) => context.json(await readShop(service)));
  app.all("/api/*", () => {
    throw new WebError(404, "NO_SUCH_CALL", "There is no such call; docs/http.md lists them.");
  });
  app.use("/assets/*", async (context, next) => {
    await next();
    // Their names hold what is in them: a new build gives new names.
    if (context.res.ok) context.header("cache-control", "public, max-age=31536000, immutable");
  });
  app.use("/*", serveStatic({ root: PAGE }));

  app.onError((error, context) => {
    const { status, body } = errorBody(error, log);
    return context.json(body, status);
  });
  return app;
}

function tooLarge(context: Context): never {
  // The rest of the body is not read, so the connection cannot be used again.
  context.header("connection", "close");
  throw new WebError(413, "BODY_TOO_LARGE", "The body is too large; a message has at most a few thousand characters.");
}

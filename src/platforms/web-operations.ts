// The service in; what an operator's tools ask any process for out: its health and its metrics.
import { type Context, Hono } from "hono";
import type { Service } from "../service.ts";
import { errorBody } from "./web-error.ts";
import { guard } from "./web-guard.ts";
import { watchHealth } from "./web-health.ts";
import { listen, type WebServer } from "./web-listen.ts";

export function addOperations(app: Hono, service: Service): void {
  const watch = watchHealth(service);
  app.get("/health", async (context) => health(context, await watch.all()));
  // Nothing but that the process is up and not stuck: what is out of its hands is no reason to restart it.
  app.get("/health/live", (context) => context.json({ status: "ok" }));
  for (const part of ["database", "queue", "model", "chats", "work"] as const) {
    app.get(`/health/${part}`, async (context) => health(context, await watch.part(part)));
  }
  app.get("/metrics", guard(service.config.web.token), async (context) => {
    const { contentType, body } = await service.metrics.text();
    return context.body(body, 200, { "content-type": contentType });
  });
}

/** For a process without the page. */
export function serveOperations(service: Service): Promise<WebServer> {
  const { host, workerPort: port, drainMs } = service.config.web;
  const app = new Hono();
  addOperations(app, service);
  app.onError((error, context) => {
    const { status, body } = errorBody(error, service.log);
    return context.json(body, status);
  });
  app.notFound((context) => context.text("A worker of Tillhand: /health and /metrics.\n", 404));
  return listen(app, { host, port, drainMs, portSetting: "WORKER_PORT" });
}

function health(context: Context, part: { status: "ok" | "failing" }): Response {
  return context.json(part, part.status === "ok" ? 200 : 503);
}

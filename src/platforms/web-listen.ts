// An app and an address in, a server that answers there out.
import { createServer, type RequestListener, type ServerOptions } from "node:http";
import { type ServerType, serve } from "@hono/node-server";
import type { Hono } from "hono";
import { AddressTakenError } from "./address-taken.ts";
import type { Ear } from "./chat.ts";

export interface WebServer {
  url: string;
  close(): Promise<void>;
}

interface Address {
  host: string;
  /** 0: any free one. */
  port: number;
  /** What to change when the port is taken. */
  portSetting: "PORT" | "WORKER_PORT";
  drainMs: number;
}

/** A platform's own library reads its calls itself: their signature is over the bytes as they came. */
function besides(calls: NonNullable<Ear["http"]>[]): typeof createServer {
  return ((options: ServerOptions, listener: RequestListener) =>
    createServer(options, (request, response) => {
      const path = request.url?.split("?")[0];
      const call = calls.find((one) => one.path === path);
      if (call === undefined) listener(request, response);
      else call.handle(request, response);
    })) as typeof createServer;
}

/** Rejects with a sentence when the address is taken. */
export async function listen(
  app: Hono,
  { host, port, portSetting, drainMs }: Address,
  calls: NonNullable<Ear["http"]>[] = [],
): Promise<WebServer> {
  const server = await new Promise<ServerType>((resolve, reject) => {
    const opened = serve({ fetch: app.fetch, hostname: host, port, createServer: besides(calls) }, () =>
      resolve(opened),
    );
    opened.once("error", (error) => {
      const isTaken = "code" in error && error.code === "EADDRINUSE";
      const words = `Port ${port} on ${host} is taken. Set ${portSetting} to a free one, or stop what uses it.`;
      reject(isTaken ? new AddressTakenError(words) : error);
    });
  });
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

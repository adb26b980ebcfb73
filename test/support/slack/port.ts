// A handler in; a server on a free local port out, which can refuse connections for a while and take its port again.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

type Upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => void;

export interface Port {
  server: Server;
  port: number;
  refuse(): Promise<{ off(): Promise<void> }>;
}

export async function openPort(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  upgrade: Upgrade,
): Promise<Port> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end(String(error));
    });
  });
  server.on("upgrade", upgrade);

  async function listen(wanted: number): Promise<number> {
    server.listen(wanted, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  }

  const port = await listen(0);
  return {
    server,
    port,
    refuse: async () => {
      server.close();
      server.closeAllConnections();
      return { off: async () => void (await listen(port)) };
    },
  };
}

// A port out that stays a test server's own, also while the server is down.
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

// Outgoing connections are given ports from 32768 on. Were the server's among them, one of those could take it during an
// outage; or a client that tries to reach it could be given the very same and be connected to itself.
const LEAST = 15_000;
const MOST = 32_000;
const TRIES = 100;

export async function findPort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(LEAST, MOST);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
  throw new Error("no free port");
}

// Slack's calls by HTTP in; handed to Bolt when they are genuine, refused and counted when not.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { HTTPReceiver } from "@slack/bolt";
import type { ChatParts, Ear } from "../chat.ts";
import { createReadBody } from "./read-body.ts";
import { verify } from "./verify.ts";

export const EVENTS_PATH = "/slack/events";

export function createHttpEar(
  receiver: HTTPReceiver,
  secret: string,
  closing: AbortSignal,
  { clock, log, metrics, limits }: Pick<ChatParts, "clock" | "log" | "metrics" | "limits">,
): NonNullable<Ear["http"]> {
  const readBody = createReadBody(limits.ackMs);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (closing.aborted) return end(response, 503);
    const rawBody = request.method === "POST" ? await readBody(request) : Buffer.alloc(0);
    if (!Buffer.isBuffer(rawBody)) return end(response, rawBody);
    const isFormCheck = new URLSearchParams(rawBody.toString()).get("ssl_check") === "1";
    if (request.method === "POST" && !isFormCheck) {
      const verdict = verify(request.headers, rawBody, secret, clock());
      if (verdict !== "genuine") {
        metrics.turnedAway(verdict);
        log.warn({ reason: verdict }, "a call that claims to come from Slack was refused");
        return end(response, 401);
      }
    }
    // Bolt takes a body that was read already, and checks it once more.
    receiver.requestListener(Object.assign(request, { rawBody }), response);
  }

  return {
    path: EVENTS_PATH,
    handle: (request, response) => {
      handle(request, response).catch((error) => {
        log.info({ err: error }, "a call at Slack's address came to nothing");
        if (!response.headersSent) end(response, 404);
      });
    },
  };
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

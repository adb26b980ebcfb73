// HTTP requests in; what the routes make of them out, with faults, limits and a log of every call.
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, errorBody } from "./api-error.ts";
import type { FaultBook, RestFault } from "./faults.ts";
import type { LimitedCall } from "./rate-limits.ts";
import { createRateLimits } from "./rate-limits.ts";
import type { Answer, ApiCall, Match, Router, UploadedFile } from "./router.ts";

export interface Call {
  /** When it arrived, in ms since 1970. */
  at: number;
  method: string;
  /** With names for ids, e.g. "/channels/:channel/messages". */
  route: string;
  path: string;
  query: { [name: string]: string };
  /** What `payload_json` held, where files came along. */
  body: unknown;
  files: { name: string; size: number }[];
  /** `null` while it is not answered, and if it never was. */
  status: number | null;
  channelId: string | null;
}

interface Service {
  router: Router;
  faults: FaultBook;
  calls: Call[];
  limits: boolean;
  /** Whether this Authorization header opens the door. */
  isKnown(authorization: string | undefined): boolean;
  /** The channel an interaction's token belongs to. */
  channelOfToken(token: string): string | null;
  /** `null`: no such file. */
  readFile(path: string): { contentType: string; bytes: Uint8Array } | null;
}

const PREFIX = "/api/v10";
const MAX_BODY_BYTES = 25 * 1024 * 1024;

export function createRestListener(service: Service): RequestListener {
  const takeLimit = createRateLimits(service.limits);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://discord");
    if (url.pathname.startsWith("/attachments/")) return sendFile(response, service.readFile(url.pathname));
    const method = request.method ?? "GET";
    const path = url.pathname.startsWith(PREFIX) ? url.pathname.slice(PREFIX.length) : "";
    const match = service.router.match(method, path);
    const route = match?.route ?? path;
    const at = Date.now();
    const bytes = await buffer(request);
    const { body, files } = await readBody(bytes, request.headers["content-type"] ?? "");
    const channelId = match?.ids.channel ?? service.channelOfToken(match?.ids.token ?? "");
    const call: Call = {
      at,
      method,
      route,
      path,
      query: Object.fromEntries(url.searchParams),
      body,
      files: [...files.values()].map((file) => ({ name: file.name, size: file.bytes.byteLength })),
      status: null,
      channelId,
    };
    service.calls.push(call);
    const fault = service.faults.takeForCall({ method, route, channelId });
    if (fault?.kind === "reset") return void request.socket.resetAndDestroy();
    if (fault?.kind === "stall") {
      await sleep(fault.ms);
      if (response.destroyed) return;
    }
    const limitedCall = { method, route, owner: match?.ids.channel ?? match?.ids.token ?? match?.ids.guild ?? "" };
    const { answer, headers } =
      fault === null || SERVED.includes(fault.kind) || (fault.kind === "status" && fault.isDone === true)
        ? await carryOut(match, { method, path, query: url.searchParams, body, files }, limitedCall, request, bytes)
        : { answer: { status: 0 }, headers: {} };
    if (fault?.kind === "answer-lost") return void request.socket.resetAndDestroy();
    if (fault?.kind === "slow-answer") await sleep(fault.ms);
    const last = fault === null ? { answer, headers } : spoil(fault, answer, headers);
    call.status = last.answer.status;
    send(response, last.answer, last.headers);
  }

  async function carryOut(
    match: Match | null,
    call: ApiCall,
    limited: LimitedCall,
    request: IncomingMessage,
    bytes: Uint8Array,
  ): Promise<{ answer: Answer; headers: { [name: string]: string } }> {
    const isOpen = call.path.startsWith("/interactions/") || call.path.startsWith("/webhooks/");
    if (!isOpen && !service.isKnown(request.headers.authorization)) return refused(new ApiError(401, 0));
    if (match === null) return { answer: { status: 404, body: { message: "404: Not Found", code: 0 } }, headers: {} };
    const { headers, wait } = takeLimit(limited);
    if (wait !== null) return tooMany(wait.ms, wait.isGlobal ? "global" : "user", headers);
    if (bytes.byteLength > MAX_BODY_BYTES) return refused(new ApiError(413, 40005), headers);
    if (call.body === BROKEN) return refused(new ApiError(400, 50109), headers);
    try {
      return { answer: await match.handle(call), headers };
    } catch (error) {
      if (error instanceof ApiError) return refused(error, headers);
      throw error;
    }
  }

  return (request, response) => {
    serve(request, response).catch((error: unknown) => {
      const words = error instanceof Error ? error.stack : String(error);
      send(response, { status: 500, body: { message: `the emulator failed: ${words}`, code: 0 } }, {});
    });
  };
}

const SERVED: RestFault["kind"][] = ["stall", "slow-answer", "answer-lost"];
const BROKEN = Symbol("broken JSON");

function refused(error: ApiError, headers: { [name: string]: string } = {}) {
  return { answer: { status: error.status, body: errorBody(error) }, headers };
}

function tooMany(ms: number, scope: "user" | "shared" | "global", headers: { [name: string]: string }) {
  const seconds = ms / 1_000;
  const isGlobal = scope === "global";
  return {
    answer: { status: 429, body: { message: "You are being rate limited.", retry_after: seconds, global: isGlobal } },
    headers: {
      ...headers,
      "retry-after": String(Math.ceil(seconds)),
      "x-ratelimit-scope": scope,
      ...(isGlobal
        ? { "x-ratelimit-global": "true" }
        : { "x-ratelimit-remaining": "0", "x-ratelimit-reset-after": seconds.toFixed(3) }),
    },
  };
}

function spoil(fault: RestFault, answer: Answer, headers: { [name: string]: string }) {
  switch (fault.kind) {
    case "rate-limit":
      return tooMany(fault.retryAfterMs, fault.scope ?? "user", headers);
    case "status":
      return { answer: { status: fault.status, body: { message: `${fault.status}: on demand`, code: 0 } }, headers };
    case "error":
      return refused(new ApiError(fault.status ?? 400, fault.code), headers);
    case "stall":
    case "slow-answer":
    case "answer-lost":
    case "reset":
      return { answer, headers };
  }
}

function send(response: ServerResponse, answer: Answer, headers: { [name: string]: string }): void {
  if (response.destroyed || response.headersSent) return;
  if (answer.body === undefined) {
    response.writeHead(answer.status, headers).end();
    return;
  }
  response
    .writeHead(answer.status, { "content-type": "application/json", ...headers })
    .end(JSON.stringify(answer.body));
}

function sendFile(response: ServerResponse, file: { contentType: string; bytes: Uint8Array } | null): void {
  if (file === null) response.writeHead(404).end();
  else response.writeHead(200, { "content-type": file.contentType }).end(file.bytes);
}

async function readBody(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<{ body: unknown; files: Map<string, UploadedFile> }> {
  const files = new Map<string, UploadedFile>();
  if (bytes.byteLength === 0) return { body: undefined, files };
  if (!contentType.startsWith("multipart/form-data")) return { body: parse(new TextDecoder().decode(bytes)), files };
  const form = await new Response(bytes, { headers: { "content-type": contentType } }).formData();
  for (const [field, value] of form) {
    const index = /^files\[(\d+)\]$/.exec(field)?.[1];
    if (index === undefined || typeof value === "string") continue;
    files.set(index, {
      name: value.name,
      contentType: value.type || "application/octet-stream",
      bytes: new Uint8Array(await value.arrayBuffer()),
    });
  }
  const json = form.get("payload_json");
  return { body: typeof json === "string" ? parse(json) : {}, files };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return BROKEN;
  }
}

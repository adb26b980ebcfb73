// Requests in; the answers of the web API, of upload addresses and of response_urls out, with every call kept.
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { ApiFault, FaultList } from "./api-faults.ts";
import { asFields, asText, type Fields } from "./fields.ts";
import type { Files } from "./file-methods.ts";
import { type Method, type Methods, Refusal, refuse } from "./method.ts";
import { readArgs, readMultipart } from "./request-body.ts";
import type { ResponseUrls } from "./response-urls.ts";
import type { Workspace } from "./workspace.ts";

export interface ApiCall {
  /** Or "response_url", "upload". */
  method: string;
  args: Fields;
  at: number;
  /** What was answered, or would have been if a fault had not kept it back; `null` while it is under way. */
  answer: Fields | null;
  status: number | null;
  /** Whether it took effect. */
  isDone: boolean;
}

interface Options {
  workspace: Workspace;
  methods: Methods;
  files: Files;
  responseUrls: ResponseUrls;
  faults: FaultList<ApiFault>;
  /** Seconds a call has to wait, 0 for none. */
  limit: (method: string, args: Fields) => number;
}

interface Answer {
  status: number;
  body: Fields;
  headers: { [name: string]: string };
}

export function createWebApi({ workspace, methods, files, responseUrls, faults, limit }: Options) {
  const { app } = workspace;
  const calls: ApiCall[] = [];

  function checkToken(request: IncomingMessage, args: Fields, method: Method | undefined): void {
    const header = request.headers.authorization;
    const token = header?.replace(/^Bearer\s+/i, "") ?? asText(args.token);
    if (token === undefined || token === "") refuse("not_authed");
    if (token !== app.botToken && token !== app.appToken) refuse("invalid_auth");
    if (app.isRevoked) refuse("token_revoked");
    if (method === undefined) refuse("unknown_method");
    const isAppToken = token === app.appToken;
    if (isAppToken !== (method.isForAppToken === true) && method.scopes !== null) refuse("not_allowed_token_type");
    if (isAppToken) return;
    const needed = typeof method.scopes === "function" ? method.scopes(args) : (method.scopes ?? []);
    if (needed.length > 0 && !needed.some((scope) => app.scopes.includes(scope))) {
      refuse("missing_scope", { needed: needed.join(","), provided: app.scopes.join(",") });
    }
  }

  function callMethod(request: IncomingMessage, name: string, args: Fields): Answer {
    const headers = { "x-oauth-scopes": app.scopes.join(",") };
    const method = methods[name];
    try {
      if (name !== "api.test") checkToken(request, args, method);
      const waitS = limit(name, args);
      if (waitS > 0) return { ...tooMany(waitS), headers: { ...headers, "retry-after": String(waitS) } };
      return { status: 200, headers, body: method?.run(args) ?? refuse("unknown_method") };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: 200, headers, body: error.answer };
    }
  }

  async function upload(request: IncomingMessage, path: string, body: Buffer): Promise<Answer> {
    const bytes = await readMultipart(request.headers["content-type"] ?? "", body);
    const isTaken = files.receive(path.split("/").at(-1) ?? "", bytes);
    return {
      status: isTaken ? 200 : 400,
      headers: {},
      body: isTaken ? { ok: true, bytes: bytes.length } : { ok: false },
    };
  }

  function download(request: IncomingMessage, response: ServerResponse, path: string): void {
    const file = files.read(path.split("/")[2]?.split("-")[1] ?? "");
    const mayRead = request.headers.authorization === `Bearer ${app.botToken}` && app.scopes.includes("files:read");
    if (file?.bytes === null || file === null) response.writeHead(404).end();
    // Slack sends strangers to its sign-in page, with a 200.
    else if (!mayRead) response.writeHead(200, { "content-type": "text/html" }).end("<!DOCTYPE html>");
    else response.writeHead(200, { "content-type": file.mimetype }).end(file.bytes);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://slack.local");
    if (url.pathname.startsWith("/files-pri/")) return download(request, response, url.pathname);
    const body = await buffer(request);
    const isApi = url.pathname.startsWith("/api/");
    const isUpload = url.pathname.startsWith("/upload/");
    const method = isApi ? url.pathname.slice("/api/".length) : isUpload ? "upload" : "response_url";
    const args = isUpload ? {} : await readArgs(request.headers["content-type"] ?? "", body, url.searchParams);
    const call: ApiCall = { method, args, at: Date.now(), answer: null, status: null, isDone: false };
    calls.push(call);
    const fault = faults.take({ method, channel: args.channel ?? args.channel_id });
    if (await failsBefore(fault, response, call)) return;
    const answer = isApi
      ? callMethod(request, method, args)
      : isUpload
        ? await upload(request, url.pathname, body)
        : { ...responseUrls.take(url.pathname, args), headers: {} };
    call.answer = answer.body;
    call.status = answer.status;
    call.isDone = answer.status === 200 && answer.body.ok === true;
    if (fault?.kind === "stall") await sleep(fault.ms, undefined, { ref: false });
    failsAfter(fault, response) || send(response, answer);
  }

  return { calls, handle };
}

/** Whether the fault has answered in the method's stead. */
async function failsBefore(fault: ApiFault | null, response: ServerResponse, call: ApiCall): Promise<boolean> {
  switch (fault?.kind) {
    case "rate-limited":
      call.status = 429;
      send(response, tooMany(fault.retryAfterS));
      return true;
    case "error":
      call.status = 200;
      call.answer = { ok: false, error: fault.error };
      send(response, { status: 200, headers: {}, body: call.answer });
      return true;
    case "status":
      call.status = fault.status;
      response.writeHead(fault.status, { "content-type": "text/html" }).end("upstream error");
      return true;
    case "reset":
      response.socket?.resetAndDestroy();
      return true;
    default:
      return false;
  }
}

function failsAfter(fault: ApiFault | null, response: ServerResponse): boolean {
  switch (fault?.kind) {
    case "done-but-silent":
      return true;
    case "done-but-reset":
      response.socket?.resetAndDestroy();
      return true;
    case "done-but-status":
      response.writeHead(fault.status, { "content-type": "text/html" }).end("upstream error");
      return true;
    default:
      return false;
  }
}

function tooMany(retryAfterS: number): Answer {
  return { status: 429, headers: { "retry-after": String(retryAfterS) }, body: { ok: false, error: "ratelimited" } };
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
  response.end(JSON.stringify(asFields(body)));
}

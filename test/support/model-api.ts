// A chat-completions server on a local port that plays what it is told, call by call, and keeps what it was asked. For
// tests of everything that speaks to a model over HTTP, and for demonstrations without a key.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

interface CallBody {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

interface ModelApiRequest {
  headers: IncomingHttpHeaders;
  body: {
    model: string;
    messages: { role: string; content: string | null; tool_calls?: CallBody[]; tool_call_id?: string }[];
    tools?: { type: string; function: { name: string; description: string; parameters: object } }[];
    stream?: boolean;
    stream_options?: { include_usage: boolean };
    temperature?: number;
    max_completion_tokens?: number;
    max_tokens?: number;
  };
  /** Turns true when the client hung up before the answer was complete. */
  wasLeft: boolean;
}

/** How one request is answered. The functions below make them; a test may write its own. */
export type ModelApiAnswer = (response: ServerResponse, request: ModelApiRequest) => void | Promise<void>;

export interface ModelApi {
  /** For OPENAI_BASE_URL. */
  baseUrl: string;
  requests: ModelApiRequest[];
  /** The next requests get these, in order. */
  next(...answers: ModelApiAnswer[]): void;
  /** What GET /models does from now on; a list of one model unless told otherwise. */
  models(answer: ModelApiAnswer): void;
  close(): Promise<void>;
}

/** `otherwise` answers when nothing is left in the script; without it that is a 418, which no client repeats. */
export async function createModelApi(otherwise: ModelApiAnswer = fails(418)): Promise<ModelApi> {
  const script: ModelApiAnswer[] = [];
  const requests: ModelApiRequest[] = [];
  let answerModels: ModelApiAnswer = sendsJson(200, { object: "list", data: [{ id: "test-model", object: "model" }] });

  const server = createServer(async (incoming, response) => {
    const body = await readText(incoming);
    const request: ModelApiRequest = { headers: incoming.headers, body: JSON.parse(body || "{}"), wasLeft: false };
    response.on("close", () => {
      request.wasLeft = !response.writableFinished;
    });
    if (incoming.url?.endsWith("/models")) return answerModels(response, request);
    requests.push(request);
    await (script.shift() ?? otherwise)(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    next: (...answers) => void script.push(...answers),
    models: (answer) => {
      answerModels = answer;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Numbers for the reply's usage; `null`: the server reports none. */
interface ReportedUsage {
  prompt: number;
  cached?: number;
  completion: number;
}

interface Spoken {
  usage?: ReportedUsage | null;
  /** `null`: the stream ends without one. */
  finishReason?: string | null;
  /** Wait before each piece. */
  pauseMs?: number;
  refusal?: string;
}

/** The usual answer: streamed in pieces, with usage at the end; in one body where the request does not ask to stream. */
export function says(text: string, options: Spoken = {}): ModelApiAnswer {
  return async (response, request) => {
    if (request.body.stream !== true) return saysInOneBody(text, options)(response, request);
    openStream(response);
    sendChunk(response, choiceChunk({ role: "assistant", content: "" }));
    for (const piece of text.match(/.{1,12}/gsu) ?? []) {
      if (options.pauseMs !== undefined) await sleep(options.pauseMs);
      if (response.destroyed) return;
      sendChunk(response, choiceChunk({ content: piece }));
    }
    if (options.refusal !== undefined) sendChunk(response, choiceChunk({ refusal: options.refusal }));
    const finishReason = options.finishReason === undefined ? "stop" : options.finishReason;
    if (finishReason !== null) sendChunk(response, choiceChunk({}, finishReason));
    const asksForUsage = request.body.stream_options?.include_usage === true;
    const usage = usageOf(options);
    if (asksForUsage && usage !== null) sendChunk(response, { ...frame, choices: [], usage });
    response.end("data: [DONE]\n\n");
  };
}

/** A server without streaming, which ignores that it was asked to. */
export function saysInOneBody(text: string, options: Spoken = {}): ModelApiAnswer {
  const message = { role: "assistant", content: text, refusal: options.refusal ?? null };
  const finishReason = options.finishReason === undefined ? "stop" : options.finishReason;
  const choices = [{ index: 0, message, finish_reason: finishReason }];
  const usage = usageOf(options);
  return sendsJson(200, { ...frame, object: "chat.completion", choices, ...(usage === null ? {} : { usage }) });
}

/** A function to be called; `args` becomes JSON, unless it is the text itself. */
interface CalledTool {
  name: string;
  args?: object | string;
}

/** Calls functions: streamed, all calls piece by piece side by side; in one body where no stream is asked for. */
export function callsTools(calls: CalledTool[], options: Spoken & { text?: string } = {}): ModelApiAnswer {
  return (response, request) => {
    const { text = null, finishReason = "tool_calls" } = options;
    const bodies = calls.map(({ name, args = {} }, index): CallBody => {
      const id = `call-${request.body.messages.length}-${index}`;
      const written = typeof args === "string" ? args : JSON.stringify(args);
      return { id, type: "function", function: { name, arguments: written } };
    });
    const usage = usageOf(options);
    if (request.body.stream !== true) {
      const message = { role: "assistant", content: text, tool_calls: bodies };
      const choices = [{ index: 0, message, finish_reason: finishReason }];
      return sendsJson(200, { ...frame, object: "chat.completion", choices, usage })(response, request);
    }
    openStream(response);
    sendChunk(response, choiceChunk({ role: "assistant", content: text }));
    const calling = (index: number, piece: object) =>
      sendChunk(response, choiceChunk({ tool_calls: [{ index, ...piece }] }));
    for (const [index, { function: called, ...body }] of bodies.entries()) {
      calling(index, { ...body, function: { name: called.name, arguments: "" } });
    }
    const pieces = bodies.flatMap((body, index) =>
      (body.function.arguments.match(/.{1,9}/gsu) ?? []).map((piece, place) => ({ index, place, piece })),
    );
    for (const { index, piece } of pieces.toSorted((a, b) => a.place - b.place)) {
      calling(index, { function: { arguments: piece } });
    }
    if (finishReason !== null) sendChunk(response, choiceChunk({}, finishReason));
    if (usage !== null) sendChunk(response, { ...frame, choices: [], usage });
    response.end("data: [DONE]\n\n");
  };
}

/** Takes the request and never answers. */
export const stallsBeforeHeaders = (): ModelApiAnswer => () => {};

/** Headers and `text` come, then nothing more. */
export function stallsInBody(text = ""): ModelApiAnswer {
  return (response) => {
    openStream(response);
    sendChunk(response, choiceChunk({ content: text }));
  };
}

export function fails(status: number, error: object | string = { message: "failed" }): ModelApiAnswer {
  return sendsJson(status, { error });
}

/** `retryAfter` as the header has it: seconds, or a date. */
export function asksForPatience(retryAfter: string): ModelApiAnswer {
  return (response, request) => {
    response.setHeader("retry-after", retryAfter);
    return fails(429, { message: "Rate limit reached", code: "rate_limit_exceeded" })(response, request);
  };
}

/** As OpenAI says it. Servers with other words: `sendsJson(400, …)`. */
export function rejectsParameter(name: string): ModelApiAnswer {
  const message = `Unsupported parameter: '${name}' is not supported with this model.`;
  return fails(400, { message, type: "invalid_request_error", param: name, code: "unsupported_parameter" });
}

/** The connection breaks: before anything was sent, or after `text`. */
export function resetsConnection(text: string | null = null): ModelApiAnswer {
  return async (response) => {
    if (text !== null) {
      openStream(response);
      await new Promise<void>((resolve) => {
        response.write(`data: ${JSON.stringify(choiceChunk({ content: text }))}\n\n`, () => resolve());
      });
      // Else the reset may overtake the words in the client's buffer.
      await sleep(50);
    }
    response.socket?.resetAndDestroy();
  };
}

/** A gateway that answers 200 and puts the error into the stream, after `text`. */
export function hidesErrorInStream(error: object, text: string | null = null): ModelApiAnswer {
  return (response) => {
    openStream(response);
    if (text !== null) sendChunk(response, choiceChunk({ content: text }));
    sendChunk(response, { error });
    response.end();
  };
}

export const hidesErrorInBody = (error: object | string): ModelApiAnswer => sendsJson(200, { error });

/** Events whose data is what is given, JSON or not. */
export function streamsRaw(...data: string[]): ModelApiAnswer {
  return (response) => {
    openStream(response);
    for (const one of data) response.write(`data: ${one}\n\n`);
    response.end();
  };
}

/** Words without end, one piece at a time and as fast as they are taken. */
export function neverStops(): ModelApiAnswer {
  return async (response) => {
    openStream(response);
    while (!response.destroyed) {
      if (!response.writableNeedDrain) sendChunk(response, choiceChunk({ content: "and on ".repeat(500) }));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
}

export function sends(status: number, contentType: string, body: string): ModelApiAnswer {
  return (response) => {
    response.writeHead(status, { "content-type": contentType }).end(body);
  };
}

export const sendsJson = (status: number, body: unknown) => sends(status, "application/json", JSON.stringify(body));

const frame = { id: "chatcmpl-test", object: "chat.completion.chunk", created: 1, model: "test-model" };

function choiceChunk(delta: object, finishReason: string | null = null): object {
  return { ...frame, choices: [{ index: 0, delta, finish_reason: finishReason }] };
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
}

function sendChunk(response: ServerResponse, chunk: object): void {
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

function usageOf({ usage = { prompt: 100, cached: 40, completion: 20 } }: Spoken): object | null {
  if (usage === null) return null;
  return {
    prompt_tokens: usage.prompt,
    completion_tokens: usage.completion,
    total_tokens: usage.prompt + usage.completion,
    prompt_tokens_details: { cached_tokens: usage.cached ?? 0 },
  };
}

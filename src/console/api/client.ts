// The typed client of docs/http.md: one function a call. Fails with an ApiError whose message is a sentence.
import type { ApprovalCard, RunDetail, RunReport, StageMark } from "../../report.ts";
import type { Requester } from "../../requester.ts";
import type { Answer, Decision, MessageEvent, NoticeView, RunSummary, ShopView } from "./answers.ts";
import { ApiError, connectionError, errorOfResponse, isErrorBody } from "./api-error.ts";
import { readEvents } from "./event-stream.ts";

const readMs = 15_000;
const decideMs = 60_000;
// Above the service's own MAX_REQUEST_MS, so that its sentence arrives before ours.
const messageMs = 180_000;

export type Client = ReturnType<typeof createClient>;

export function createClient(token: string | null) {
  async function request(path: string, body: object | null, waitMs: number): Promise<Response> {
    const headers = new Headers();
    if (token !== null) headers.set("authorization", `Bearer ${token}`);
    if (body !== null) headers.set("content-type", "application/json");
    const init: RequestInit = { method: body === null ? "GET" : "POST", headers, signal: AbortSignal.timeout(waitMs) };
    if (body !== null) init.body = JSON.stringify(body);
    const response = await fetch(path, init).catch((cause: unknown) => {
      throw connectionError(cause);
    });
    if (!response.ok) throw await errorOfResponse(response);
    return response;
  }

  async function call<Answer>(path: string, body: object | null = null, waitMs = readMs): Promise<Answer> {
    const response = await request(path, body, waitMs);
    return (await response.json().catch((cause: unknown) => {
      throw connectionError(cause);
    })) as Answer;
  }

  async function* sendMessage(
    message: string,
    sessionId: string,
    who: Requester | null,
  ): AsyncGenerator<MessageEvent, void> {
    // The page waits for the answer before it lets the next message out.
    const body = { message, sessionId, complete: true, ...callerFields(who) };
    const response = await request("/api/messages/stream", body, messageMs);
    if (response.body === null) throw connectionError(null);
    try {
      for await (const { event, data } of readEvents(response.body)) {
        const parsed = parseMessageEvent(event, data);
        if (parsed !== null) yield parsed;
        if (parsed?.kind === "done") return;
      }
    } catch (cause) {
      throw connectionError(cause);
    }
    throw new ApiError("NO_ANSWER", "The connection ended before the answer came. Try again.");
  }

  return {
    openSession: async () => (await call<{ sessionId: string }>("/api/sessions", {})).sessionId,
    sendMessage,
    decide: async (id: string, decision: Decision, reason: string | null, who: Requester | null) =>
      answerOf(
        await call<WireAnswer>(
          `/api/approvals/${encodeURIComponent(id)}`,
          { decision, ...(reason === null ? {} : { reason }), ...callerFields(who) },
          decideMs,
        ),
      ),
    readShop: () => call<ShopView>("/api/shop"),
    readApprovals: async () => (await call<{ approvals: ApprovalCard[] }>("/api/approvals")).approvals,
    readNotices: async () => (await call<{ notices: NoticeView[] }>("/api/notices")).notices,
    readRuns: async () => (await call<{ runs: RunSummary[] }>("/api/runs")).runs,
    readRun: (runId: string) => call<RunDetail>(`/api/runs/${encodeURIComponent(runId)}`),
  };
}

/** With a token the server knows who calls and refuses these fields: then `who` is null. */
function callerFields(who: Requester | null): Partial<Requester> {
  if (who === null) return {};
  return {
    role: who.role,
    ...(who.customerId === null ? {} : { customerId: who.customerId }),
    ...(who.name === null ? {} : { name: who.name }),
  };
}

interface WireAnswer extends Partial<RunReport> {
  answerText: string;
  card: ApprovalCard | null;
  newCard?: ApprovalCard | null;
}

function answerOf({ card, newCard, ...rest }: WireAnswer): Answer {
  return {
    answerText: rest.answerText,
    report: rest.runId === undefined ? null : (rest as RunReport),
    cards: [card, newCard].filter((one) => one != null),
  };
}

/** Null for events that a newer server may send and this page does not know. */
function parseMessageEvent(event: string, data: string): MessageEvent | null {
  const body: unknown = JSON.parse(data);
  switch (event) {
    case "status":
      return { kind: "status", mark: body as StageMark };
    case "content":
      return { kind: "content", text: (body as { text: string }).text };
    case "done":
      return { kind: "done", answer: answerOf(body as WireAnswer) };
    case "error":
      if (isErrorBody(body)) throw new ApiError(body.error.code, body.error.message);
      throw connectionError(body);
    default:
      return null;
  }
}

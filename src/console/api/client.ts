// The typed client of docs/http.md: one function a call. Fails with an ApiError whose message is a sentence.
import type { Json } from "../../json.ts";
import type { TableHead } from "../../platforms/web-answers.ts";
import type { ApprovalCard, RunDetail, RunReport, StageMark } from "../../report.ts";
import type { Requester } from "../../requester.ts";
import type { Answer, Decision, MessageEvent, NoticeView, RunSummary, ShopView } from "./answers.ts";
import { ApiError, connectionError, isErrorBody } from "./api-error.ts";
import { callerFields, createCallerClient } from "./caller-client.ts";
import { readEvents } from "./event-stream.ts";
import { createRequests } from "./request.ts";

const decideMs = 60_000;
// Above the service's own MAX_REQUEST_MS, so that its sentence arrives before ours.
const messageMs = 180_000;

export type Client = ReturnType<typeof createClient>;

export function createClient(token: string | null) {
  const requests = createRequests(token);
  const { request, call } = requests;

  async function* sendMessage(
    { message, messageId, sessionId }: { message: string; messageId: string; sessionId: string },
    who: Requester | null,
  ): AsyncGenerator<MessageEvent, void> {
    // The page waits for the answer before it lets the next message out.
    const body = { message, messageId, sessionId, complete: true, ...callerFields(who) };
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
    /** The calls that depend on who makes them. */
    as: (who: Requester | null) => createCallerClient(requests, who),
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

interface WireAnswer extends Partial<RunReport> {
  answerText: string;
  card: ApprovalCard | null;
  newCard?: ApprovalCard | null;
  chart?: Json;
  table?: TableHead | null;
}

function answerOf({ card, newCard, chart = null, table = null, ...rest }: WireAnswer): Answer {
  return {
    answerText: rest.answerText,
    report: rest.runId === undefined ? null : (rest as RunReport),
    cards: [card, newCard].filter((one) => one != null),
    chart,
    table,
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

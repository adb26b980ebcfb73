// A call of docs/http.md in, its response out. Fails with an ApiError whose message is a sentence.
import { connectionError, errorOfResponse } from "./api-error.ts";

const readMs = 15_000;

export interface Requests {
  request(path: string, body: object | null, waitMs: number): Promise<Response>;
  /** The answer's JSON, taken for what docs/http.md says it is. */
  call<Answer>(path: string, body?: object | null, waitMs?: number): Promise<Answer>;
}

export function createRequests(token: string | null): Requests {
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

  return {
    request,
    call: async <Answer>(path: string, body: object | null = null, waitMs = readMs) => {
      const response = await request(path, body, waitMs);
      return (await response.json().catch((cause: unknown) => {
        throw connectionError(cause);
      })) as Answer;
    },
  };
}

// Envelopes in; signed posts to the app's address out, the way Slack sends them.
import { createHmac, randomUUID } from "node:crypto";
import type { Attempt, Envelope, Outcome, Transport } from "./deliveries.ts";
import { asFields } from "./fields.ts";

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

function sign(secret: string, timestampS: number, body: string): string {
  return `v0=${createHmac("sha256", secret).update(`v0:${timestampS}:${body}`).digest("hex")}`;
}

interface Post {
  url: string;
  body: string;
  contentType: string;
  secret: string;
  timestampOffsetS?: number;
  headers?: { [name: string]: string };
  ackMs: number;
}

export function postSigned({ url, body, contentType, secret, timestampOffsetS = 0, headers, ackMs }: Post) {
  const timestampS = Math.floor(Date.now() / 1000) + timestampOffsetS;
  return fetch(url, {
    method: "POST",
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(ackMs),
    headers: {
      "content-type": contentType,
      "user-agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
      "x-slack-request-timestamp": String(timestampS),
      "x-slack-signature": sign(secret, timestampS, body),
      ...headers,
    },
  });
}

/** Throws unless the address echoes the challenge. */
export async function verifyUrl(url: string, secret: string, verificationToken: string, ackMs: number): Promise<void> {
  const challenge = randomUUID();
  const body = JSON.stringify({ token: verificationToken, challenge, type: "url_verification" });
  const response = await postSigned({ url, body, contentType: JSON_TYPE, secret, ackMs });
  const text = await response.text();
  if (response.status !== 200 || !text.includes(challenge)) {
    throw new Error(`your request URL did not respond with the value of the challenge parameter: ${response.status}`);
  }
}

export function createHttpTransport(url: string, secret: string, ackMs: number): Transport {
  return async (envelope: Envelope, attempt: Attempt): Promise<Outcome> => {
    const startedAt = Date.now();
    const spent = () => Date.now() - startedAt;
    try {
      const response = await postSigned({ url, ...encode(envelope), secret, headers: retryHeaders(attempt), ackMs });
      const text = await response.text();
      const { status } = response;
      if (response.ok) return { kind: "acked", status, ackMs: spent(), response: parse(text) };
      const stopsRetries = response.headers.get("x-slack-no-retry") === "1";
      return { kind: "failed", status, ackMs: spent(), why: "http_error", stopsRetries };
    } catch (error) {
      const isLate = asFields(error).name === "TimeoutError";
      const why = isLate ? "timeout" : "connection_failed";
      return { kind: "failed", status: null, ackMs: spent(), why, stopsRetries: false };
    }
  };
}

function encode({ type, payload }: Envelope): { body: string; contentType: string } {
  if (type === "events_api") return { body: JSON.stringify(payload), contentType: JSON_TYPE };
  const form = new URLSearchParams();
  if (type === "interactive") form.set("payload", JSON.stringify(payload));
  else for (const [name, value] of Object.entries(payload)) form.set(name, String(value));
  return { body: form.toString(), contentType: FORM_TYPE };
}

function retryHeaders({ num, reason }: Attempt): { [name: string]: string } {
  return num === 0 ? {} : { "x-slack-retry-num": String(num), "x-slack-retry-reason": reason };
}

/** An acknowledgement is empty, a JSON object, or bare text. */
function parse(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

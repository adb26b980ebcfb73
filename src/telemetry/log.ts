// Structured lines on stderr. They carry ids and codes, never what a person wrote or who they are: the last step before
// a line is written looks through all of it, whoever logged what.
import { isSpanContextValid, trace } from "@opentelemetry/api";
import { type Logger, pino } from "pino";

export type Log = Logger;

/** How much of one string is looked through and written. */
const MOST_CHARS = 8_000;
const CAUSES = 2;

export function createLog(level: string): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (word: string) => ({ level: word }),
      log: (fields: object) => Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, told(value)])),
    },
    serializers: { err: told },
    mixin: activeTrace,
    hooks: { streamWrite: maskedLine },
  };
  return pino(options, pino.destination({ fd: 2, sync: true }));
}

function activeTrace(): object {
  const span = trace.getActiveSpan()?.spanContext();
  return span !== undefined && isSpanContextValid(span) ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/** An error as plain data, with no more than it takes to find the fault; anything else as it is. */
function told(value: unknown, causesLeft = CAUSES): unknown {
  if (!(value instanceof Error)) return value;
  const { cause, message, stack = "" } = value;
  // What stands before the frames is the message again.
  const frames = stack
    .replace(message, "")
    .split("\n")
    .filter((line) => /^ +at /.test(line));
  return {
    type: value.constructor.name,
    code: "code" in value ? value.code : undefined,
    message,
    stack: frames.join("\n"),
    cause: causesLeft > 0 && cause !== undefined ? told(cause, causesLeft - 1) : undefined,
  };
}

function maskedLine(line: string): string {
  return `${JSON.stringify(maskedValue(JSON.parse(line)))}\n`;
}

// Keys under which people's words, people themselves or keys to something are kept, whatever their case.
const PRIVATE_KEYS = new Set(
  [
    ...["text", "user_request", "userRequest", "answer_text", "answerText", "history", "prompt", "turns"],
    ...["name", "email", "phone", "address", "author", "person", "requester"],
    ...["token", "authorization", "password", "secret", "apiKey", "api_key", "cookie"],
  ].map((key) => key.toLowerCase()),
);

function maskedValue(value: unknown): unknown {
  if (typeof value === "string") return masked(value);
  // As many digits as a card or a phone number with its country has; no count or time of ours does.
  if (typeof value === "number") return Number.isInteger(value) && Math.abs(value) >= 1e10 ? "(number)" : value;
  if (Array.isArray(value)) return value.map(maskedValue);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [
    masked(key),
    PRIVATE_KEYS.has(key.toLowerCase()) && inner !== null ? "(redacted)" : maskedValue(inner),
  ]);
  return Object.fromEntries(entries);
}

// In this order: what a password is part of first.
const MASKS: [RegExp, string][] = [
  // The user and the password of an address; a password may have signs in it that should have been encoded.
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)(?:[^\s/@:"'`<>]*:[^\s"'`<>]*|[^\s/@"'`<>]+)@/gi, "$1(credentials)@"],
  [/\b(authorization: *\w+|bearer) +[^\s"',]+/gi, "$1 (secret)"],
  [/\b(password|passwd|secret|token|api[_-]?key)(["']? ?[=:] ?["']?)[^\s"'&,;]+/gi, "$1$2(secret)"],
  [/\bsk-[\w-]{8,}/g, "(secret)"],
  [/[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,}/gu, "(e-mail)"],
  // A database quotes the row or the value that it is about, a client library its arguments, a parser its input.
  [/Failing row contains \(.*\)/gs, "Failing row contains (row)"],
  [/(Key \(.{1,200}?\)=)\(.*\)/gs, "$1(value)"],
  [/(Invalid `[^`]{1,100}` invocation).*\n\}\)?\n/gs, "$1 (arguments)"],
  [/: ?"(?:[^"\\]|\\.)*"/g, ': "(value)"'],
  [/(?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON/gs, "(text) is not valid JSON"],
  // Cards, accounts and telephones, however they are grouped.
  [/\b\d(?:[ ()/-]{0,2}\d){8,}\b/g, "(number)"],
];

function masked(text: string): string {
  const start = text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)} (cut)` : text;
  return MASKS.reduce((line, [pattern, mask]) => line.replace(pattern, mask), start);
}

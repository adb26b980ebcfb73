// A connection to Redis in; nothing out, or one sentence that says why wake-ups would get lost on this server.
import type { Redis } from "ioredis";
import { askWithin } from "./redis-connection.ts";

const OLDEST = [6, 2] as const;

/** Thrown by `checkRedis`; the message is a sentence for whoever starts the service. */
export class RedisError extends Error {
  override name = "RedisError";
}

export async function checkRedis(connection: Redis, withinMs: number): Promise<void> {
  const info = parseInfo(await read(connection, withinMs));
  const version = info.get("redis_version") ?? "unknown";
  // Valkey counts its own versions from 7.2 on and names Redis 7.2.4 beside them.
  if (!info.has("valkey_version") && isOlder(version)) {
    throw new RedisError(
      `REDIS_URL names a Redis of version ${version}: ${OLDEST.join(".")} or later is needed, or any Valkey.`,
    );
  }
  const policy = info.get("maxmemory_policy") ?? "noeviction";
  if (policy !== "noeviction") {
    throw new RedisError(
      `REDIS_URL names a Redis that drops data when it is full (maxmemory-policy ${policy}): set it to noeviction, with "redis-cli CONFIG SET maxmemory-policy noeviction" or in the settings of your provider.`,
    );
  }
  if (info.get("role") === "slave") {
    throw new RedisError("REDIS_URL names a replica, which takes no writes: name the primary server.");
  }
}

async function read(connection: Redis, withinMs: number): Promise<string> {
  try {
    return await askWithin(connection, withinMs, () => connection.info());
  } catch (cause) {
    const reason = reasonOf(cause);
    const isKeptOut = /^(?:WRONGPASS|NOAUTH|NOPERM)/.test(reason);
    const words = isKeptOut
      ? `The Redis of REDIS_URL does not let us in (${reason}): check the name and the password in it.`
      : `The Redis of REDIS_URL cannot be reached (${reason}): start it, or correct the address.`;
    throw new RedisError(words, { cause });
  }
}

/** A host with several addresses that all refuse gives one error with a code and without words. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.message === "" && "code" in cause ? String(cause.code) : cause.message;
}

function parseInfo(text: string): Map<string, string> {
  const pairs = text.split(/\r?\n/).map((line) => line.split(/:(.*)/s, 2));
  return new Map(pairs.map(([name, value]) => [name ?? "", value ?? ""]));
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
}

import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { checkRedis, RedisError } from "../../src/queue/redis-check.ts";
import { connectForAnswers, createFaultLog } from "../../src/queue/redis-connection.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { hasRedis, type RedisServer, startRedis } from "../support/redis-server.ts";

/** Null when the server is accepted, otherwise the sentence. */
async function refusal(url: string): Promise<string | null> {
  const connection = connectForAnswers(url, 1_000, createFaultLog(createLog("silent")));
  try {
    await checkRedis(connection, 1_000);
    return null;
  } catch (error) {
    if (!(error instanceof RedisError)) throw error;
    return error.message;
  } finally {
    connection.disconnect();
  }
}

/** Servers that are not at hand: says of itself what `info` says, and "OK" to everything else. */
async function startImpostor(info: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      for (const [, command = ""] of bytes.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)) {
        const replies: { [command: string]: string } = {
          HELLO: "-ERR unknown command 'HELLO'\r\n",
          INFO: `$${info.length}\r\n${info}\r\n`,
        };
        socket.write(replies[command.toUpperCase()] ?? "+OK\r\n");
      }
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `redis://127.0.0.1:${address.port}`;
}

test("a server that nobody can reach is named with the setting", async () => {
  expect(await refusal("redis://127.0.0.1:1")).toBe(
    "The Redis of REDIS_URL cannot be reached (connect ECONNREFUSED 127.0.0.1:1): start it, or correct the address.",
  );
});

test("a server that is too old is refused, and Valkey is not taken for one", async () => {
  const old = await startImpostor("redis_version:6.0.16\r\nmaxmemory_policy:noeviction\r\nrole:master\r\n");
  expect(await refusal(old)).toBe("REDIS_URL names a Redis of version 6.0.16: 6.2 or later is needed, or any Valkey.");
  const just = await startImpostor("redis_version:6.2.0\r\nmaxmemory_policy:noeviction\r\nrole:master\r\n");
  expect(await refusal(just)).toBeNull();
  const valkey = await startImpostor(
    "redis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.1.0\r\nmaxmemory_policy:noeviction\r\nrole:master\r\n",
  );
  expect(await refusal(valkey)).toBeNull();
});

describe.skipIf(!hasRedis())("a real server", () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  test("is accepted as it comes", async () => {
    expect(await refusal(redis.url)).toBeNull();
  });

  test("B08: is refused while it drops data when it is full, with how to change that", async () => {
    await redis.run("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
    expect(await refusal(redis.url)).toBe(
      'REDIS_URL names a Redis that drops data when it is full (maxmemory-policy allkeys-lru): set it to noeviction, with "redis-cli CONFIG SET maxmemory-policy noeviction" or in the settings of your provider.',
    );
    await redis.run("CONFIG", "SET", "maxmemory-policy", "noeviction");
    expect(await refusal(redis.url)).toBeNull();
  });

  test("B08: is judged by what it tells of itself where CONFIG is forbidden", async () => {
    await redis.run("CONFIG", "SET", "maxmemory-policy", "volatile-ttl");
    await redis.run("ACL", "SETUSER", "shop", "on", ">secret", "~*", "&*", "+@all", "-config");
    expect(await refusal(redis.url.replace("//", "//shop:secret@"))).toContain("maxmemory-policy volatile-ttl");
    await redis.run("CONFIG", "SET", "maxmemory-policy", "noeviction");
  });

  test("is refused while it is a replica", async () => {
    await redis.run("REPLICAOF", "127.0.0.1", "1");
    expect(await refusal(redis.url)).toBe("REDIS_URL names a replica, which takes no writes: name the primary server.");
    await redis.run("REPLICAOF", "NO", "ONE");
  });

  test("is refused with a wrong password, without telling it", async () => {
    const words = await refusal(redis.url.replace("//", "//shop:wrong@"));
    expect(words).toContain("The Redis of REDIS_URL does not let us in (WRONGPASS");
    expect(words).not.toContain("wrong@");
  });
});

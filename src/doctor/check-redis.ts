// Redis' address in; whether wake-ups are safe on that server out.
import { checkRedis, RedisError } from "../queue/redis-check.ts";
import { askWithin, connectForAnswers, endConnection } from "../queue/redis-connection.ts";
import { type Finding, fail, ok } from "./doctor.ts";

const WHAT = "Redis";

export async function checkRedisServer({
  redisUrl,
  connectMs,
}: {
  redisUrl: string;
  connectMs: number;
}): Promise<Finding[]> {
  const connection = connectForAnswers(redisUrl, connectMs, () => {});
  try {
    await checkRedis(connection, connectMs);
    const info = await askWithin(connection, connectMs, () => connection.info("server"));
    const version = /^(?:valkey|redis)_version:(\S+)/m.exec(info)?.[1] ?? "of an unknown version";
    return [ok(WHAT, `${version} of REDIS_URL, with maxmemory-policy noeviction.`)];
  } catch (error) {
    if (error instanceof RedisError) return [fail(WHAT, error.message)];
    throw error;
  } finally {
    endConnection(connection);
  }
}

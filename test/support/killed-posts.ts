// The database in which the killed processes' platform keeps its posts in, the reply to a message or a press out as soon as
// it is posted.
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../src/database/database.ts";
import type { Reply } from "../../src/platforms/platform.ts";

export interface Posts {
  /** The first post that answers this key; rejects when there is none for minutes. */
  replyTo(key: string): Promise<Reply>;
  close(): Promise<void>;
}

const LOOK_MS = 50;
const LONGEST_WAIT_MS = 180_000;

export async function watchPosts({ client }: Database): Promise<Posts> {
  await client.$executeRaw`CREATE SCHEMA seen`;
  await client.$executeRaw`
    CREATE TABLE seen.posts (
      id serial PRIMARY KEY, process integer NOT NULL, place text NOT NULL, reply jsonb NOT NULL
    )`;
  const posted = new Map<string, PromiseWithResolvers<Reply>>();
  const stop = new AbortController();

  const waiting = (key: string): PromiseWithResolvers<Reply> => {
    const known = posted.get(key) ?? Promise.withResolvers<Reply>();
    posted.set(key, known);
    return known;
  };

  async function look(): Promise<void> {
    for (let last = 0; !stop.signal.aborted; ) {
      // Numbers are given before a row can be seen, so a late one is looked for once more.
      const rows = await client.$queryRaw<{ id: number; reply: Reply }[]>`
        SELECT id, reply FROM seen.posts WHERE id > ${last - 100} ORDER BY id`;
      for (const { id, reply } of rows) {
        last = Math.max(last, id);
        for (const key of reply.inReplyTo) waiting(key).resolve(reply);
      }
      await sleep(LOOK_MS, undefined, { signal: stop.signal }).catch(() => {});
    }
  }

  const looking = look();
  return {
    replyTo: async (key) => {
      const answered = new AbortController();
      const late = sleep(LONGEST_WAIT_MS, null, { signal: answered.signal }).catch(() => null);
      const reply = await Promise.race([waiting(key).promise, late]);
      answered.abort();
      if (reply === null) throw new Error(`nobody answered ${key}`);
      return reply;
    },
    close: async () => {
      stop.abort();
      await looking;
    },
  };
}

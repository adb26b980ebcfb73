// Who has a conversation, when several processes ask for it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { createStore, hasPostgres, openAt, postgresForThisFile } from "../support/postgres-server.ts";

describe.skipIf(!hasPostgres())("Postgres", () => {
  const server = postgresForThisFile();
  let url: string;
  let one: Database;
  let other: Database;
  beforeEach(async () => {
    url = await createStore(server());
    one = await openAt(url);
    other = await openAt(url);
  });
  afterEach(async () => {
    await one.close();
    await other.close();
  });

  /** Has the name until `finish`; `held` is what became of it. */
  async function hold(database: Database, name: string) {
    const { promise: begun, resolve: begin } = Promise.withResolvers<AbortSignal>();
    const { promise: worked, resolve: finish } = Promise.withResolvers<void>();
    const held = database.exclusively(name, async (lost) => {
      begin(lost);
      await worked;
      return lost.aborted ? "lost" : "kept";
    });
    return { lost: await begun, finish, held };
  }

  test("what one process holds, another is refused, and gets when it was given back", async () => {
    const { finish, held } = await hold(one, "conversation-1");
    expect(await other.exclusively("conversation-1", async () => "second")).toBe(null);
    expect(await other.exclusively("conversation-2", async () => "beside")).toBe("beside");
    finish();
    expect(await held).toBe("kept");
    expect(await other.exclusively("conversation-1", async () => "later")).toBe("later");
  });

  test("of two processes that ask for many names at once, each name has one holder", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `conversation-${index}`);
    const holding = new Map<string, number>();
    let most = 0;
    const ask = (database: Database, name: string) =>
      database.exclusively(name, async () => {
        holding.set(name, (holding.get(name) ?? 0) + 1);
        most = Math.max(most, holding.get(name) ?? 0);
        await new Promise((resolve) => setTimeout(resolve, 30));
        holding.set(name, (holding.get(name) ?? 0) - 1);
        return name;
      });
    const got = await Promise.all(names.flatMap((name) => [ask(one, name), ask(other, name)]));
    expect(most).toBe(1);
    expect(new Set(got.filter((name) => name !== null)).size).toBe(names.length);
  });

  test("however much a process holds, it takes one connection for it", async () => {
    const holds = await Promise.all(Array.from({ length: 20 }, (_, index) => hold(one, `conversation-${index}`)));
    const [row] = await server().run(
      "postgres",
      "SELECT count(*)::int AS locks, count(DISTINCT pid)::int AS sessions FROM pg_locks WHERE classid = 7456",
    );
    expect(row).toEqual({ locks: 20, sessions: 1 });
    for (const { finish, held } of holds) {
      finish();
      await held;
    }
  });

  test("a hold whose connection the server ended is told to be lost, and others can have the name", async () => {
    const first = await hold(one, "conversation-1");
    const second = await hold(one, "conversation-2");
    const lost = once(first.lost, "abort");
    await server().run("postgres", "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE classid = 7456");
    await lost;
    expect(second.lost.aborted).toBe(true);
    expect(await other.exclusively("conversation-1", async () => "other's")).toBe("other's");
    // In this process the first worker has not ended yet, so nobody starts beside it.
    expect(await one.exclusively("conversation-1", async () => "twice")).toBe(null);
    first.finish();
    second.finish();
    expect([await first.held, await second.held]).toEqual(["lost", "lost"]);
    expect(await one.exclusively("conversation-1", async () => "again")).toBe("again");
  });

  test("a process that was killed holds nothing", async () => {
    const child = await holdInChild(url);
    expect(await one.exclusively("conversation-1", async () => "mine")).toBe(null);
    child.kill("SIGKILL");
    await expect.poll(() => one.exclusively("conversation-1", async () => "mine")).toBe("mine");
  });

  test("closing tells running work that its hold is lost", async () => {
    const { lost, finish, held } = await hold(one, "conversation-1");
    await one.close();
    expect(lost.aborted).toBe(true);
    await expect(one.exclusively("conversation-2", async () => "mine")).rejects.toThrow();
    expect(await other.exclusively("conversation-1", async () => "mine")).toBe("mine");
    finish();
    expect(await held).toBe("lost");
    one = { ...one, close: async () => {} };
  });
});

async function holdInChild(url: string): Promise<ChildProcess> {
  const module = (path: string) => JSON.stringify(join(import.meta.dirname, "../../src", path));
  const code = `
    import { readConfig } from ${module("config.ts")};
    import { openPostgres } from ${module("database/postgres.ts")};
    const config = readConfig({ DATABASE_URL: ${JSON.stringify(url)}, REDIS_URL: "redis://127.0.0.1:1" });
    const database = await openPostgres(config.servers, config.transaction, () => {});
    await database.exclusively("conversation-1", async () => {
      console.log("held");
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return child;
}

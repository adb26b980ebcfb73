// A throwaway Redis server out, in a directory and on a port of its own; nothing of it outlives a restart.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { findPort } from "./server-port.ts";

export interface RedisServer {
  port: number;
  url: string;
  /** One command beside everything that is tested. */
  run(command: string, ...args: (string | number)[]): Promise<unknown>;
  /** Ends it; the port stays its own. */
  halt(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
  start(): Promise<void>;
  /** Stops answering without closing a connection, and goes on. */
  freeze(): void;
  thaw(): void;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

const PROGRAM = "redis-server";
const READY_MS = 30_000;

/** For `describe.skipIf(!hasRedis())`. Never false in CI: there a missing server is a failure. */
export function hasRedis(): boolean {
  if (process.env.CI !== undefined) return true;
  try {
    execFileSync(PROGRAM, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

export async function startRedis(settings: { [name: string]: string | number } = {}): Promise<RedisServer> {
  const directory = await mkdtemp(join(tmpdir(), "tillhand-redis-"));
  const port = await findPort();
  const options = { bind: "127.0.0.1", port, dir: directory, save: "", ...settings };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  let child: ChildProcess | null = null;
  let isStopped = false;
  const killWithUs = () => child?.kill("SIGKILL");
  process.once("exit", killWithUs);

  async function run(command: string, ...args: (string | number)[]): Promise<unknown> {
    const client = new Redis(port, "127.0.0.1", { lazyConnect: true, retryStrategy: null });
    client.on("error", () => {});
    try {
      await client.connect();
      return await client.call(command, ...args);
    } finally {
      client.disconnect();
    }
  }

  async function start(): Promise<void> {
    // A test that ran out of time goes on behind the others' backs.
    if (isStopped) throw new Error("this Redis was put away");
    child = spawn(PROGRAM, flags, { stdio: "ignore" });
    const deadline = Date.now() + READY_MS;
    while (!(await run("PING").catch(() => false))) {
      if (child.exitCode !== null || Date.now() > deadline) {
        child.kill("SIGKILL");
        throw new Error("Redis did not start");
      }
      await sleep(20);
    }
  }

  async function halt(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }

  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    run,
    halt,
    start,
    freeze: () => child?.kill("SIGSTOP"),
    thaw: () => child?.kill("SIGCONT"),
    stop: async () => {
      isStopped = true;
      await halt("SIGKILL");
      process.removeListener("exit", killWithUs);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

// Addresses and a plan in, worker processes of the product out, started as `npm run start:worker` starts them.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

export interface WorkerProcess {
  /** Of the process itself; its sandbox processes have their own. */
  usage(): Promise<{ rssMb: number; cpuMs: number }>;
  stop(): Promise<void>;
}

const Usage = z.object({ rssMb: z.number(), cpuMs: z.number() });

export async function startWorker(plan: string, environment: { [name: string]: string }): Promise<WorkerProcess> {
  const child = fork(new URL("./servers-worker.ts", import.meta.url), [join(import.meta.dirname, plan)], {
    env: environment,
    execArgv: await nodeFlags(),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await answer(child);
  return {
    usage: async () => {
      child.send("usage");
      return Usage.parse(await answer(child));
    },
    stop: async () => {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

async function answer(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const exit = once(child, "exit", { signal: ended.signal }).then(() => {
    throw new Error("A worker process ended before it should.");
  });
  exit.catch(() => {});
  try {
    const [message] = await Promise.race([once(child, "message", { signal: ended.signal }), exit]);
    return message;
  } finally {
    ended.abort();
  }
}

/** The ones that its users get. */
async function nodeFlags(): Promise<string[]> {
  const text = await readFile(join(import.meta.dirname, "../package.json"), "utf8");
  const { scripts } = z.object({ scripts: z.object({ "start:worker": z.string() }) }).parse(JSON.parse(text));
  return scripts["start:worker"].split(" ").filter((word) => word.startsWith("--"));
}

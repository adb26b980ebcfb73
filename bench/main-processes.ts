// An environment in, the halves of the service out, each as the process that its npm command starts.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

export interface Half {
  /** Resident memory of the process itself in MB; its sandbox processes have their own. */
  memoryMb(): Promise<number>;
  stop(): Promise<void>;
}

const ROOT = join(import.meta.dirname, "..");

/** Resolves when it is at work. */
export async function startHalf(half: "intake" | "worker", environment: { [name: string]: string }): Promise<Half> {
  const child = spawn(process.execPath, await argumentsOf(half), {
    env: environment,
    // Without an .env file.
    cwd: tmpdir(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  const ready = await Promise.race([once(child.stdout, "data").then(() => true), exit.then(() => false)]);
  if (!ready) throw new Error(`The ${half} ended before it was at work.`);
  child.stdout.resume();
  return {
    memoryMb: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
      return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1_024);
    },
    stop: async () => {
      child.kill("SIGTERM");
      await exit;
    },
  };
}

async function argumentsOf(half: "intake" | "worker"): Promise<string[]> {
  const { scripts } = z
    .object({ scripts: z.object({ "start:intake": z.string(), "start:worker": z.string() }) })
    .parse(JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")));
  const words = scripts[`start:${half}`].split(" ").slice(2);
  return words.map((word) => (word === "src/main.ts" ? join(ROOT, word) : word));
}

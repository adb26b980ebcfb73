// The service as its users start it: how long until the first answer, and how much memory it and its children take.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const ROOT = join(import.meta.dirname, "..");

/** Milliseconds from starting the command to its answer. */
export async function measureFirstAnswer(directory: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(ROOT, "src/cli/ask.ts"), "How many Wayfarer are left?"], {
    env: { DATA_DIR: directory },
    cwd: directory,
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  const ms = Math.round(performance.now() - startedAt);
  await once(child, "exit");
  return ms;
}

/** Most resident memory of the service with its sandbox processes while it answers `requests`, in MB. */
export async function measureMemory(directory: string, requests: number): Promise<number> {
  const child = spawn(process.execPath, await startArguments(), {
    env: { DATA_DIR: directory, PORT: "0", LOG_LEVEL: "warn" },
    cwd: directory,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let peakMb = 0;
  try {
    const [line] = await once(child.stdout, "data");
    const url = /http:\/\/\S+(?=\.\s)/.exec(String(line))?.[0];
    if (url === undefined || child.pid === undefined) throw new Error(`the service did not start: ${line}`);
    for (let request = 0; request < requests; request++) {
      const answered = await fetch(`${url}/api/messages`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ message: "I want to buy 1 pouch", customerId: 1, complete: true }),
      });
      if (!answered.ok) throw new Error(`the service answered ${answered.status}`);
      await answered.arrayBuffer();
      if (request % 10 === 0) peakMb = Math.max(peakMb, await treeMb(child.pid));
    }
    return Math.round(peakMb);
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
}

/** The arguments that `npm start` passes to node, so that the figure is the one its users get. */
async function startArguments(): Promise<string[]> {
  const { scripts } = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")));
  const words = scripts.start.split(" ").slice(2);
  return words.map((word) => (word === "src/main.ts" ? join(ROOT, word) : word));
}

/** Resident memory of a process and all below it; 0 where there is no /proc. */
async function treeMb(root: number): Promise<number> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map<number, number>();
  for (const pid of pids) {
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
    parents.set(pid, Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0));
  }
  let kilobytes = 0;
  for (const pid of pids) {
    let above = pid;
    while (above !== root && above > 1) above = parents.get(above) ?? 0;
    if (above !== root) continue;
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
    kilobytes += Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  }
  return kilobytes / 1_024;
}

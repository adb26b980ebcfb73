// An environment in, `src/main.ts` as a process of its own out: started and ready, or run to its end.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMPILED } from "./compile-cache.ts";

type Role = "intake" | "worker" | "all";

export interface MainProcess {
  child: ChildProcess;
  url: string;
  /** What it has written to stderr so far. */
  stderr(): string;
  /** Sends SIGTERM; how it ended, and after how long. */
  stop(): Promise<{ code: number | null; ms: number }>;
}

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

const MAIN = join(import.meta.dirname, "../../src/main.ts");
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Rejects with what it said when it ends instead. */
export async function startMain(role: Role, environment: { [name: string]: string }): Promise<MainProcess> {
  const { child, output, ended } = launch([role], environment);
  const ready = Promise.withResolvers<string>();
  child.stdout?.on("data", () => {
    const url = /http:\/\/[^\s/]+(?=[./ ])/.exec(output.stdout)?.[0].replace(/\.$/, "");
    if (url !== undefined && output.stdout.includes("\n")) ready.resolve(url);
  });
  const url = await Promise.race([
    ready.promise,
    ended.then(({ code, stderr }) => Promise.reject(new Error(`${role} ended with ${code}: ${stderr}`))),
  ]);
  return {
    child,
    url,
    stderr: () => output.stderr,
    stop: async () => {
      const startedAt = performance.now();
      child.kill("SIGTERM");
      const { code } = await ended;
      return { code, ms: performance.now() - startedAt };
    },
  };
}

/** For a process that is expected to end by itself. */
export function runMain(words: string[], environment: { [name: string]: string }): Promise<Ended> {
  return launch(words, environment).ended;
}

function launch(words: string[], environment: { [name: string]: string }) {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", MAIN, ...words], {
    env: { ...COMPILED, PORT: "0", WORKER_PORT: "0", LOG_LEVEL: "silent", ...environment },
    // Without an .env file.
    cwd: tmpdir(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const output = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  const ended = once(child, "close").then(([code]): Ended => {
    running.delete(child);
    return { code, ...output };
  });
  return { child, output, ended };
}

// One sandbox process: limits in, a child that waits for plans out, or a sentence that says why there is none.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import type { SandboxLimits } from "../config.ts";
import { linkGuest } from "./guest-script.ts";
import { FromProcess, type GuestSources, type ToProcess } from "./messages.ts";

const STDERR_CHARS = 4_000;

// V8's baseline compiler pays for code that runs again and again, and most plans are over before: without it a run takes
// 6 % less processor time (measured). A loop that goes on is compiled all the same, by the optimising compilers.
const ENGINE = ["--no-sparkplug"];

export interface PlanProcess {
  post(message: ToProcess): void;
  /** At most one, like the listener below; a run takes it away when it is over, so that nothing of it is kept alive. */
  onEnd(handler: ((end: ProcessEnd) => void) | null): void;
  /** At most one listener: the run that the process is working for. `null` is a message that breaks the rules. */
  listen(listener: (message: FromProcess | null) => void): void;
  kill(): void;
  ended: Promise<ProcessEnd>;
}

export interface ProcessEnd {
  signal: NodeJS.Signals | null;
  /** True if the process ended because of `kill()`. */
  isOurs: boolean;
  /** The last it wrote, such as V8's words on a fatal error. */
  stderr: string;
}

/** Thrown when there is no way to run plans; the message says what to do. */
export class SandboxStartError extends Error {
  override name = "SandboxStartError";
}

export async function startProcess(limits: SandboxLimits): Promise<PlanProcess> {
  const { source, guest, readable } = readProgram();
  const child = spawn(process.execPath, [...permissions(readable), ...ENGINE, "--input-type=module", "-"], {
    env: {},
    // `isolated-vm` is looked up from here, because the program comes from stdin.
    cwd: import.meta.dirname,
    stdio: ["pipe", "ignore", "pipe", "ipc"],
  });
  let listener: (message: FromProcess | null) => void = () => {};
  let stderr = "";
  let isOurs = false;
  let endHandler: ((end: ProcessEnd) => void) | null = null;
  const kill = () => {
    isOurs = true;
    child.kill("SIGKILL");
  };
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once("error", (error) => resolve({ signal: null, isOurs, stderr: error.message }));
    // "close", not "exit": only then have the last messages and the last of stderr been read.
    child.once("close", (_code, signal) => resolve({ signal, isOurs, stderr }));
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-STDERR_CHARS);
  });
  child.on("message", (message) => {
    const parsed = FromProcess.safeParse(message);
    listener(parsed.success ? parsed.data : null);
  });
  // A process that dies while it is written to is noticed by `ended`.
  child.stdin?.on("error", () => {}).end(source);
  void ended.then((end) => endHandler?.(end));
  const post = (message: ToProcess) => void (child.connected && child.send(message, () => {}));

  const ready = new Promise<FromProcess | null>((resolve) => {
    listener = resolve;
  });
  post({ kind: "boot", limits, guest });
  const late = setTimeout(kill, limits.startMs);
  const first = await Promise.race([ready, ended]);
  clearTimeout(late);
  if (first === null || !("kind" in first) || first.kind !== "ready") {
    kill();
    throw new SandboxStartError(startProblem(first));
  }
  return {
    post,
    listen: (next) => {
      listener = next;
    },
    onEnd: (next) => {
      endHandler = next;
    },
    kill,
    ended,
  };
}

function permissions(readable: string[]): string[] {
  return [
    "--permission",
    "--allow-addons",
    "--disable-warning=PERM0001",
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ];
}

let program: { source: string; guest: GuestSources; readable: string[] } | undefined;

function readProgram() {
  if (program !== undefined) return program;
  const guestFolder = join(import.meta.dirname, "guest");
  const rehearsal = readFileSync(join(guestFolder, "rehearsal.js"), "utf8");
  // Given child.ts by name, every process would load the compiler to strip its types: 100 ms and 17 MB each time.
  const source = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, "child.ts"), "utf8"));
  program = { source, guest: { script: linkGuest(guestFolder), rehearsal }, readable: addonFolders() };
  return program;
}

/** All that a sandbox process may read: the addon, its loader, and the file by which the loader knows Alpine. */
function addonFolders(): string[] {
  try {
    const addon = createRequire(import.meta.url).resolve("isolated-vm/package.json");
    const loader = createRequire(addon).resolve("node-gyp-build/package.json");
    return [join(dirname(addon), "/"), join(dirname(loader), "/"), "/etc/alpine-release"];
  } catch {
    throw new SandboxStartError("The sandbox cannot start: isolated-vm is not installed. Run `npm install`.");
  }
}

function startProblem(first: FromProcess | ProcessEnd | null): string {
  const detail =
    first === null
      ? "it sent a wrong message"
      : "stderr" in first
        ? lastWords(first)
        : "message" in first
          ? first.message
          : "";
  const isAddon = /isolated-vm|native build|\.node\b/.test(detail);
  return isAddon
    ? `The sandbox cannot start: isolated-vm does not load in Node ${process.versions.node}. Run \`npm rebuild isolated-vm\` with Node 26. (${detail})`
    : `The sandbox cannot start: its process ended before it was ready. (${detail})`;
}

function lastWords({ stderr, signal }: ProcessEnd): string {
  const line = stderr.split("\n").find((text) => /error/i.test(text));
  return (line ?? stderr.trim().slice(-200)) || String(signal ?? "it said nothing");
}

// A directory in, the sole right to it out: two processes on one set of database files would destroy them.
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The message names the directory and what to do. */
export class DirectoryInUseError extends Error {
  override name = "DirectoryInUseError";
}

interface Holder {
  pid: number;
  /** Start time in clock ticks since boot: tells this process from a later one that was given the same id. */
  startedTicks: string | null;
}

/** Resolves with the function that gives the directory back. A lock whose process is gone is taken over. */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true });
  const file = join(directory, "lock.json");
  const me: Holder = { pid: process.pid, startedTicks: await startedTicks(process.pid) };
  for (let tries = 1; tries <= 3; tries++) {
    try {
      await writeFile(file, JSON.stringify(me), { flag: "wx" });
      return () => rm(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    const holder = await readHolder(file);
    if (holder !== null && (await isAlive(holder))) break;
    await rm(file, { force: true });
  }
  throw new DirectoryInUseError(
    `The data directory ${directory} is in use by another process. Stop that one first, or set DATA_DIR to another directory.`,
  );
}

async function readHolder(file: string): Promise<Holder | null> {
  try {
    const holder: unknown = JSON.parse(await readFile(file, "utf8"));
    if (typeof holder !== "object" || holder === null || !("pid" in holder) || !("startedTicks" in holder)) return null;
    const { pid, startedTicks } = holder;
    return typeof pid === "number"
      ? { pid, startedTicks: typeof startedTicks === "string" ? startedTicks : null }
      : null;
  } catch {
    // Half written or already gone: its writer did not live to use it.
    return null;
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it lives, under another user.
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
  }
  return (await startedTicks(holder.pid)) === holder.startedTicks;
}

/** Field 22 of proc(5)'s stat; null where there is no /proc. */
async function startedTicks(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

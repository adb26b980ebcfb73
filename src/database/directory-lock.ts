// A directory in, the sole right to it out: two processes on one set of database files would destroy them.
import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

/** The message names the directory and what to do. */
export class DirectoryError extends Error {
  override name = "DirectoryError";
}

const Holder = z.object({
  pid: z.number(),
  /** Start time in clock ticks since boot: tells this process from a later one that was given the same id. */
  startedTicks: z.string().nullable(),
});
type Holder = z.infer<typeof Holder>;

const TRIES = 20;
const PAUSE_MS = 50;
// Taking over takes milliseconds; who has had it for so long died on the way.
const LONGEST_TAKEOVER_MS = 10_000;

/** Resolves with the function that gives the directory back. A lock whose process is gone is taken over. */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const lock = join(directory, "lock.json");
  const mine = join(directory, `lock-${randomUUID()}.json`);
  await makeOwn(directory, mine);
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      // A link appears whole or not at all, and fails where there is a lock.
      if (await succeeds(link(mine, lock))) return () => rm(lock, { force: true });
      const holder = await readHolder(lock);
      if (holder !== null && (await isAlive(holder))) break;
      await removeDeadLock(lock);
    }
  } finally {
    await rm(mine, { force: true });
  }
  throw new DirectoryError(
    `The data directory ${directory} is in use by another process. Stop that one first, or set DATA_DIR to another directory.`,
  );
}

async function makeOwn(directory: string, mine: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
    await writeFile(mine, JSON.stringify({ pid: process.pid, startedTicks: await startedTicks(process.pid) }));
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "it cannot be written";
    throw new DirectoryError(
      `The data directory ${directory} cannot be used (${reason}). Set DATA_DIR to a directory that you may write to.`,
    );
  }
}

/** One at a time and after a second look, so that nobody removes the lock that another has just taken. */
async function removeDeadLock(lock: string): Promise<void> {
  const takeover = `${lock}.takeover`;
  if (!(await succeeds(mkdir(takeover)))) {
    const since = await stat(takeover).catch(() => null);
    if (since !== null && Date.now() - since.mtimeMs > LONGEST_TAKEOVER_MS) await rmdir(takeover).catch(() => {});
    await sleep(PAUSE_MS);
    return;
  }
  try {
    const holder = await readHolder(lock);
    if (holder === null || !(await isAlive(holder))) await rm(lock, { force: true });
  } finally {
    await rmdir(takeover);
  }
}

/** False where the thing is there already; any other failure is one. */
async function succeeds(making: Promise<unknown>): Promise<boolean> {
  try {
    await making;
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** null where there is no lock any more, or none that can be read. */
async function readHolder(lock: string): Promise<Holder | null> {
  try {
    return Holder.parse(JSON.parse(await readFile(lock, "utf8")));
  } catch {
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
    const line = await readFile(`/proc/${pid}/stat`, "utf8");
    return line.slice(line.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

// An error of a transaction in, whether it met another transaction out; and the loop that then runs it again.
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Config } from "../config.ts";
import { Prisma } from "./generated/client.ts";

/** Serialisation failure and deadlock: nothing is wrong with the work, and nothing of it was kept. */
const SQLSTATES = ["40001", "40P01"];

const DriverError = z.object({ cause: z.object({ originalCode: z.string() }) });

/** A model query's conflict is P2034, raw SQL's P2010 around the driver's error, a commit's the driver's error bare. */
function isConflict(error: unknown): boolean {
  if (codeOf(error) === "P2034") return true;
  const isPrismas = error instanceof Prisma.PrismaClientKnownRequestError;
  const { data } = DriverError.safeParse(isPrismas ? error.meta?.driverAdapterError : error);
  return data !== undefined && SQLSTATES.includes(data.cause.originalCode);
}

/** The transaction was not begun in time, or took longer than it may; either way Prisma has taken it back. */
function isExpired(error: unknown): boolean {
  return codeOf(error) === "P2028";
}

function codeOf(error: unknown): string | null {
  return error instanceof Prisma.PrismaClientKnownRequestError ? error.code : null;
}

/**
 * `attempt` runs one whole transaction. `onConflict` hears of each conflict that is tried again; in the end the last error
 * is thrown as it came.
 */
export async function retryConflicts<T>(
  attempt: () => Promise<T>,
  limits: Config["transaction"],
  onConflict: () => void,
): Promise<T> {
  let hasExpired = false;
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries >= limits.conflictTries) throw error;
      if (isConflict(error)) onConflict();
      else if (isExpired(error) && !hasExpired) hasExpired = true;
      else throw error;
    }
    const longestMs = Math.min(limits.longestPauseMs, limits.firstPauseMs * 2 ** (tries - 1));
    // By chance, or the two that met would meet again.
    await sleep(longestMs * (0.5 + Math.random() / 2));
  }
}

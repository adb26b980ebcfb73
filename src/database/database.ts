// The contract of a database: the Prisma client for single statements, and the two ways to run several as one.
import type { Prisma, PrismaClient } from "./generated/client.ts";

/** The client inside a transaction. Never use the base client there: on one connection it waits for itself. */
export type Transaction = Prisma.TransactionClient;

export interface Database {
  /** For single statements outside any transaction. */
  client: PrismaClient;
  /**
   * All of `work`'s writes or none. Rejects with what `work` threw, after the rollback. On a conflict with another
   * transaction `work` is called again in a fresh one, so it must not do anything that cannot be done twice.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs `work` for real and takes everything back, however it ends. */
  rehearse<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work` while nobody else, in this process or another, runs under the same name; null at once when somebody does.
   * `lost` aborts when this process can no longer be sure of it; the hold ends with `work`, or with the process.
   */
  exclusively<T>(name: string, work: (lost: AbortSignal) => Promise<T>): Promise<T | null>;
  /** Connections in use, idle and waited for. */
  pool(): { used: number; idle: number; waiting: number };
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

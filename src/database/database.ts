// The contract of a database: the Prisma client for single statements, and the two ways to run several as one.
import type { Prisma, PrismaClient } from "./generated/client.ts";

/** The client inside a transaction. Never use the base client there: on one connection it waits for itself. */
export type Transaction = Prisma.TransactionClient;

export interface Database {
  /** For single statements outside any transaction. */
  client: PrismaClient;
  /** All of `work`'s writes or none. Rejects with what `work` threw, after the rollback. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs `work` for real and takes everything back, however it ends. */
  rehearse<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

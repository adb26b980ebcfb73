// A way to run transactions in, a way to run one for real and take everything back out.
import type { Database, Transaction } from "./database.ts";

/** Thrown inside the transaction to make Prisma roll back; carries the result past it. */
class RolledBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super("rolled back on purpose");
    this.result = result;
  }
}

export function createRehearse(transaction: Database["transaction"]): Database["rehearse"] {
  return async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    try {
      return await transaction<T>(async (tx) => {
        throw new RolledBack(await work(tx));
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.result;
      throw error;
    }
  };
}

// Limits in, a class of Postgres connections out that give up on a silent server, for the pool and for single ones.
import { constants } from "node:os";
import { Client, type ClientConfig } from "pg";

export interface ConnectionLimits {
  /** How long the connection may take to be there. */
  connectMs: number;
  /** How long one statement may go without its answer. */
  silentMs: number;
}

type AnyQuery = (...parameters: unknown[]) => Promise<{ command?: string }> | undefined;
type QueryCallback = (...results: unknown[]) => void;

// As the system says it of a socket, which is how Prisma knows it: P1008.
class SilentServerError extends Error {
  override name = "SilentServerError";
  readonly code = "ETIMEDOUT";
  readonly syscall = "read";
  readonly errno = -constants.errno.ETIMEDOUT;
}

/** The pool makes its own, so it is given the class. */
export function createClientClass(limits: ConnectionLimits): new (config?: ClientConfig) => Client {
  return class GuardedClient extends Client {
    constructor(config?: ClientConfig) {
      super({ ...config, connectionTimeoutMillis: limits.connectMs });
      // Whoever uses or holds the connection hears of its end too; without any listener it would end the process.
      this.on("error", () => {});
      this.query = guard(this, limits.silentMs) as Client["query"];
    }
  };
}

/** Says goodbye, or hangs up on a server that does not hear it. */
export async function endClient(client: Client, longestMs: number): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), longestMs);
  await client.end();
  clearTimeout(timer);
}

/**
 * pg's own `query_timeout` lets the caller go and hands the busy connection to the next one, who then waits for the
 * same answer. Here the socket goes too: everybody on it gets the error, and the pool puts a new one in its place.
 */
function guard(client: Client, silentMs: number): AnyQuery {
  const query = tellFailedCommits(client.query.bind(client) as AnyQuery);
  return (...parameters) => {
    // Made only when it is needed: a stack for every statement takes a tenth of the statement's own time.
    const hangUp = () => {
      client.connection.stream.destroy(new SilentServerError(`The database did not answer for ${silentMs} ms`));
    };
    const timer = setTimeout(hangUp, silentMs);
    const callback = parameters.at(-1);
    if (typeof callback !== "function") return query(...parameters)?.finally(() => clearTimeout(timer));
    const answered: QueryCallback = (...results) => {
      clearTimeout(timer);
      (callback as QueryCallback)(...results);
    };
    return query(...parameters.slice(0, -1), answered);
  };
}

/**
 * Postgres answers the COMMIT of a failed transaction with ROLLBACK and no error. Where `work` had caught the failure,
 * nothing would be written and everybody told that it was; so the failure is thrown there after all.
 */
function tellFailedCommits(query: AnyQuery): AnyQuery {
  let failure: unknown = null;
  return (...parameters) =>
    query(...parameters)?.then(
      (result) => {
        if (result.command === "ROLLBACK" && isCommit(parameters[0])) throw failure;
        return result;
      },
      (error) => {
        if (!isAfterFailure(error)) failure = error;
        throw error;
      },
    );
}

function isCommit(statement: unknown): boolean {
  const text = typeof statement === "object" && statement !== null && "text" in statement ? statement.text : statement;
  return text === "COMMIT";
}

/** "Current transaction is aborted": says nothing of why. */
function isAfterFailure(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "25P02";
}

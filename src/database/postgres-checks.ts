// A first connection in, nothing or one sentence out that says why this server cannot be used and what to do.
import type { Client } from "pg";
import type { PostgresSettings } from "./postgres-settings.ts";

const LEAST_VERSION = 15;

/** The database cannot be used as it is set; the message names the setting and what to do. */
export class DatabaseError extends Error {
  override name = "DatabaseError";
}

/** The address without the password, for people. */
type Address = Pick<Client, "host" | "port" | "database" | "user">;

/** What a failed first connection means. */
export function refusal(error: unknown, address: Address): DatabaseError {
  const server = `The Postgres server at ${address.host}:${address.port}`;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  switch (code) {
    case "28P01":
    case "28000":
      return new DatabaseError(
        `${server} does not let the user ${address.user} in: check the name and the password in DATABASE_URL.`,
        { cause: error },
      );
    case "3D000":
      return new DatabaseError(
        `${server} has no database ${address.database}: create it, or name another one in DATABASE_URL.`,
        { cause: error },
      );
    case "53300":
      return new DatabaseError(
        `${server} has no connection left: lower DATABASE_POOL or PROCESSES, or raise its max_connections.`,
        { cause: error },
      );
    default: {
      // Of an address with several hosts only the code is told.
      const reason = (error instanceof Error && error.message) || code;
      return new DatabaseError(
        `${server} cannot be reached (${reason}): start it, or correct the address in DATABASE_URL.`,
        { cause: error },
      );
    }
  }
}

export async function checkServer(client: Client, settings: PostgresSettings): Promise<void> {
  const { rows } = await client.query<{ version: number; admitted: number }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version,
            current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
              - coalesce(current_setting('reserved_connections', true), '0')::int AS admitted`,
  );
  const { version, admitted } = rows[0] ?? { version: 0, admitted: 0 };
  if (version < LEAST_VERSION) {
    throw new DatabaseError(
      `The server of DATABASE_URL is Postgres ${version}, and ${LEAST_VERSION} is the oldest that will do: update it, or name another one.`,
    );
  }
  // Beside its pool a process has the connection that holds its conversations; and a rolling deploy runs two generations.
  const wanted = (settings.pool + 1) * settings.processes * 2;
  if (wanted > admitted) {
    throw new DatabaseError(
      `DATABASE_POOL=${settings.pool} and PROCESSES=${settings.processes} come to ${wanted} connections during a rolling deploy, and the server admits ${admitted}: lower one of them, or raise the server's max_connections.`,
    );
  }
}

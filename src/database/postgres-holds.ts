// A way to connect in, `exclusively` out: advisory locks on one connection of this process, which is all that holds them.
import type { Client } from "pg";
import type { Database } from "./database.ts";
import { endClient } from "./postgres-client.ts";

/** The first of the two numbers of every lock; the till has 7455. */
const CLASS = 7456;
const TAKE = `SELECT pg_try_advisory_lock(${CLASS}, hashtext($1)) AS got`;
const RELEASE = `SELECT pg_advisory_unlock(${CLASS}, hashtext($1)) AS got`;
// When this machine vanishes from the network the server gives its locks away after 30 s; by then this process has long
// noticed (a heartbeat's pause and its answer's limit together are shorter) and has told whoever relied on them.
const KEEPALIVES = "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4";
const HEARTBEAT_MS = 5_000;

export interface Holds {
  exclusively: Database["exclusively"];
  close(): Promise<void>;
}

interface Session {
  client: Client;
  /** One statement at a time; resolves with its `got`. */
  ask(sql: string, name: string): Promise<boolean>;
  hold(): Hold;
}

interface Hold {
  lost: AbortSignal;
  isLost(): boolean;
  end(): void;
}

/** Connects when it is first needed, and anew after the connection was lost. `createClient` bounds every wait. */
export function createHolds(createClient: () => Client, closeMs: number): Holds {
  // The server lets one session take a lock twice, so within the process names are kept here.
  const taken = new Set<string>();
  let session: Promise<Session> | null = null;
  let isClosed = false;

  function openSession(): Promise<Session> {
    if (isClosed) return Promise.reject(new Error("The database was closed"));
    if (session !== null) return session;
    const mine = startSession(createClient(), () => {
      if (session === mine) session = null;
    });
    session = mine;
    return mine;
  }

  async function exclusively<T>(name: string, work: (lost: AbortSignal) => Promise<T>): Promise<T | null> {
    if (taken.has(name)) return null;
    taken.add(name);
    try {
      const { client, ask, hold } = await openSession();
      if (!(await ask(TAKE, name))) return null;
      const held = hold();
      try {
        return await work(held.lost);
      } finally {
        held.end();
        // A lock that cannot be given back ends with its connection.
        if (!held.isLost()) await ask(RELEASE, name).catch(() => client.connection.stream.destroy());
      }
    } finally {
      taken.delete(name);
    }
  }

  return {
    exclusively,
    close: async () => {
      isClosed = true;
      const open = await session?.catch(() => null);
      if (open) await endClient(open.client, closeMs);
    },
  };
}

async function startSession(client: Client, onEnd: () => void): Promise<Session> {
  const holds = new Set<AbortController>();
  let hasEnded = false;
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(statement: () => Promise<T>): Promise<T> {
    const mine = last.then(statement);
    last = mine.catch(() => {});
    return mine;
  }

  const heartbeat = setInterval(() => {
    // Silence ends the connection, and its end is heard below.
    inTurn(() => client.query("SELECT 1")).catch(() => {});
  }, HEARTBEAT_MS);
  heartbeat.unref();

  client.once("end", () => {
    hasEnded = true;
    clearInterval(heartbeat);
    onEnd();
    for (const controller of holds) controller.abort(new Error("The connection that held it was lost"));
  });
  try {
    await client.connect();
    await client.query(KEEPALIVES);
  } catch (error) {
    clearInterval(heartbeat);
    onEnd();
    client.connection.stream.destroy();
    throw error;
  }

  return {
    client,
    ask: (sql, name) => inTurn(async () => (await client.query<{ got: boolean }>(sql, [name])).rows[0]?.got === true),
    hold: () => {
      const controller = new AbortController();
      holds.add(controller);
      if (hasEnded) controller.abort(new Error("The connection that held it was lost"));
      return {
        lost: controller.signal,
        isLost: () => hasEnded,
        end: () => void holds.delete(controller),
      };
    },
  };
}

// The service in, each part's state out.
import { readBacklog } from "../records/backlog.ts";
import type { Service } from "../service.ts";

interface PartHealth {
  status: "ok" | "failing";
  /** What is wrong, in a sentence. */
  message?: string;
  [detail: string]: string | number | undefined;
}

export interface Health {
  status: "ok" | "failing";
  parts: {
    database: PartHealth;
    queue: PartHealth;
    model: PartHealth;
    /** How much waits; failing only when that cannot be read. */
    work: PartHealth;
  };
}

export async function readHealth(service: Service): Promise<Health> {
  const { database, queue, model } = service;
  const [databaseHealth, queueHealth, modelHealth, work] = await Promise.all([
    check(() => database.ping().then(nothingMore)),
    check(() => queue.ping().then(nothingMore)),
    check(() => model.ping().then(nothingMore)),
    check(() => readBacklog(database.client)),
  ]);
  const parts = { database: databaseHealth, queue: queueHealth, model: { ...modelHealth, name: model.name }, work };
  const isOk = Object.values(parts).every((part) => part.status === "ok");
  return { status: isOk ? "ok" : "failing", parts };
}

const nothingMore = () => null;

async function check(ask: () => Promise<object | null>): Promise<PartHealth> {
  try {
    return { status: "ok", ...(await ask()) };
  } catch (error) {
    return { status: "failing", message: error instanceof Error ? error.message : "It does not answer." };
  }
}

// The service in, each part's state out.
import type { Service } from "../service.ts";

interface PartHealth {
  status: "ok" | "failing";
  /** What is wrong, in a sentence. */
  message?: string;
  [detail: string]: string | boolean | undefined;
}

export interface Health {
  status: "ok" | "failing";
  parts: { database: PartHealth; queue: PartHealth; model: PartHealth };
}

export async function readHealth(service: Service): Promise<Health> {
  const { database, queue, model } = service;
  const [databaseHealth, queueHealth, modelHealth] = await Promise.all([
    check(() => database.ping()),
    check(() => queue.ping()),
    check(() => model.ping()),
  ]);
  const parts = { database: databaseHealth, queue: queueHealth, model: { ...modelHealth, name: model.name } };
  const isOk = Object.values(parts).every((part) => part.status === "ok");
  return { status: isOk ? "ok" : "failing", parts };
}

async function check(ping: () => Promise<void>): Promise<PartHealth> {
  try {
    await ping();
    return { status: "ok" };
  } catch (error) {
    return { status: "failing", message: error instanceof Error ? error.message : "It does not answer." };
  }
}

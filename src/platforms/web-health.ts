// The service in, each part's state out.
import { readBacklog } from "../records/backlog.ts";
import type { Service } from "../service.ts";

interface PartHealth {
  status: "ok" | "failing";
  /** What is wrong, in a sentence. */
  message?: string;
  [detail: string]: string | number | undefined;
}

interface Health {
  status: "ok" | "failing";
  parts: {
    database: PartHealth;
    queue: PartHealth;
    model: PartHealth;
    /** Slack and Discord, as far as this process posts or listens there. */
    chats: PartHealth;
    /** How much waits; failing only when that cannot be read. */
    work: PartHealth;
  };
}

type Part = keyof Health["parts"];

export interface HealthWatch {
  all(): Promise<Health>;
  part(name: Part): Promise<PartHealth>;
}

/** However many ask: each part is looked at once in `sharedMs`, and none that nobody asked for. */
export function watchHealth({ database, queue, model, platforms, config }: Service): HealthWatch {
  const { healthMs } = config.web;
  const looks: { [name in Part]: () => Promise<PartHealth> } = {
    database: shared(healthMs, () => check(() => database.ping().then(nothingMore))),
    queue: shared(healthMs, () => check(() => queue.ping().then(nothingMore))),
    model: shared(healthMs, async () => ({ ...(await check(() => model.ping().then(nothingMore))), name: model.name })),
    chats: shared(healthMs, () =>
      check(async () => {
        const reached = platforms.map(({ name, ping }) => ping().then(() => [name, "ok"] as const));
        return Object.fromEntries(await Promise.all(reached));
      }),
    ),
    work: shared(healthMs, () => check(() => readBacklog(database.client))),
  };
  return {
    part: (name) => looks[name](),
    all: async () => {
      const [databaseHealth, queueHealth, modelHealth, chats, work] = await Promise.all([
        looks.database(),
        looks.queue(),
        looks.model(),
        looks.chats(),
        looks.work(),
      ]);
      const parts = { database: databaseHealth, queue: queueHealth, model: modelHealth, chats, work };
      const isOk = Object.values(parts).every((part) => part.status === "ok");
      return { status: isOk ? "ok" : "failing", parts };
    },
  };
}

const nothingMore = () => null;

function shared<T>(ms: number, look: () => Promise<T>): () => Promise<T> {
  let last: { at: number; seen: Promise<T> } | null = null;
  return () => {
    if (last === null || performance.now() - last.at > ms) last = { at: performance.now(), seen: look() };
    return last.seen;
  };
}

async function check(ask: () => Promise<object | null>): Promise<PartHealth> {
  try {
    return { status: "ok", ...(await ask()) };
  } catch (error) {
    return { status: "failing", message: error instanceof Error ? error.message : "It does not answer." };
  }
}

// Plans a second through the pool: a fresh isolate and three host calls each, as many at once as there are processes.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readConfig } from "../src/config.ts";
import { createSandbox } from "../src/sandbox/pool.ts";

export async function measureSandbox(runs: number): Promise<number> {
  const { sandbox: limits } = readConfig({});
  const code = await readFile(join(import.meta.dirname, "plan.js"), "utf8");
  const sandbox = createSandbox(limits);
  const results = {
    "db.inventory.findFirst": { itemId: "SG007", name: "Pouch" },
    "db.orders.count": 3,
    "shop.purchase": { total: 6.5 },
  };
  const runOne = async () => {
    const outcome = await sandbox.run({
      code,
      data: {
        user_request: "one pouch please",
        history: [],
        requester: { role: "customer", customerId: 1, name: "Alice" },
        now: "",
      },
      calls: Object.keys(results),
      onCall: async (name) => ({ ok: true, value: results[name as keyof typeof results] }),
    });
    if (outcome.kind !== "finished") throw new Error(`the plan failed: ${outcome.error.message}`);
  };
  try {
    const runAll = (count: number) =>
      Promise.all(
        Array.from({ length: limits.processes }, async () => {
          for (let run = 0; run < count / limits.processes; run++) await runOne();
        }),
      );
    await runAll(runs / 5);
    const startedAt = performance.now();
    await runAll(runs);
    return Math.round((runs / (performance.now() - startedAt)) * 1_000);
  } finally {
    await sandbox.close();
  }
}

// A plan's source in, what became of it out, on a small pretend shop; and a look at the processes behind it.
import { readdirSync, readFileSync } from "node:fs";
import { readConfig, type SandboxLimits } from "../../src/config.ts";
import type { Json } from "../../src/json.ts";
import { createSandbox } from "../../src/sandbox/pool.ts";
import type { HostResult, PlanJob, PlanOutcome, Sandbox } from "../../src/sandbox/sandbox.ts";

export const LIMITS: SandboxLimits = { ...readConfig({}).sandbox, isolateMb: 32, wallMs: 2_000, cpuMs: 2_000 };

export const ROWS = [
  { itemId: "CH-2", name: "oak chair", quantityInStock: 3, price: 89.5 },
  { itemId: "TB-1", name: "round table", quantityInStock: 7, price: 240 },
];

const DATA = {
  user_request: "two chairs, please",
  history: [{ who: "customer", text: "hello" }],
  requester: { role: "staff", customerId: null, name: "Ada" },
  now: "2026-03-01T12:00:00.000Z",
};

export type Shop = (name: string, args: Json) => HostResult | Promise<HostResult>;

export const shop: Shop = (name) => {
  if (name === "db.inventory.findMany") return { ok: true, value: structuredClone(ROWS) };
  if (name === "shop.getCurrentBalance") return { ok: true, value: 1200.5 };
  return {
    ok: false,
    error: { code: "INSUFFICIENT_STOCK", message: "Only 3 oak chair left.", facts: { available: 3 } },
  };
};

export function jobOf(code: string, onCall: Shop = shop): PlanJob {
  return {
    code,
    data: DATA,
    calls: ["db.inventory.findMany", "db.inventory.count", "shop.purchase", "shop.getCurrentBalance"],
    onCall: async (name, args) => onCall(name, args),
  };
}

export function openSandbox(changed: Partial<SandboxLimits> = {}): Sandbox {
  return createSandbox({ ...LIMITS, ...changed });
}

/** "error:timeout" and the like, or the answer's text. */
export function endingOf(outcome: PlanOutcome): string {
  return outcome.kind === "failed" ? `error:${outcome.error.code.toLowerCase()}` : String(outcome.answer.answer_text);
}

/** Runs a plan and counts the calls that were served after its end. */
export async function attempt(sandbox: Sandbox, code: string) {
  let hasEnded = false;
  let lateCalls = 0;
  const outcome = await sandbox.run(
    jobOf(code, (name, args) => {
      if (hasEnded) lateCalls += 1;
      return shop(name, args);
    }),
  );
  hasEnded = true;
  return { outcome, lateCalls: () => lateCalls };
}

/** A harmless plan whose answer is "fine" only if nothing of an earlier plan is left in its world. */
export const HARMLESS = `
const marks = [Object, Array, Function, Promise, String].filter((C) => 'hostile_mark' in C.prototype).map((C) => C.name);
const old = ['answer_text', 'answer_rows', 'pending'].filter((name) => globalThis[name] !== undefined);
const rows = await db.inventory.findMany({ where: { price: { lt: 300 } } });
const names = rows.map((row) => row.name).join();
answer_text = marks.length + old.length === 0 && names === 'oak chair,round table' ? 'fine' : [marks, old, names].join(' ');
`;

/** Plans in test/fixtures/hostile; what is also acceptable stands in the README's table or in the plan itself. */
export function hostilePlans(folder: string): { name: string; code: string; accepted: string[] }[] {
  const root = new URL("../fixtures/hostile/", import.meta.url);
  const table = readFileSync(new URL("README.md", root), "utf8");
  const files = readdirSync(new URL(folder, root)).filter((file) => file.endsWith(".js"));
  return files.sort().map((file) => {
    const code = readFileSync(new URL(`${folder}${file}`, root), "utf8");
    const name = file.replace(".js", "");
    const row = table.split("\n").find((line) => line.startsWith(`| ${name} |`));
    const named = [/^\/\/ expect: (.*)$/m.exec(code)?.[1], /^\/\/ also: (.*)$/m.exec(code)?.[1], row?.split("|")[4]];
    const accepted = named.flatMap((text) => (text ?? "").split(",")).map((text) => text.trim());
    return { name, code, accepted: accepted.filter((text) => text !== "") };
  });
}

/** The processes that a process has started and that still live. */
export function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((child) => statOf(child)?.parent === pid);
}

export const isAlive = (pid: number) => statOf(pid) !== undefined;

/** Processor time of the sandbox's processes, in clock ticks of 10 ms. */
export function ticksOfChildren(): number {
  return childrenOf(process.pid).reduce((sum, pid) => sum + (statOf(pid)?.ticks ?? 0), 0);
}

function statOf(pid: number) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return fields[0] === "Z"
      ? undefined
      : { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return undefined;
  }
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

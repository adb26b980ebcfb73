// What the parent and a sandbox process say to each other. What comes from the process is untrusted: a plan that broke
// out of its isolate would write it.
import { z } from "zod";
import type { SandboxLimits } from "../config.ts";
import type { Json } from "../json.ts";

/** The limits that can end a run from inside the process. */
export type Breach = z.infer<typeof Breach>;
const Breach = z.enum(["wallMs", "cpuMs", "isolateMb", "processMb", "hostCallsInFlight", "callInBytes", "logLines"]);

export type ToProcess =
  | { kind: "boot"; limits: SandboxLimits; guest: GuestSources }
  /** `job` is the JSON of `{ data, calls }`. */
  | { kind: "run"; job: string; code: string }
  /** `result` is the JSON of a HostResult. */
  | { kind: "reply"; call: string; result: string };

/** What runs beside every plan, and the plan it is tried with first. */
export interface GuestSources {
  script: string;
  rehearsal: string;
}

export type FromProcess = z.infer<typeof FromProcess>;
export const FromProcess = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({ kind: z.literal("broken"), message: z.string() }),
  z.object({ kind: z.literal("call"), call: z.string().max(20), name: z.string().max(100), args: z.string() }),
  z.object({ kind: z.literal("log"), line: z.string() }),
  /** `isSpent`: the process holds on to too much memory to be used again. */
  z.object({ kind: z.literal("ended"), report: z.string(), isSpent: z.boolean() }),
  z.object({ kind: z.literal("breached"), limit: Breach }),
]);

// What came out of JSON.parse is JSON: looking into it again would hold up everybody for a long answer.
const json = z.custom<Json>((value) => value !== undefined);

const Answer = z.object({
  answer_text: json,
  STATUS: json,
  ACTION: json,
  pending: json,
  answer_rows: json,
  answer_json: json,
  chart: json,
});

const Failure = z.object({
  code: z.enum(["SYNTAX", "RUNTIME", "MEMORY"]),
  message: z.string(),
  line: z.number().int().positive().exactOptional(),
  cause: z.object({ code: z.string(), facts: z.record(z.string(), json) }).exactOptional(),
  answer: z.object({ field: z.string(), problem: z.enum(["too-large", "endless", "unreadable"]) }).exactOptional(),
});

/** The text of `ended.report`. */
export type Report = z.infer<typeof Report>;
export const Report = z.union([z.object({ answer: Answer }), z.object({ error: Failure })]);

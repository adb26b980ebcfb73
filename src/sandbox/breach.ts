// A limit that a run went over in, the plan's error out: the words a model can act on.
import type { SandboxLimits } from "../config.ts";
import type { Breach } from "./messages.ts";
import type { PlanError } from "./sandbox.ts";

export type BrokenLimit =
  | Breach
  | "hostCalls"
  | "turnedAwayCalls"
  | "sourceChars"
  | "callOutBytes"
  | "runOutBytes"
  | "rowsPerRead";

export function breachError(limit: BrokenLimit, limits: SandboxLimits): PlanError {
  const most = limits[limit];
  switch (limit) {
    case "wallMs":
      return { code: "TIMEOUT", message: `The plan ran longer than ${most} ms.` };
    case "cpuMs":
      return { code: "TIMEOUT", message: `The plan computed for more than ${most} ms.` };
    case "isolateMb":
    case "processMb":
      return { code: "MEMORY", message: `The plan used more than ${most} MB of memory.` };
    case "sourceChars":
      return { code: "LIMIT", message: `The plan is longer than ${most} characters.` };
    case "hostCalls":
      return { code: "LIMIT", message: `The plan called the shop more than ${most} times.` };
    case "turnedAwayCalls":
      return { code: "LIMIT", message: `The plan called the shop with wrong arguments more than ${most} times.` };
    case "hostCallsInFlight":
      return { code: "LIMIT", message: `The plan had more than ${most} calls open at once: await them in turn.` };
    case "callInBytes":
      return { code: "LIMIT", message: `The argument of a call was larger than ${most} bytes.` };
    case "callOutBytes":
      return {
        code: "LIMIT",
        message: `The result of a call was larger than ${most} bytes: ask for less with where, take or select.`,
      };
    case "runOutBytes":
      return {
        code: "LIMIT",
        message: `The results of all calls were larger than ${most} bytes: ask for less with where, take or select.`,
      };
    case "rowsPerRead":
      return { code: "LIMIT", message: `A read gave more than ${most} rows: ask for less with where or take.` };
    case "logLines":
      return { code: "LIMIT", message: `The plan printed more than ${most} lines.` };
  }
}

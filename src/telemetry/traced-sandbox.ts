// A sandbox in, the same sandbox out whose runs are spans and are counted by how they ended.
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Metrics } from "./metrics.ts";
import { inSpan } from "./tracing.ts";

export function tracedSandbox(sandbox: Sandbox, metrics: Pick<Metrics, "sandboxEnded">): Sandbox {
  return {
    close: () => sandbox.close(),
    run: (job) =>
      inSpan("sandbox run", { kind: "internal", attributes: {} }, async (span) => {
        let hostCalls = 0;
        // Stays when the run rejects: no plan can cause that.
        let ending = "broken";
        try {
          const outcome = await sandbox.run({
            ...job,
            onCall: (name, args, isWanted) => {
              hostCalls++;
              return job.onCall(name, args, isWanted);
            },
          });
          ending = outcome.kind === "finished" ? "ok" : outcome.error.code;
          // Less than the span where the run had to wait for a process.
          span.note({ "tillhand.sandbox.run_ms": outcome.ms });
          if (outcome.kind === "failed") span.failed(ending);
          return outcome;
        } finally {
          metrics.sandboxEnded(ending);
          span.note({ "tillhand.sandbox.outcome": ending, "tillhand.sandbox.host_calls": hostCalls });
        }
      }),
  };
}

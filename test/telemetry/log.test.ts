import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const LOG = join(import.meta.dirname, "../../src/telemetry/log.ts");

test("an error's words that quote a person are masked in the log", () => {
  const script = `
    import { createLog } from ${JSON.stringify(LOG)};
    const error = new Error("Failing row contains (7, alice@example.com, Alice). Ask bob@example.com or +49 30 1234 5678 9.");
    createLog("info").error({ err: error, runId: "run_x" }, "failed");`;
  const { stderr, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(stdout).toBe("");
  expect(stderr).toContain("run_x");
  expect(stderr).not.toMatch(/alice|bob@|1234/i);
});

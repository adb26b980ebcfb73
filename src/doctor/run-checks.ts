// Checks in; all their findings out, in the checks' order, whatever becomes of one of them, and without any secret.
import { setTimeout as sleep } from "node:timers/promises";
import { explain } from "../explain.ts";
import { type Check, type Finding, fail } from "./doctor.ts";

/** Beyond the ends that each check has of its own. */
const CHECK_MS = 30_000;
// What is shorter is no secret, and would be struck out of every other word.
const LEAST_SECRET_CHARS = 6;

export async function runChecks(checks: Check[], secrets: string[]): Promise<Finding[]> {
  const findings = await Promise.all(checks.map(runCheck));
  const kept = secrets.filter(({ length }) => length >= LEAST_SECRET_CHARS);
  return findings.flat().map((finding) => ({ ...finding, text: without(kept, finding.text) }));
}

async function runCheck({ what, run }: Check): Promise<Finding[]> {
  const ended = new AbortController();
  try {
    const late = sleep(CHECK_MS, null, { signal: ended.signal, ref: false });
    const findings = await Promise.race([run(), late]);
    return findings ?? [fail(what, `no answer within ${CHECK_MS / 1_000} s.`)];
  } catch (error) {
    return [fail(what, explain(error))];
  } finally {
    ended.abort();
  }
}

function without(secrets: string[], text: string): string {
  return secrets.reduce((said, secret) => said.replaceAll(secret, "***"), text);
}

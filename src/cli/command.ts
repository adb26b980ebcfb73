// A command's work in; its exit code, and a sentence on stderr where it failed, out. Never a stack trace.
import { explain } from "../explain.ts";

/** Wrong flags or values: exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** Runs the command; sets the process's exit code: 0 done, 1 failed, 2 used wrongly. */
export async function runCommand(usage: string, command: () => Promise<"done" | "failed">): Promise<void> {
  if (process.argv.includes("--help")) {
    process.stdout.write(`Usage: ${usage}\n`);
    return;
  }
  try {
    process.exitCode = (await command()) === "done" ? 0 : 1;
  } catch (error) {
    if (isUsage(error)) {
      process.stderr.write(`${error.message}\n\nUsage: ${usage}\n`);
      process.exitCode = 2;
      return;
    }
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}

/** Ours, or what node:util's parseArgs throws for an unknown or incomplete flag. */
function isUsage(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_");
}

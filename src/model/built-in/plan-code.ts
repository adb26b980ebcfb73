// An intent in, the code of its plan out: the intent as data in front, then the plan from plans/ with its parts.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Intent } from "./intent.ts";

const PLANS = join(import.meta.dirname, "plans");
const IMPORT = /^import \{[^}]+\} from "(?<file>\.[^"]+)";\n+/gmu;

/**
 * Plans are modules to the editor and the linter, but the sandbox runs one script. So the parts that a plan imports are
 * put behind it, each once: functions can be called before the line that declares them.
 */
export function readPlans(): (intent: Intent) => string {
  const files = readdirSync(PLANS).filter((file) => file.endsWith(".js"));
  const plans = new Map(files.map((file) => [file.slice(0, -".js".length), flattened(join(PLANS, file))]));
  return (intent) => {
    const plan = plans.get(intent.kind);
    if (plan === undefined) throw new Error(`plans/${intent.kind}.js is missing`);
    return `// What was asked for:\nconst intent = ${literal(intent)};\n\n${plan}`;
  };
}

function flattened(file: string, seen = new Set<string>()): string {
  seen.add(file);
  const source = readFileSync(file, "utf8");
  const parts = [...source.matchAll(IMPORT)]
    .map((match) => join(file, "..", match.groups?.file ?? ""))
    .flatMap((part) => (seen.has(part) ? [] : [flattened(part, seen)]));
  const own = source.replace(IMPORT, "").replaceAll(/^export (?=async function|function|const)/gmu, "");
  return [own.trim(), ...parts].join("\n\n");
}

/** "<" is escaped, so that no words of a person can look like the tag that ends the plan. */
function literal(intent: Intent): string {
  return JSON.stringify(intent, null, 2).replaceAll("<", "\\u003c");
}

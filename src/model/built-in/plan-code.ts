// A reading in, the code of its plan out: the intent as data in front, then the plan from plans/ with its parts, and what
// the reading says of other open wishes behind it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Reading } from "./understand.ts";

const PLANS = join(import.meta.dirname, "plans");
const IMPORT = /^import \{[^}]+\} from "(?<file>\.[^"]+)";\n+/gmu;

/**
 * Plans are modules to the editor and the linter, but the sandbox runs one script. So the parts that a plan imports are
 * put behind it, each once: functions can be called before the line that declares them.
 */
export function readPlans(): (reading: Reading) => string {
  const files = readdirSync(PLANS).filter((file) => file.endsWith(".js"));
  const others = join(PLANS, "other-wishes.js");
  const plans = new Map(
    files.map((file) => {
      const seen = new Set<string>();
      const plan = flattened(join(PLANS, file), seen);
      return [file.slice(0, -".js".length), { plan, others: flattened(others, seen) }];
    }),
  );
  return ({ intent, ends, begun, next }) => {
    const code = plans.get(intent.kind);
    if (code === undefined) throw new Error(`plans/${intent.kind}.js is missing`);
    const asked = `// What was asked for:\nconst intent = ${literal(intent)};\n\n${code.plan}`;
    if (ends.length + begun.length === 0 && next === null) return asked;
    return `${asked}\n\n// Other wishes of the same person:\nconst otherWishes = ${literal({ ends, begun, next })};\n\n${code.others}`;
  };
}

function flattened(file: string, seen: Set<string>): string {
  seen.add(file);
  const source = readFileSync(file, "utf8");
  const parts = [...source.matchAll(IMPORT)]
    .map((match) => join(file, "..", match.groups?.file ?? ""))
    .flatMap((part) => (seen.has(part) ? [] : [flattened(part, seen)]));
  const own = source.replace(IMPORT, "").replaceAll(/^export (?=async function|function|const)/gmu, "");
  return [own.trim(), ...parts].join("\n\n");
}

/** "<" is escaped, so that no words of a person can look like the tag that ends the plan. */
function literal(value: object): string {
  return JSON.stringify(value, null, 2).replaceAll("<", "\\u003c");
}

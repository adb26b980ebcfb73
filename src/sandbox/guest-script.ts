// The guest's modules in, the text of one script out. isolated-vm compiles a module anew in each isolate, whatever it is
// given; for a script it takes the code that V8 made of it before.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ENTRY = "guest.js";
const ENTRY_EXPORTS = "connect, start, reply, report";

// The only forms there are in the guest. Of any other something is left over, which no script may have.
const IMPORT = /^import \{\s*\w+(?:,\s*\w+)*,?\s*\} from "\.\/([\w-]+\.js)";$/gm;
const EXPORT = /^export (?=const|let|function)/gm;

/** The script's value is an object with what the entry exports. */
export function linkGuest(folder: string): string {
  const seen = new Set<string>();
  const linked: string[] = [];
  const link = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const source = readFileSync(join(folder, name), "utf8");
    for (const [, imported = ""] of source.matchAll(IMPORT)) link(imported);
    linked.push(source.replace(IMPORT, "").replace(EXPORT, ""));
  };
  link(ENTRY);
  // In a function, because a plan sees the names of a script. In a block of it, because there, unlike in the function
  // itself, two files with a function of the same name are an error.
  return `(() => { "use strict"; {\n${linked.join("\n")}\nreturn { __proto__: null, ${ENTRY_EXPORTS} }; } })()`;
}

// docs/http.md lists every call that the server takes, and none that it does not.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

test("every call is in docs/http.md, and every call there is served", () => {
  const folder = join(ROOT, "src/platforms");
  const sources = readdirSync(folder).filter((name) => /^web.*\.ts$/.test(name));
  const served = sources.flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(/app\.(get|post)\("(\/api\/[^"]+)"/g)].map(
      ([, method = "", path]) => `${method.toUpperCase()} ${path}`,
    ),
  );
  const documented = [
    ...readFileSync(join(ROOT, "docs/http.md"), "utf8").matchAll(/^\| `((?:GET|POST) \/api\/\S+)`/gm),
  ];
  expect(documented.map(([, call]) => call).toSorted()).toEqual(served.toSorted());
});

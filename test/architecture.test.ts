import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const SOURCE = join(ROOT, "src");

interface SourceFile {
  /** Below src, e.g. "agent/loop.ts". */
  path: string;
  text: string;
  lines: number;
  /** Below src; only files of the tree. */
  imports: string[];
  packages: string[];
}

function readSources(): SourceFile[] {
  return readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:ts|tsx|js)$/.test(path) && !path.includes("generated/"))
    .map((path) => {
      const text = readFileSync(join(SOURCE, path), "utf8");
      const named = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g)].map((match) => match[1] ?? "");
      const imports = named
        .filter((name) => name.startsWith("."))
        .map((name) => relative(SOURCE, join(dirname(join(SOURCE, path)), name)))
        .filter((name) => !name.startsWith("..") && !name.includes("generated/"));
      return {
        path,
        text,
        lines: text.split("\n").length - 1,
        imports,
        packages: named.filter((name) => !name.startsWith(".")),
      };
    });
}

const sources = readSources();

// From the ground up: a file imports its own folder, anything below it, and contracts (the file named like its folder).
const LAYERS = [
  ["json.ts", "language.ts"],
  ["requester.ts", "environment.ts", "texts"],
  ["chat-settings.ts", "answer-limits.ts"],
  ["config.ts"],
  ["storable.ts"],
  ["table"],
  ["telemetry", "database", "sandbox", "model", "chart"],
  ["operations"],
  ["guards"],
  ["report.ts"],
  ["policy.ts"],
  ["changeset"],
  ["agent"],
  ["records"],
  ["card.ts"],
  ["press.ts", "reply.ts", "run-detail.ts"],
  ["mail.ts"],
  ["linking.ts", "desk.ts"],
  ["worker", "intake.ts"],
  ["replay"],
  ["service.ts"],
  ["platforms", "queue"],
  ["presets", "explain.ts"],
  ["doctor", "evaluation"],
  ["cli"],
  ["main.ts"],
  ["console"],
];

function placeOf(path: string): string {
  return path.split("/")[0] ?? path;
}

function layerOf(path: string): number {
  return LAYERS.findIndex((places) => places.includes(placeOf(path)));
}

function isContract(path: string): boolean {
  const [folder, file] = path.split("/");
  return file === `${folder}.ts` || `${file?.replace(".ts", "s")}` === folder;
}

test("every file has its place in the layout", () => {
  expect(sources.filter((file) => layerOf(file.path) === -1).map((file) => file.path)).toEqual([]);
});

test("imports point downwards only, and contracts are open to all", () => {
  const upwards = sources.flatMap((file) =>
    file.imports
      .filter((target) => placeOf(target) !== placeOf(file.path) && !isContract(target))
      .filter((target) => layerOf(target) >= layerOf(file.path))
      .map((target) => `${file.path} → ${target}`),
  );
  expect(upwards).toEqual([]);
});

test("what runs in a browser takes types from the service, and only what draws and words", () => {
  const own = /^(?:console|evaluation\/page)\//;
  const open = ["chart/chart-look.ts", "chart/chart-words.ts", "evaluation/change-words.ts"];
  const taken = sources
    .filter((file) => own.test(file.path))
    .flatMap((file) =>
      [...file.text.matchAll(/import (?!type)[^;]*?from "(\.\.\/(?:\.\.\/)?(?!\.)[^"]+)"/g)].map(
        (m) => [file.path, m[1]] as const,
      ),
    )
    .map(([path, name]) => [path, relative(SOURCE, join(dirname(join(SOURCE, path)), name ?? ""))] as const)
    .filter(([path, target]) => !(own.exec(path)?.[0] === own.exec(target)?.[0] || open.includes(target)));
  expect(taken).toEqual([]);
});

test("no file imports itself on any path", () => {
  const importsOf = new Map(sources.map((file) => [file.path, file.imports]));
  const cycles: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: string[]): void => {
    if (trail.includes(path)) {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
      return;
    }
    if (done.has(path)) return;
    for (const target of importsOf.get(path) ?? []) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const { path } of sources) walk(path, []);
  expect(cycles).toEqual([]);
});

test("no file is longer than 250 lines", () => {
  expect(sources.filter((file) => file.lines > 250).map((file) => `${file.path}: ${file.lines}`)).toEqual([]);
});

test("the environment is read in config.ts alone", () => {
  const readers = sources.filter((file) => /process\.env\b/.test(file.text)).map((file) => file.path);
  expect(readers).toEqual(["config.ts"]);
});

test("isolated-vm is imported in sandbox/child.ts alone", () => {
  const users = sources.filter((file) => file.packages.includes("isolated-vm")).map((file) => file.path);
  expect(users).toEqual(["sandbox/child.ts"]);
});

test("one platform's library stays with that platform", () => {
  const users = (library: RegExp) =>
    sources.filter((file) => file.packages.some((name) => library.test(name))).map((file) => file.path);
  const elsewhere = (library: RegExp, home: RegExp) => users(library).filter((path) => !home.test(path));
  expect(elsewhere(/^@slack\//, /^platforms\/slack(?:\/|\.ts$)/)).toEqual([]);
  expect(elsewhere(/^(?:discord\.js|discord-api-types|@discordjs)/, /^platforms\/discord(?:\/|\.ts$)/)).toEqual([]);
});

test("only main.ts exits the process or listens for signals; commands set the exit code", () => {
  const users = sources
    .filter((file) => !file.path.startsWith("sandbox/child"))
    .filter((file) => /process\.(?:exit\(|once\("SIG|on\("SIG)/.test(file.text))
    .map((file) => file.path);
  expect(users).toEqual(["main.ts"]);
});

test("transactions are begun in the two database files alone", () => {
  const mixed = sources.filter((file) => /\$transaction\(/.test(file.text)).map((file) => file.path);
  expect(mixed.toSorted()).toEqual(["database/pglite.ts", "database/postgres.ts"]);
});

test("no folder of odds and ends, and no barrel", () => {
  const odd = /(?:^|\/)(?:index\.ts|utils?|helpers?|common|lib|shared|types|interfaces|constants)(?:\/|\.ts$|$)/;
  expect(sources.filter((file) => odd.test(file.path)).map((file) => file.path)).toEqual([]);
});

test(".env.example lists each setting that environment.ts knows, and copying it gives the defaults", async () => {
  const { readConfig } = await import("../src/config.ts");
  const example = readFileSync(join(ROOT, ".env.example"), "utf8");
  const listed = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map((match) => [match[1] ?? "", match[2] ?? ""] as const);
  const settings = readFileSync(join(SOURCE, "environment.ts"), "utf8");
  const read = [...settings.matchAll(/^ {2}([A-Z_]+):/gm)].map((match) => match[1]);
  expect(listed.map(([name]) => name).toSorted()).toEqual(read.toSorted());
  expect(readConfig(Object.fromEntries(listed))).toEqual(readConfig({}));
});

test("docker-compose.yml passes every setting on to the service", () => {
  const names = (file: string, pattern: RegExp) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(pattern)].map((match) => match[1]).toSorted();
  const passed = new Set(names("docker-compose.yml", /^ {4}([A-Z_]+):/gm));
  expect(names(".env.example", /^([A-Z_]+)=/gm).filter((name) => !passed.has(name))).toEqual([]);
});

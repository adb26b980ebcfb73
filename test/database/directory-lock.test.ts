// One process a data directory: two on one set of files would destroy them.
import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DirectoryError, lockDirectory } from "../../src/database/directory-lock.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "tillhand-lock-"));
});
afterEach(() => rm(directory, { recursive: true }));

const lockFile = () => join(directory, "lock.json");

test("a second holder is refused, with what to do", async () => {
  const unlock = await lockDirectory(directory);
  await expect(lockDirectory(directory)).rejects.toThrow(DirectoryError);
  await expect(lockDirectory(directory)).rejects.toThrow(/Stop that one first, or set DATA_DIR to another directory/);
  await unlock();
});

test("given back, it can be had again", async () => {
  await (await lockDirectory(directory))();
  const unlock = await lockDirectory(directory);
  await unlock();
});

test("another process is refused too", async () => {
  const unlock = await lockDirectory(directory);
  const module = join(import.meta.dirname, "../../src/database/directory-lock.ts");
  const code = `import { lockDirectory } from ${JSON.stringify(module)};
    await lockDirectory(${JSON.stringify(directory)}).then(() => console.log("had it"), (error) => console.log(error.name));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
  expect(stdout.trim()).toBe("DirectoryError");
  await unlock();
});

test("the lock of a process that died is taken over", async () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  await writeFile(lockFile(), JSON.stringify({ pid, startedTicks: "1" }));
  const unlock = await lockDirectory(directory);
  expect(JSON.parse(await readFile(lockFile(), "utf8"))).toMatchObject({ pid: process.pid });
  await unlock();
});

test("a later process with the same id is not taken for the holder", async () => {
  await writeFile(lockFile(), JSON.stringify({ pid: process.pid, startedTicks: "1" }));
  const unlock = await lockDirectory(directory);
  await unlock();
});

test("a half-written lock is nobody's", async () => {
  await writeFile(lockFile(), '{"pid": 1');
  const unlock = await lockDirectory(directory);
  await unlock();
});

test("when several find a dead process's lock at once, one of them gets the directory", async () => {
  const script = `
    import { lockDirectory } from ${JSON.stringify(join(import.meta.dirname, "../../src/database/directory-lock.ts"))};
    try { await lockDirectory(${JSON.stringify(directory)}); console.log("mine"); } catch { console.log("refused"); }
    setTimeout(() => {}, 1_500);`;
  const start = () =>
    new Promise<string>((resolve) => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      let said = "";
      child.stdout.on("data", (text) => {
        said += text;
      });
      child.once("close", () => resolve(said.trim()));
    });
  for (let round = 0; round < 3; round++) {
    await writeFile(lockFile(), JSON.stringify({ pid: 2 ** 22 + 1, startedTicks: "1" }));
    const said = await Promise.all([start(), start(), start(), start()]);
    expect(said.toSorted()).toEqual(["mine", "refused", "refused", "refused"]);
    await rm(lockFile(), { force: true });
  }
});

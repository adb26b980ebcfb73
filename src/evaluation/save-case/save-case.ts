// A run's id and a name in; the run as a case of a suite with its store and the model's replies, nobody's name in it, in two
// files out. It is walked by the evaluation first, and only kept when it goes as the run went.
import { access, copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "../../../prisma/seed.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../database/database.ts";
import { NO_BASIS } from "../../replay/nothing-to-replay.ts";
import type { StoredRun } from "../../run-detail.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import { knownPeople } from "./known-people.ts";
import { createMask } from "./mask.ts";
import { readStoreBefore } from "./store-before.ts";
import { readTurns, type TalkTurn } from "./talk-turns.ts";
import { rowsUsedBy, TABLES } from "./used-rows.ts";
import { caseFiles, writeCase } from "./write-case.ts";

export type SavedCase =
  | { kind: "saved"; files: string[] }
  /** Nothing was written. */
  | { kind: "impossible"; why: string }
  | { kind: "different"; differences: string[] };

/** As the id of a case in a suite. */
export const CASE_NAME = /^[\w.-]{1,80}$/;
export const NAME_RULE = "use 1 to 80 letters, digits, dots, dashes or underscores";

/** How much of a shop goes into a case at most. */
const CASE_LIMITS = { wholeTableRows: 200, commitsSince: 5_000 };

/** What the store of a case shall hold: the rows that were used, or the small tables whole. */
const WIDTHS = ["used", "whole"] as const;

interface Wanted {
  run: StoredRun;
  name: string;
  /** Where the two files go. */
  folder: string;
}

export async function saveCase(
  { run, name, folder }: Wanted,
  parts: { database: Database; config: Config; sandbox: Sandbox },
): Promise<SavedCase> {
  const files = Object.values(caseFiles(name));
  const targets = files.map((file) => join(folder, file));
  for (const target of targets) {
    if (await isThere(target)) return { kind: "impossible", why: `${target} is there already; choose another name.` };
  }
  const turns = await readTurns(parts.database.client, run);
  if (turns.some((turn) => turn.run.basis === null)) return { kind: "impossible", why: NO_BASIS };
  let differences: string[] = [];
  for (const width of WIDTHS) {
    const scratch = await mkdtemp(join(tmpdir(), "tillhand-case-"));
    try {
      const masked = await maskedCase(turns, width, parts.database);
      differences = await writeCase({ name, about: aboutOf(run), folder: scratch, ...masked }, parts);
      if (differences.length > 0) continue;
      await mkdir(folder, { recursive: true });
      for (const [index, target] of targets.entries()) await copyFile(join(scratch, files[index] ?? ""), target);
      return { kind: "saved", files: targets };
    } finally {
      await rm(scratch, { recursive: true });
    }
  }
  return { kind: "different", differences };
}

async function maskedCase(
  turns: [TalkTurn, ...TalkTurn[]],
  width: (typeof WIDTHS)[number],
  { client }: Database,
): Promise<{ turns: [TalkTurn, ...TalkTurn[]]; store: Store }> {
  const used = rowsUsedBy(turns.map(({ run }) => run));
  const [first] = turns;
  const moment = new Date(first.run.basis?.task.now ?? first.run.createdAt);
  const wide = { ...used, whole: new Set(TABLES) };
  const store = await readStoreBefore(client, width === "whole" ? wide : used, moment, CASE_LIMITS);
  const people = await knownPeople(client, store, turns, JSON.stringify([store, turns]));
  const mask = createMask(
    people,
    store.inventory.map(({ name }) => name),
  );
  return { turns: mask.json(turns), store: mask.json(store) };
}

function aboutOf({ attemptList, status }: StoredRun): string {
  const ends = attemptList.map(({ failure }) => failure?.code ?? "accepted");
  return `A stored run, masked, as a case: it ended with ${status} (${ends.join(", ")}).`;
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

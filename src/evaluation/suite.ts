// A suite's file in; its cases, or sentences that say what is wrong with it and where, out.
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { z } from "zod";
import { readDemoStore, Store } from "../../prisma/seed.ts";
import type { Case, CaseTurn, Suite } from "./evaluation.ts";
import { kindOf } from "./kind-of.ts";
import { type RawCase, type RawTurn, SuiteFile } from "./suite-schema.ts";

/** The file cannot be used; the message says file, path and reason. */
export class SuiteError extends Error {
  override name = "SuiteError";
}

/** Of many mistakes the first few tell enough. */
const MOST_PROBLEMS = 5;

export async function readSuite(file: string): Promise<Suite> {
  const parsed = SuiteFile.safeParse(await readJson(file, "The suite"));
  if (!parsed.success) throw new SuiteError(problemsOf(file, parsed.error.issues, []));
  const { about, historyDays, now, requests } = parsed.data;
  const store = await readStore(file, parsed.data.store);
  const cases = requests.map(caseOf);
  await checkCustomers(file, cases, store);
  return { file, about, store, historyDays, now, cases };
}

async function readJson(file: string, what: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new SuiteError(`${what} ${file} cannot be read; check the path.`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SuiteError(`${what} ${file} is no JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

async function readStore(file: string, given: SuiteFile["store"]): Promise<Store | null> {
  if (given === undefined) return null;
  const isPath = typeof given === "string";
  const storeFile = isPath ? resolve(dirname(file), given) : file;
  const parsed = Store.safeParse(isPath ? await readJson(storeFile, "The store") : given);
  if (parsed.success) return parsed.data;
  throw new SuiteError(problemsOf(storeFile, parsed.error.issues, isPath ? [] : ["store"]));
}

/** A customer who is not on file would end every trial of a case before it began. */
async function checkCustomers(file: string, cases: Case[], store: Store | null): Promise<void> {
  const { customers } = store ?? (await readDemoStore());
  const known = customers.map(({ id }) => id);
  const issues = cases.flatMap(({ customerId }, index) =>
    customerId === null || known.includes(customerId)
      ? []
      : [{ path: ["requests", index, "customerId"], message: `the store has no customer ${customerId}` }],
  );
  if (issues.length > 0) throw new SuiteError(problemsOf(file, issues, []));
}

function caseOf(raw: RawCase): Case {
  const { id, role, customerId, mustNotChange } = raw;
  const turns = ("turns" in raw ? raw.turns : [raw]).map((turn) => turnOf(turn, mustNotChange));
  // What stands in parentheses the shop said itself, and says again.
  const history = raw.history.filter((said) => !said.startsWith("("));
  return { id, kind: raw.kind ?? kindOf({ turns, mustNotChange }), role, customerId, history, turns, mustNotChange };
}

function turnOf(raw: RawTurn, mustNotChange: boolean): CaseTurn {
  const { request, status, changes, press, answerMentions, answerOmits } = raw;
  return {
    request,
    status,
    changes,
    needs: needsOf(raw, mustNotChange),
    isPressed: press,
    answerMentions,
    answerOmits,
  };
}

/** Where nothing shall change there shall be no card either, unless it is just to be harmless. */
function needsOf({ needs, changes, press }: RawTurn, mustNotChange: boolean): CaseTurn["needs"] {
  switch (needs) {
    case "requester":
    case "admin":
      return [needs];
    case "requester+admin":
      return ["requester", "admin"];
    case undefined:
      return changes.length > 0 || mustNotChange || !press ? null : [];
  }
}

function problemsOf(file: string, issues: Pick<z.core.$ZodIssue, "path" | "message">[], above: string[]): string {
  const sentences = issues.slice(0, MOST_PROBLEMS).map(({ path, message }) => {
    const where = inWords([...above, ...path]);
    return `${file}: ${where === "" ? "" : `${where}: `}${message.replace(/\.$/, "")}.`;
  });
  const more = issues.length - sentences.length;
  return [...sentences, ...(more > 0 ? [`And ${more} more.`] : [])].join("\n");
}

/** requests[3].turns[0].status */
function inWords(path: PropertyKey[]): string {
  return path.reduce<string>((words, step) => {
    if (typeof step === "number") return `${words}[${step}]`;
    return words === "" ? String(step) : `${words}.${String(step)}`;
  }, "");
}

// What a plan asked for and has not got yet → what stays open for its person until it is staged, dropped or long ago.
// The host carries it on: a plan that answers something else need not repeat it. See docs/decisions/019.
import { z } from "zod";
import type { OperationCall } from "../changeset/changeset.ts";
import type { Json } from "../json.ts";

const OpenIntent = z.object({
  /** The operation's name. */
  intent: z.string(),
  /** Its arguments so far; several of one operation stand under `lines`. */
  collected: z.record(z.string(), z.json()),
  /** Nothing: it is on a card that waits for the person's button. */
  missing: z.array(z.string()),
  askedAt: z.string(),
});
export const OpenIntents = z.array(OpenIntent);
export type OpenIntent = z.infer<typeof OpenIntent>;

/** What a plan wrote, as models write it: what it left out is not held against it. */
const Asked = z.object({
  intent: z.string(),
  collected: z.record(z.string(), z.json()).default({}),
  missing: z.array(z.string()).default(["an answer"]),
});
type Asked = z.infer<typeof Asked>;

/** What a plan sets `pending` to when the person takes back whatever is open. */
const DROP = "drop";

export interface OpenLimits {
  /** Of those that were asked, the latest are kept. */
  intents: number;
  /** A longer one, written as JSON, is not kept. */
  intentChars: number;
}

/** What of the person's wishes a plan ends without staging them. */
export type Dropped = "everything" | string[];

export function droppedBy(pending: Json): Dropped {
  if ([pending].flat().includes(DROP)) return "everything";
  return askedIn(pending).flatMap(({ intent, missing }) => (missing.length === 0 ? [intent] : []));
}

export function isNothing(dropped: Dropped): boolean {
  return dropped !== "everything" && dropped.length === 0;
}

/** Whether a wish for this operation is among what was dropped. */
export function isDropped(dropped: Dropped, operation: string): boolean {
  return dropped === "everything" || dropped.includes(operation);
}

/**
 * What is open after a plan, what it asks for first. What was open before stays so, unless the plan staged or asked for the
 * same operation, or dropped it.
 */
export function openAfter(
  before: OpenIntent[],
  plan: { pending: Json; staged: string[]; askedAt: string },
  limits: OpenLimits,
): OpenIntent[] {
  const dropped = droppedBy(plan.pending);
  const asked = askedIn(plan.pending)
    .filter(({ missing }) => missing.length > 0)
    .map((one) => ({ ...one, askedAt: plan.askedAt }))
    .filter((one) => JSON.stringify(one).length <= limits.intentChars);
  const named = new Set([...asked.map(({ intent }) => intent), ...plan.staged]);
  const left = before.filter(
    ({ intent, missing }) => missing.length > 0 && !named.has(intent) && !isDropped(dropped, intent),
  );
  return [...asked, ...left].slice(0, limits.intents);
}

/** What waits on a card, in the same form: one for each operation. */
export function openOnCard(calls: OperationCall[], askedAt: string): OpenIntent[] {
  const names = [...new Set(calls.map(({ name }) => name))];
  return names.map((intent) => {
    const args = calls.filter(({ name }) => name === intent).map((call) => Arguments.parse(call.args));
    const [only = {}] = args;
    return { intent, collected: args.length === 1 ? only : { lines: args }, missing: [], askedAt };
  });
}

const Arguments = z.record(z.string(), z.json());

function askedIn(pending: Json): Asked[] {
  return [pending].flat().flatMap((one) => {
    const asked = Asked.safeParse(one);
    return asked.success ? [{ ...asked.data, intent: operationOf(asked.data.intent) }] : [];
  });
}

/** Models and people say "return". */
function operationOf(intent: string): string {
  return intent === "return" ? "returnItem" : intent;
}

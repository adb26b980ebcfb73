// The calls of one reply in, what goes back to the model for each of them out. Whatever is wrong with a call is told in its
// result, for the model to mend.
import type { NamedCall } from "../../changeset/rehearse-calls.ts";
import { dataLine } from "../../guards/data-line.ts";
import type { ToolCall, ToolMessage } from "../../model/tool-model.ts";
import { statusForCode } from "../../operations/declarations.ts";
import type { HostError, HostResult } from "../../sandbox/sandbox.ts";
import type { Staging } from "./staging.ts";
import type { ReadCall } from "./tool-box.ts";

export type ServeCalls = (calls: { given: ToolCall; read: ReadCall }[]) => Promise<ToolMessage[]>;

const NO_CALL = "That called no function, and nobody has seen it. End with the function answer.";
const NOT_ALONE = "Not told to anybody: call answer alone, once every result is there.";

export function createServeCalls(staging: Staging, limits: { calls: number; resultChars: number }): ServeCalls {
  let made = 0;
  return async (calls) => {
    if (calls.length === 0) return [{ role: "user", text: NO_CALL }];
    const wanted = calls.flatMap(({ read }) => (read.kind === "call" ? [read.call] : []));
    const taken = wanted.slice(0, limits.calls - made);
    made += taken.length;
    const { results, refused } = await applied(staging, taken);
    // By their order: servers send no ids, or one id twice.
    let next = 0;
    const told = calls.map(({ given, read }): ToolMessage & { role: "tool" } => {
      const text = resultWords(read, read.kind === "call" ? results[next++] : undefined, limits);
      return { role: "tool", callId: given.id, text };
    });
    const last = told.at(-1);
    if (last !== undefined && refused !== null) last.text += `\n${allTakenBack(refused)}`;
    return told;
  };
}

function applied(staging: Staging, calls: NamedCall[]): ReturnType<Staging["apply"]> {
  return calls.length === 0 ? Promise.resolve({ results: [], refused: null }) : staging.apply(calls);
}

function resultWords(read: ReadCall, result: HostResult | undefined, limits: { calls: number; resultChars: number }) {
  switch (read.kind) {
    case "wrong":
      return read.message;
    case "answer":
      return NOT_ALONE;
    case "call":
      return result === undefined ? `Not done: ${limits.calls} calls were made. Answer now.` : shown(result, limits);
  }
}

function shown(result: HostResult, { resultChars }: { resultChars: number }): string {
  const text = dataLine(result.ok ? result.value : { error: { ...result.error, ...statusOf(result.error) } });
  if (text.length <= resultChars) return text;
  return `The result has ${text.length} characters, and ${resultChars} can be shown: narrow it by where, select or take, or let count, aggregate or groupBy work it out.`;
}

function statusOf({ code }: HostError): { STATUS?: string } {
  const status = statusForCode(code);
  return status === null ? {} : { STATUS: status };
}

function allTakenBack({ code }: HostError): string {
  return `Nothing is staged now: a change was refused (${code}), and what was staged before and beside it is taken back.`;
}

// The file of a recording: a model's replies as lines of JSON behind a header, each under the place in the suite where it
// was given. What writes one, and what reads one.
import { createHash } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { z } from "zod";
import type { ModelReply, Turn } from "./model.ts";
import type { ToolMessage, ToolReply } from "./tool-model.ts";

/** Where in an evaluation a reply was given; turns and calls count from 1, what was said before the case too. */
export interface ReplyPlace {
  caseId: string;
  trial: number;
  turn: number;
  call: number;
}

export interface RecordingHeader {
  suite: string;
  model: string;
  planner: string;
  promptVersion: string;
  recordedAt: string;
}

/** What a model may have said; that it could not be had is nothing to play again. */
export type KeptReply = Exclude<ModelReply | ToolReply, { kind: "unavailable" }>;

export interface RecordedReply {
  promptHash: string;
  reply: KeptReply;
}

export interface Recording {
  file: string;
  header: RecordingHeader;
  replies: Map<string, RecordedReply>;
  /** The number of a last line that broke off, as when its writer was killed; null where all are whole. */
  tornLine: number | null;
}

/** The file cannot be read or written; the message says which, the line and why. */
export class RecordingError extends Error {
  override name = "RecordingError";
}

const FORMAT = "tillhand-recording/1";

const Usage = z.object({
  promptTokens: z.number(),
  cachedTokens: z.number(),
  completionTokens: z.number(),
  costUsd: z.number(),
});
const Reply: z.ZodType<KeptReply> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: z.string(), usage: Usage }),
  z.object({ kind: z.literal("plan"), code: z.string(), usage: Usage }),
  z.object({
    kind: z.literal("said"),
    text: z.string(),
    calls: z.array(z.object({ id: z.string(), name: z.string(), argumentsText: z.string() })),
    usage: Usage,
  }),
  z.object({ kind: z.literal("cut-off"), text: z.string(), usage: Usage }),
  z.object({ kind: z.literal("refused"), usage: Usage }),
  z.object({ kind: z.literal("empty"), usage: Usage }),
]);
const Header = z.object({
  format: z.literal(FORMAT, `must be "${FORMAT}": this is no recording, or one of another version`),
  suite: z.string(),
  model: z.string(),
  planner: z.string(),
  promptVersion: z.string(),
  recordedAt: z.string(),
});
const Line = z.object({
  caseId: z.string(),
  trial: z.int().positive(),
  turn: z.int().positive(),
  call: z.int().positive(),
  promptHash: z.string(),
  reply: Reply,
});

// Times differ from trial to trial, and ids are drawn; neither makes it another prompt.
const PASSING = /\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?|\b(?:run|apr|cnv|req|msg)_[0-9a-z]{12}\b/g;

export function promptHash(turns: (Turn | ToolMessage)[]): string {
  const words = turns.map((turn) => {
    const calls = "calls" in turn ? turn.calls.map(({ name, argumentsText }) => `${name} ${argumentsText}`) : [];
    return [`${turn.role}: ${turn.text}`, ...calls].join("\n").replaceAll(PASSING, "…");
  });
  return createHash("sha256").update(words.join("\n")).digest("hex").slice(0, 16);
}

/** "purchase-two-kinds, trial 1, turn 1, call 2". */
export function placeInWords({ caseId, trial, turn, call }: ReplyPlace): string {
  return `${caseId}, trial ${trial}, turn ${turn}, call ${call}`;
}

export interface RecordingWriter {
  /** Resolves when the line is in the file. */
  keep(place: ReplyPlace, recorded: RecordedReply): Promise<void>;
  close(): Promise<void>;
}

/** A file that is there is never written over: what it holds may have cost money. */
export async function createRecording(file: string, header: RecordingHeader): Promise<RecordingWriter> {
  const handle = await open(file, "ax").catch((error) => {
    const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
    const why = isThere ? "is there already; name another file, or delete it" : "cannot be written; check the path";
    throw new RecordingError(`The recording ${file} ${why}.`);
  });
  // Whole lines one after the other, whichever trials run side by side.
  let last: Promise<unknown> = handle.appendFile(`${JSON.stringify({ format: FORMAT, ...header })}\n`);
  return {
    keep: async (place, recorded) => {
      const mine = last.then(() => handle.appendFile(`${JSON.stringify({ ...place, ...recorded })}\n`));
      last = mine.catch(() => {});
      await mine;
    },
    close: async () => {
      await last;
      await handle.close();
    },
  };
}

export async function readRecording(file: string): Promise<Recording> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new RecordingError(`The recording ${file} cannot be read; check the path.`);
  });
  const lines = text.split("\n");
  // Behind the last whole line stands nothing, or what its writer could not end.
  const rest = lines.pop() ?? "";
  const [first, ...others] = lines;
  if (first === undefined) throw new RecordingError(`The recording ${file} has no whole line.`);
  const { format: _, ...header } = parseLine(file, 1, first, Header);
  const replies = new Map<string, RecordedReply>();
  for (const [index, line] of others.entries()) {
    const { promptHash: hash, reply, ...place } = parseLine(file, index + 2, line, Line);
    const name = placeInWords(place);
    if (replies.has(name)) throw new RecordingError(`${file}, line ${index + 2}: a second reply for ${name}.`);
    replies.set(name, { promptHash: hash, reply });
  }
  return { file, header, replies, tornLine: rest === "" ? null : lines.length + 1 };
}

function parseLine<T>(file: string, number: number, line: string, schema: z.ZodType<T>): T {
  const where = `${file}, line ${number}`;
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (error) {
    throw new RecordingError(`${where} is no JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new RecordingError(`${where}: ${issue?.path.join(".") || "the line"}: ${issue?.message}.`);
}

import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ModelReply, PlanTask } from "../../src/model/model.ts";
import { recordedModel, recordedToolModel } from "../../src/model/recording.ts";
import { createRecording, promptHash, type ReplyPlace, readRecording } from "../../src/model/recording-file.ts";
import { replayedModel, replayedToolModel } from "../../src/model/replayed.ts";
import type { ToolModel, ToolReply } from "../../src/model/tool-model.ts";
import { createScriptedModel, planReply } from "../support/scripted-model.ts";

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tillhand-recording-"));
});
beforeEach(async () => {
  file = join(folder, "recording.jsonl");
  await rm(file, { force: true });
});
afterAll(() => rm(folder, { recursive: true }));

const header = {
  ...{ suite: "a.json", model: "m-1", planner: "plan", promptVersion: "v1", recordedAt: "2026-01-01T00:00:00Z" },
};
const usage = { promptTokens: 7, cachedTokens: 3, completionTokens: 2, costUsd: 0.25 };
const requester = { role: "customer" as const, customerId: 1, name: null };
const quiet = new AbortController().signal;

function taskOf(text: string): PlanTask {
  const request = { user_request: text, history: [], requester, now: "2026-01-01T00:00:00Z", pending: null };
  return { turns: [{ role: "user", text }], request };
}

/** Calls count on within a turn, as in a trial. */
function placesOf(caseId: string): () => ReplyPlace {
  let call = 0;
  return () => ({ caseId, trial: 1, turn: 1, call: ++call });
}

async function record(replies: ModelReply[]): Promise<void> {
  const writer = await createRecording(file, header);
  const model = recordedModel(createScriptedModel(replies), placesOf("a"), writer);
  for (const _ of replies) await model.write(taskOf("hello"), quiet);
  await writer.close();
}

test("what a model said is said again at the same place, with what it cost", async () => {
  const replies: ModelReply[] = [
    { kind: "text", text: "one\ntwo", usage },
    { kind: "refused", usage },
    { kind: "cut-off", text: "x", usage },
    { kind: "empty", usage },
    { kind: "plan", code: "y", usage },
  ];
  await record(replies);
  const moved: boolean[] = [];
  const again = replayedModel(await readRecording(file), placesOf("a"), (hasMoved) => void moved.push(hasMoved));
  for (const reply of replies) expect(await again.write(taskOf("hello"), quiet)).toEqual(reply);
  expect([again.name, moved]).toEqual(["m-1", [false, false, false, false, false]]);
});

test("a model that calls functions is kept and played with its calls", async () => {
  const said: ToolReply = {
    kind: "said",
    text: "",
    calls: [{ id: "c1", name: "purchase", argumentsText: "{" }],
    usage,
  };
  const live: ToolModel = { name: "m-1", parameters: {}, ping: async () => {}, converse: async () => said };
  const writer = await createRecording(file, header);
  const task = { messages: [{ role: "user" as const, text: "hello" }], tools: [] };
  await recordedToolModel(live, placesOf("a"), writer).converse(task, quiet);
  await writer.close();
  const recording = await readRecording(file);
  expect(await replayedToolModel(recording, placesOf("a"), () => {}).converse(task, quiet)).toEqual(said);
  // To a planner that wants text it is no reply.
  expect(await replayedModel(recording, placesOf("a"), () => {}).write(taskOf("hello"), quiet)).toMatchObject({
    kind: "unavailable",
    reason: expect.stringContaining("another planner's"),
  });
});

test("a reply that is missing is named, and is the model's absence", async () => {
  await record([planReply("1")]);
  const again = replayedModel(await readRecording(file), placesOf("b"), () => {});
  expect(await again.write(taskOf("hello"), quiet)).toEqual({
    kind: "unavailable",
    reason: `The recording ${file} has no reply for b, trial 1, turn 1, call 1.`,
    retryAfterMs: null,
  });
});

test("that a model could not be had is nothing to play again", async () => {
  await record([{ kind: "unavailable", reason: "gone", retryAfterMs: null }]);
  expect((await readRecording(file)).replies.size).toBe(0);
});

test("a prompt that moved on is counted, and its reply given all the same", async () => {
  await record([planReply("1")]);
  const moved: boolean[] = [];
  const again = replayedModel(await readRecording(file), placesOf("a"), (hasMoved) => void moved.push(hasMoved));
  expect(await again.write(taskOf("hello there"), quiet)).toEqual(planReply("1"));
  expect(moved).toEqual([true]);
});

test("times and drawn ids do not make it another prompt, anything else does", () => {
  const hashOf = (text: string) => promptHash([{ role: "user", text }]);
  expect(hashOf("now 2026-01-01T00:00:00.123Z, run_0123456789ab, on 2026-01-01")).toBe(
    hashOf("now 2027-12-31T23:59:59.000Z, run_abcdefghjkmn, on 2025-02-03"),
  );
  expect(hashOf("order 1002")).not.toBe(hashOf("order 1003"));
  expect(promptHash([{ role: "user", text: "a" }])).not.toBe(promptHash([{ role: "assistant", text: "a" }]));
});

test("replies of trials side by side are whole lines each", async () => {
  const writer = await createRecording(file, header);
  const text = "x".repeat(200_000);
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      writer.keep(
        { caseId: "a", trial: index + 1, turn: 1, call: 1 },
        { promptHash: "h", reply: { kind: "text", text, usage } },
      ),
    ),
  );
  await writer.close();
  const { replies } = await readRecording(file);
  expect([...replies.values()].map(({ reply }) => reply)).toEqual(Array(12).fill({ kind: "text", text, usage }));
});

test("a recording that is there is never written over", async () => {
  await record([planReply("1")]);
  const before = await readFile(file, "utf8");
  await expect(createRecording(file, header)).rejects.toThrow("is there already; name another file, or delete it.");
  expect(await readFile(file, "utf8")).toBe(before);
});

describe("a file that", () => {
  test("lost its end when its writer was killed gives what is whole, and says so", async () => {
    await record([planReply("1"), planReply("2")]);
    await appendFile(file, '{"caseId":"a","trial":1,"tu');
    const { replies, tornLine } = await readRecording(file);
    expect([replies.size, tornLine]).toEqual([2, 4]);
  });

  test("was killed before its first line was whole is no recording", async () => {
    await writeFile(file, '{"format":"tillhand-rec');
    await expect(readRecording(file)).rejects.toThrow("has no whole line");
  });

  test.each<[string, string, string]>([
    ["holds a line that is no JSON", "{broken}", "line 3 is no JSON: "],
    ["holds a line without a place", '{"reply":{}}', "line 3: caseId: "],
    [
      "holds a reply of an unknown kind",
      JSON.stringify({ caseId: "a", trial: 1, turn: 1, call: 9, promptHash: "h", reply: { kind: "sung" } }),
      "line 3: reply.kind: ",
    ],
    [
      "holds two replies for one place",
      JSON.stringify({ caseId: "a", trial: 1, turn: 1, call: 1, promptHash: "h", reply: { kind: "empty", usage } }),
      "line 3: a second reply for a, trial 1, turn 1, call 1.",
    ],
  ])("%s is refused by file, line and reason", async (_title, line, sentence) => {
    await record([planReply("1")]);
    await appendFile(file, `${line}\n`);
    await expect(readRecording(file)).rejects.toThrow(`${file}, ${sentence}`);
  });

  test("is something else is refused in its first line", async () => {
    await writeFile(file, '{"requests":[]}\n');
    await expect(readRecording(file)).rejects.toThrow('line 1: format: must be "tillhand-recording/1"');
  });

  test("is not there is refused", async () => {
    await expect(readRecording(join(folder, "none.jsonl"))).rejects.toThrow("none.jsonl cannot be read");
  });
});

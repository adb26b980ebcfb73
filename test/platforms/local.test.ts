import { expect, test } from "vitest";
import { createLocalPlatform, StillWaiting } from "../../src/platforms/local.ts";
import { inWords } from "../../src/reply.ts";
import type { StageMark } from "../../src/report.ts";

const reply = inWords("Here you are.", ["k"]);
const stored = { kind: "stored", conversationId: "c", isDelayed: false } as const;

test("a reply whose news was lost on the way is found in the records", async () => {
  const platform = createLocalPlatform("test", { replyMs: 60_000, replyLookMs: 10 });
  let looks = 0;
  const look = async () => {
    looks++;
    if (looks === 1) throw new Error("the database is away");
    return looks < 3 ? null : reply;
  };
  expect(await platform.replyTo("k", { hand: async () => stored, onStage: () => {}, look })).toEqual(reply);
});

test("a message that was delivered before gets the reply that it had", async () => {
  const platform = createLocalPlatform("test", { replyMs: 60_000, replyLookMs: 60_000 });
  const hand = async () => ({ ...stored, kind: "known" as const });
  expect(await platform.replyTo("k", { hand, onStage: () => {}, look: async () => reply })).toEqual(reply);
});

test("whoever waits too long is told that the message is kept", async () => {
  const platform = createLocalPlatform("test", { replyMs: 20, replyLookMs: 60_000 });
  const waiting = platform.replyTo("k", { hand: async () => stored, onStage: () => {}, look: async () => null });
  await expect(waiting).rejects.toBeInstanceOf(StillWaiting);
});

test("while the queue cannot be had, the person is told that it takes a little longer", async () => {
  const platform = createLocalPlatform("test", { replyMs: 60_000, replyLookMs: 10 });
  const marks: StageMark[] = [];
  await platform.replyTo("k", {
    hand: async () => ({ ...stored, isDelayed: true }),
    onStage: (mark) => void marks.push(mark),
    look: async () => reply,
  });
  expect(marks).toEqual([{ stage: "delayed", atMs: 0 }]);
});

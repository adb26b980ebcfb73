// While an answer takes its time, people see one message that says where it stands and that becomes the answer.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createProgressMessages, type MessageWays } from "../../src/platforms/progress-messages.ts";
import { stageWords } from "../../src/platforms/stage-words.ts";
import type { Post, Posts } from "../../src/records/posts.ts";
import type { Stage } from "../../src/report.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { textsOf } from "../../src/texts/texts-of.ts";

const LIMITS = { afterMs: 600, everyMs: 1_500 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wait = async (ms: number) => void (await vi.advanceTimersByTimeAsync(ms));

/** What processes have in common: the records, and a channel as people see it. */
function channel() {
  const posts: Post[] = [];
  const shown = new Map<string, string>();
  const calls: string[] = [];
  /** `death`: of whoever sends a message, before its id is known. */
  const faults = { send: false, edit: false, posts: false, death: false };
  const sentAbout = new Map<string, string>();
  let slowMs = 0;
  let open = 0;
  let most = 0;
  const call = async (name: string, isFaulty: boolean) => {
    calls.push(name);
    most = Math.max(most, ++open);
    if (slowMs > 0) await new Promise((resolve) => setTimeout(resolve, slowMs));
    open--;
    if (isFaulty) throw new Error("the platform is away");
  };
  const ways: MessageWays = {
    send: async (_place, text, about) => {
      await call("send", faults.send);
      const id = `m${shown.size + 1}`;
      shown.set(id, text);
      sentAbout.set(about, id);
      if (faults.death) await new Promise(() => {});
      return id;
    },
    find: async (_place, about) => {
      calls.push("find");
      return sentAbout.get(about) ?? null;
    },
    edit: async (_place, id, text) => {
      await call("edit", faults.edit);
      shown.set(id, text);
    },
    remove: async (_place, id) => {
      await call("remove", false);
      shown.delete(id);
    },
  };
  const reached = () => {
    if (faults.posts) throw new Error("the database is away");
  };
  const records: Posts = {
    find: async (about) => {
      reached();
      return posts.filter((post) => about.includes(post.about));
    },
    save: async (post) => {
      reached();
      posts.push(post);
    },
    forget: async ({ messageId }) => {
      reached();
      posts.splice(0, posts.length, ...posts.filter((post) => post.messageId !== messageId));
    },
  };
  return {
    posts,
    calls,
    faults,
    words: () => [...shown.values()],
    mostAtOnce: () => most,
    answerIn: (ms: number) => {
      slowMs = ms;
    },
    shown,
    startProcess: () => {
      const progress = createProgressMessages(ways, { posts: records, limits: LIMITS, log: createLog("silent") });
      return {
        ...progress,
        mark: (stage: Stage, ...keys: string[]) =>
          progress.show(
            { conversationId: "c", platform: "chat", place: "room", keys, language: "en" },
            { stage, atMs: 0 },
          ),
        /** The worker's end of it: the sign, or a new message, becomes the answer. */
        answer: async (text: string, ...keys: string[]) => {
          const taken = await progress.take(keys);
          if (taken === null) await ways.send("room", text, "");
          else await ways.edit(taken.place, taken.messageId, text);
          await taken?.settle();
        },
      };
    },
  };
}

describe("one message a request", () => {
  test("a fast answer shows no progress at all", async () => {
    const room = channel();
    const worker = room.startProcess();
    worker.mark("planning", "a");
    await wait(599);
    await worker.answer("Two are left.", "a");
    await wait(10_000);
    expect(room.calls).toEqual(["send"]);
    expect(room.words()).toEqual(["Two are left."]);
  });

  test("says where it stands, no more often than people can read, and becomes the answer", async () => {
    const room = channel();
    const worker = room.startProcess();
    worker.mark("received", "a");
    await wait(300);
    worker.mark("planning", "a");
    await wait(300);
    expect(room.words()).toEqual(["Thinking…"]);
    worker.mark("running", "a");
    worker.mark("checking", "a");
    await wait(1_499);
    expect(room.words()).toEqual(["Thinking…"]);
    await wait(1);
    expect(room.words()).toEqual(["Checking the result…"]);
    worker.mark("done", "a");
    await worker.answer("Two are left.", "a");
    await wait(10_000);
    expect(room.calls).toEqual(["send", "edit", "edit"]);
    expect(room.words()).toEqual(["Two are left."]);
    expect(room.posts).toEqual([]);
  });

  test("what a process sent before it died, and could not store, becomes the answer all the same", async () => {
    const room = channel();
    room.faults.death = true;
    room.startProcess().mark("planning", "a");
    await wait(600);
    room.faults.death = false;
    expect(room.words()).toEqual(["Thinking…"]);
    await room.startProcess().answer("Two are left.", "a");
    expect(room.words()).toEqual(["Two are left."]);
    expect(room.posts).toEqual([]);
  });

  test("or goes on to show where it stands", async () => {
    const room = channel();
    room.faults.death = true;
    room.startProcess().mark("planning", "a");
    await wait(600);
    room.faults.death = false;
    const next = room.startProcess();
    next.mark("running", "a");
    await wait(600);
    expect(room.words()).toEqual(["Trying it on the shop, nothing is changed yet…"]);
    await next.answer("Two are left.", "a");
    expect(room.words()).toEqual(["Two are left."]);
    expect(room.posts).toEqual([]);
  });

  test("a stage that comes after a rest is shown at once", async () => {
    const room = channel();
    const worker = room.startProcess();
    worker.mark("planning", "a");
    await wait(10_000);
    worker.mark("running", "a");
    await wait(1);
    expect(room.words()).toEqual([stageWords({ stage: "running", atMs: 0 }, textsOf("en"))]);
  });

  test("calls do not overtake each other on a slow platform, and the answer comes after them", async () => {
    const room = channel();
    room.answerIn(2_000);
    const worker = room.startProcess();
    worker.mark("planning", "a");
    await wait(700);
    worker.mark("running", "a");
    const answered = worker.answer("Two are left.", "a");
    worker.mark("checking", "a");
    await wait(20_000);
    await answered;
    expect(room.calls).toEqual(["send", "edit"]);
    expect(room.mostAtOnce()).toBe(1);
    expect(room.words()).toEqual(["Two are left."]);
  });

  test("what is marked after the answer is not shown any more", async () => {
    const room = channel();
    const worker = room.startProcess();
    await worker.answer("Two are left.", "a", "b");
    worker.mark("planning", "b");
    await wait(10_000);
    expect(room.words()).toEqual(["Two are left."]);
  });

  test("a press shows no message: its card does", async () => {
    const room = channel();
    const worker = room.startProcess();
    worker.mark("committing", "press");
    await wait(10_000);
    worker.mark("done", "press");
    await wait(10_000);
    expect(room.calls).toEqual([]);
  });

  test("messages that are answered together leave one message", async () => {
    const room = channel();
    const worker = room.startProcess();
    worker.mark("delayed", "a");
    worker.mark("delayed", "b");
    await wait(1_000);
    expect(room.words()).toHaveLength(2);
    worker.mark("planning", "a", "b");
    await wait(2_000);
    await worker.answer("Both are left.", "a", "b");
    expect(room.words()).toEqual(["Both are left."]);
    expect(room.posts).toEqual([]);
  });

  test("nothing is shown after a stop", async () => {
    const room = channel();
    const worker = room.startProcess();
    worker.mark("planning", "a");
    await worker.close();
    worker.mark("running", "a");
    await wait(10_000);
    expect(room.calls).toEqual([]);
  });
});

describe("B64: a sign never stays behind without an answer", () => {
  const apology = "Sorry, this went wrong on our side (reference 7f3a).";

  test("whatever fails after it, the sign becomes the apology", async () => {
    const room = channel();
    const worker = room.startProcess();
    worker.mark("planning", "a");
    await wait(700);
    await worker.answer(apology, "a");
    expect(room.words()).toEqual([apology]);
  });

  test("also when the process died and another one posts it", async () => {
    const room = channel();
    room.startProcess().mark("planning", "a", "b");
    await wait(700);
    await room.startProcess().answer(apology, "a", "b");
    expect(room.words()).toEqual([apology]);
    expect(room.posts).toEqual([]);
  });

  test("the process that takes over goes on with the same message", async () => {
    const room = channel();
    room.startProcess().mark("planning", "a");
    await wait(700);
    const next = room.startProcess();
    next.mark("running", "a");
    await wait(700);
    expect(room.words()).toEqual([stageWords({ stage: "running", atMs: 0 }, textsOf("en"))]);
    await next.answer("Two are left.", "a");
    expect(room.words()).toEqual(["Two are left."]);
  });

  test("of several that dead processes left, one becomes the answer and the others go", async () => {
    const room = channel();
    room.posts.push({ about: "a", place: "room", messageId: "x" }, { about: "b", place: "room", messageId: "y" });
    room.shown.set("x", "Thinking…").set("y", "Thinking…");
    await room.startProcess().answer(apology, "a", "b");
    expect([...room.shown]).toEqual([["x", apology]]);
    expect(room.posts).toEqual([]);
  });

  test("a process that dies between taking the sign and answering leaves it to the next", async () => {
    const room = channel();
    const first = room.startProcess();
    first.mark("planning", "a");
    await wait(700);
    await first.take(["a"]);
    await room.startProcess().answer(apology, "a");
    expect(room.words()).toEqual([apology]);
  });

  test("an answer that the platform did not take the first time finds its sign again", async () => {
    const room = channel();
    const worker = room.startProcess();
    worker.mark("planning", "a");
    await wait(700);
    room.faults.edit = true;
    await expect(worker.answer(apology, "a")).rejects.toThrow();
    room.faults.edit = false;
    await worker.answer(apology, "a");
    expect(room.words()).toEqual([apology]);
  });

  test("who has lost the request does not write over the answer of who has it", async () => {
    const room = channel();
    const slow = room.startProcess();
    slow.mark("planning", "a");
    await wait(700);
    await room.startProcess().answer("Two are left.", "a");
    slow.mark("running", "a");
    await wait(10_000);
    expect(room.words()).toEqual(["Two are left."]);
  });
});

describe("trouble with the progress is no trouble for the answer", () => {
  test("a platform that takes no progress message is tried again with the next stage", async () => {
    const room = channel();
    const worker = room.startProcess();
    room.faults.send = true;
    worker.mark("planning", "a");
    await wait(5_000);
    expect(room.calls).toEqual(["send"]);
    room.faults.send = false;
    worker.mark("running", "a");
    await wait(5_000);
    await worker.answer("Two are left.", "a");
    expect(room.words()).toEqual(["Two are left."]);
  });

  test("without records, what this process shows becomes the answer all the same", async () => {
    const room = channel();
    const worker = room.startProcess();
    worker.mark("planning", "a");
    await wait(700);
    room.faults.posts = true;
    worker.mark("running", "a");
    await wait(5_000);
    await worker.answer("Two are left.", "a");
    expect(room.words()).toEqual(["Two are left."]);
  });

  test("and an answer waits for the records where a sign may be left that nobody here knows of", async () => {
    const room = channel();
    room.faults.posts = true;
    await expect(room.startProcess().take(["a"])).rejects.toThrow("the database is away");
  });
});

test("who waits is told in words where it stands, and for how long where that is known", () => {
  expect(stageWords({ stage: "repairing", atMs: 0, attempt: 2, attempts: 3 }, textsOf("en"))).toBe(
    "Mending the plan (2/3)…",
  );
  expect(stageWords({ stage: "delayed", atMs: 0 }, textsOf("en"))).toMatch(
    /queue is not reachable just now; your message is kept/,
  );
  expect(stageWords({ stage: "delayed", atMs: 0, forMs: 120_000 }, textsOf("en"))).toMatch(/in about 2 minutes/);
});

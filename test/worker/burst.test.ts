import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WaitingMessage } from "../../src/records/work.ts";
import { nextBurst } from "../../src/worker/burst.ts";

const LIMITS = { quietMs: 1_500, drafts: 5, mostChars: 40 };

let count = 0;
function message(text: string, more: Partial<WaitingMessage> & { by?: string } = {}): WaitingMessage {
  const { by = "alice", ...rest } = more;
  count++;
  return {
    id: `m${count}`,
    key: `k${count}`,
    author: { person: by, role: "customer", customerId: null, name: null, language: "en" },
    text,
    standsAlone: false,
    notRead: [],
    answerTo: null,
    trace: null,
    receivedAt: new Date(0),
    agoMs: 10_000,
    request: null,
    ...rest,
  };
}

function texts(waiting: WaitingMessage[]): string[] | undefined {
  return nextBurst(waiting, LIMITS)?.messages.map(({ text }) => text);
}

describe("what is answered together", () => {
  test("B91: a burst of one person is one question", () => {
    expect(texts([message("hi"), message("I need"), message("two lamps")])).toEqual(["hi", "I need", "two lamps"]);
  });

  test("another person's message, a command, a typed button and too many characters end it", () => {
    expect(texts([message("hi"), message("me first", { by: "bruno" }), message("two")])).toEqual(["hi"]);
    expect(texts([message("hi"), message("/shop stock", { standsAlone: true }), message("two")])).toEqual(["hi"]);
    expect(texts([message("hi"), message("yes"), message("two")])).toEqual(["hi"]);
    expect(texts([message("a".repeat(30)), message("b".repeat(10)), message("c")])).toEqual(["a".repeat(30)]);
  });

  test("a command or a typed button is answered by itself and at once", () => {
    for (const first of [message("/shop stock", { standsAlone: true, agoMs: 0 }), message("Yes!", { agoMs: 0 })]) {
      expect(nextBurst([first, message("more")], LIMITS)).toEqual({ messages: [first], waitMs: 0 });
    }
  });

  test("a request that was begun goes on with what was written since, until too many drafts were dropped", () => {
    const request = { id: "r", requester: message("").author, text: "two", drafts: 4, waitMs: 0 };
    const begun = message("two", { request });
    expect(texts([begun, message("no, three")])).toEqual(["two", "no, three"]);
    const last = message("two", { request: { ...request, drafts: 5 } });
    expect(nextBurst([last, message("no, four", { agoMs: 0 })], LIMITS)).toEqual({ messages: [last], waitMs: 0 });
  });
});

describe("how long to wait", () => {
  test("until the last message is old enough, unless something else came after it", () => {
    expect(nextBurst([message("hi", { agoMs: 300.4 })], LIMITS)?.waitMs).toBe(1_200);
    expect(nextBurst([message("hi"), message("two", { agoMs: 1_500 })], LIMITS)?.waitMs).toBe(0);
    expect(nextBurst([message("hi", { agoMs: 1 }), message("me", { by: "bruno" })], LIMITS)?.waitMs).toBe(0);
  });

  test("until the model may be asked again", () => {
    const request = { id: "r", requester: message("").author, text: "two", drafts: 0, waitMs: 120_000 };
    const putOff = message("two", { request });
    expect(nextBurst([putOff], LIMITS)?.waitMs).toBe(120_000);
    // Nobody else waits for it, and neither does a typed button.
    const [more, other, yes] = [message("no, three"), message("me", { by: "bruno" }), message("yes")];
    expect(nextBurst([putOff, more, other], LIMITS)).toMatchObject({ messages: [other], waitMs: 0 });
    expect(nextBurst([putOff, more, yes], LIMITS)).toMatchObject({ messages: [yes], waitMs: 0 });
    expect(nextBurst([putOff, more], LIMITS)?.waitMs).toBe(120_000);
  });
});

test("whatever waits: the oldest message is always part of it, in order, of one person, and never too long", () => {
  const waiting = fc.array(
    fc.record({
      by: fc.constantFrom("alice", "bruno"),
      text: fc.string({ minLength: 1, maxLength: 15 }),
      standsAlone: fc.boolean(),
      agoMs: fc.nat(3_000),
    }),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(waiting, (given) => {
      const all = given.map(({ text, ...more }) => message(text, more));
      const burst = nextBurst(all, LIMITS);
      expect(burst).not.toBeNull();
      const taken = burst?.messages ?? [];
      expect(taken).toEqual(all.slice(0, taken.length));
      expect(new Set(taken.map(({ author }) => author.person)).size).toBe(1);
      expect(taken.length === 1 || taken.map(({ text }) => text).join("\n").length <= LIMITS.mostChars).toBe(true);
      expect(burst?.waitMs).toBeGreaterThanOrEqual(0);
      expect(burst?.waitMs).toBeLessThanOrEqual(LIMITS.quietMs);
    }),
  );
});

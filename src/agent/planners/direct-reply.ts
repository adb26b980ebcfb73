// A reply in JSON, fenced or bare, in; the answer and the calls that stand in it, or what is wrong with it, out.
import { z } from "zod";
import type { NamedCall } from "../../changeset/rehearse-calls.ts";
import type { Json } from "../../json.ts";
import { storableJson } from "../../storable.ts";
import { withoutThoughts } from "../plan.ts";
import { type GivenAnswer, givenAnswer } from "./given-answer.ts";

export type DirectReply =
  | { kind: "answer"; answer: GivenAnswer; calls: NamedCall[] }
  | { kind: "unreadable"; message: string };

const MOST_CALLS = 200;

const Calls = z.object({
  calls: z
    .array(
      z.object({
        name: z.string().max(100),
        args: z
          .record(
            z.string(),
            z.custom<Json>(() => true),
          )
          .default({}),
      }),
    )
    .max(MOST_CALLS)
    .default([]),
});

export function readDirectReply(reply: string, limits: { answerChars: number; replyChars: number }): DirectReply {
  const given = reply.length > limits.replyChars ? undefined : jsonIn(withoutThoughts(reply).trim());
  if (given === undefined) return { kind: "unreadable", message: "The reply is no JSON." };
  const parsed = z.intersection(givenAnswer(limits.answerChars), Calls).safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { kind: "unreadable", message: `${issue?.path.join(".") || "The reply"}: ${issue?.message}.` };
  }
  const { calls, ...answer } = parsed.data;
  return { kind: "answer", answer, calls: calls.map(({ name, args }) => ({ name: dotted(name), args })) };
}

function dotted(name: string): string {
  return name.includes(".") ? name : `shop.${name}`;
}

/** As it is, or what stands in its last fence, or between its outermost braces. */
function jsonIn(text: string): Json | undefined {
  const fenced = [...text.matchAll(/^[ \t]*```[^\n]*\n([\s\S]*?)^[ \t]*```/gm)].at(-1)?.[1];
  const braced = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  for (const candidate of [text, fenced ?? "", braced]) {
    try {
      return storableJson(JSON.parse(candidate));
    } catch {
      // The next one may be.
    }
  }
  return undefined;
}

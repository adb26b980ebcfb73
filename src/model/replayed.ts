// A recording in, a model that says again what was said at each place of the suite out. No model is asked.
import type { Model, ModelReply, Turn } from "./model.ts";
import { type KeptReply, placeInWords, promptHash, type Recording, type ReplyPlace } from "./recording-file.ts";
import type { ToolMessage, ToolModel } from "./tool-model.ts";

/** Whether the reply was given to another prompt: prompts move on, replies do not. */
type OnPlayed = (hasMoved: boolean) => void;

/** `placeOf` is asked once a call. */
export function replayedModel(recording: Recording, placeOf: () => ReplyPlace, onPlayed: OnPlayed): Model {
  return {
    ...namedAs(recording),
    write: async ({ turns }) => {
      const reply = replyTo(turns, recording, placeOf(), onPlayed);
      return reply.kind === "said" ? unavailable("writes text", recording) : reply;
    },
  };
}

export function replayedToolModel(recording: Recording, placeOf: () => ReplyPlace, onPlayed: OnPlayed): ToolModel {
  return {
    ...namedAs(recording),
    converse: async ({ messages }) => {
      const reply = replyTo(messages, recording, placeOf(), onPlayed);
      return reply.kind === "text" || reply.kind === "plan" ? unavailable("calls functions", recording) : reply;
    },
  };
}

function namedAs({ header }: Recording) {
  return { name: header.model, parameters: {}, ping: async () => {} };
}

type Unavailable = Extract<ModelReply, { kind: "unavailable" }>;

function replyTo(
  prompt: (Turn | ToolMessage)[],
  { file, replies }: Recording,
  at: ReplyPlace,
  onPlayed: OnPlayed,
): KeptReply | Unavailable {
  const place = placeInWords(at);
  const recorded = replies.get(place);
  if (recorded === undefined) {
    const reason = `The recording ${file} has no reply for ${place}.`;
    return { kind: "unavailable", reason, retryAfterMs: null };
  }
  onPlayed(recorded.promptHash !== promptHash(prompt));
  return recorded.reply;
}

function unavailable(what: string, { file }: Recording): Unavailable {
  const reason = `The recording ${file} holds no replies of a model that ${what}: it is another planner's.`;
  return { kind: "unavailable", reason, retryAfterMs: null };
}

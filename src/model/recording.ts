// A model in, the same model whose every reply is also kept in a file out.
import type { Model, ModelReply, Turn } from "./model.ts";
import { promptHash, type RecordingWriter, type ReplyPlace } from "./recording-file.ts";
import type { ToolMessage, ToolModel, ToolReply } from "./tool-model.ts";

/** `placeOf` is asked once a call, before the model is. */
export function recordedModel(model: Model, placeOf: () => ReplyPlace, writer: RecordingWriter): Model {
  return {
    ...model,
    write: async (task, signal) => {
      const place = placeOf();
      const reply = await model.write(task, signal);
      await keep(writer, place, task.turns, reply);
      return reply;
    },
  };
}

export function recordedToolModel(model: ToolModel, placeOf: () => ReplyPlace, writer: RecordingWriter): ToolModel {
  return {
    ...model,
    converse: async (task, signal) => {
      const place = placeOf();
      const reply = await model.converse(task, signal);
      await keep(writer, place, task.messages, reply);
      return reply;
    },
  };
}

/** A model that could not be had has said nothing. */
async function keep(
  writer: RecordingWriter,
  place: ReplyPlace,
  prompt: (Turn | ToolMessage)[],
  reply: ModelReply | ToolReply,
): Promise<void> {
  if (reply.kind !== "unavailable") await writer.keep(place, { promptHash: promptHash(prompt), reply });
}

// A conversation with what waits in it in; the place where it goes on, made first where a command has none yet, out.
import { movePlace } from "../records/talk.ts";
import type { Work } from "../records/work.ts";
import type { WorkerParts } from "./worker.ts";

export async function openPlace(
  conversationId: string,
  { platform: name, place, messages }: Pick<Work, "platform" | "place" | "messages">,
  { platforms, database, log }: WorkerParts,
): Promise<string> {
  const home = platforms.find((platform) => platform.name === name);
  const [first] = messages;
  if (home === undefined || first === undefined) return place;
  const { author: person, text, answerTo } = first;
  const opened = await home.open(place, { person, text, answerTo });
  // Somebody wrote there before it was known to be this talk: then that is another one, and this goes on beside it.
  if (opened !== place && !(await movePlace(database.client, conversationId, opened))) {
    log.warn({ conversationId }, "the place of a talk was taken by another one");
  }
  return opened;
}

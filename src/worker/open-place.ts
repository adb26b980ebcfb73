// A conversation with what waits in it in; the place where it goes on, made first where a command has none yet, out.
import { NeverPosted } from "../platforms/platform.ts";
import { movePlace } from "../records/talk.ts";
import type { Work } from "../records/work.ts";
import { inWords } from "../reply.ts";
import type { WorkerParts } from "./worker.ts";

export async function openPlace(
  conversationId: string,
  { platform: name, place, messages }: Pick<Work, "platform" | "place" | "messages">,
  { platforms, database, log }: WorkerParts,
): Promise<string> {
  const home = platforms.find((platform) => platform.name === name);
  const [first] = messages;
  if (home === undefined || first === undefined) return place;
  const { author: person, text, answerTo, key } = first;
  let opened: string;
  try {
    opened = await home.open(place, { person, text, answerTo });
  } catch (error) {
    if (!(error instanceof NeverPosted)) throw error;
    // What is answered there now is refused in its turn, and nothing is tried for ever.
    log.error({ conversationId, err: error }, "a talk's place will never be");
    await home.answer(answerTo, inWords(`I cannot answer you there: ${error.message} Please ask me elsewhere.`, [key]));
    return place;
  }
  // Somebody wrote there before it was known to be this talk: then that is another one, and this goes on beside it.
  if (opened !== place && !(await movePlace(database.client, conversationId, opened))) {
    log.warn({ conversationId }, "the place of a talk was taken by another one");
  }
  return opened;
}

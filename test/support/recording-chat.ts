// A platform that keeps what it is handed, out: what people would see in each of its places, and privately.
import { type Attachment, NeverPosted, type Platform, type Reply } from "../../src/platforms/platform.ts";
import type { ApprovalCard } from "../../src/report.ts";

export interface RecordingChat extends Platform {
  posts: { place: string; reply: Reply; files: Attachment[]; isRepeat: boolean }[];
  answers: { answerTo: string | null; reply: Reply }[];
  redrawn: ApprovalCard[];
  /** What was posted in that place, in order. */
  texts(place: string): string[];
  /** From now on nothing can be posted there, ever. */
  lose(place: string): void;
}

export function createRecordingChat(name: string, staffPlace: string | null = null): RecordingChat {
  const posts: RecordingChat["posts"] = [];
  const answers: RecordingChat["answers"] = [];
  const redrawn: ApprovalCard[] = [];
  const lost = new Set<string>();
  return {
    name,
    staffPlace,
    posts,
    answers,
    redrawn,
    texts: (place) => posts.filter((post) => post.place === place).map((post) => post.reply.text),
    lose: (place) => void lost.add(place),
    addressOf: (place) => `https://${name}.example/${place}`,
    // A command's place is made when it is first needed.
    open: async (place) => place.replace("~", "opened-"),
    post: async (place, { reply, files, isRepeat }) => {
      if (lost.has(place)) throw new NeverPosted("That channel is gone.");
      posts.push({ place, reply, files, isRepeat });
      return `post-${posts.length}`;
    },
    answer: async (answerTo, reply) => void answers.push({ answerTo, reply }),
    redraw: async (card) => void redrawn.push(card),
    progress: () => {},
    ping: async () => {},
    close: async () => {},
  };
}

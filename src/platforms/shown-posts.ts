// What a button is about in; the posts that are known to show it out. A person may press what the platform has shown and
// the records do not know yet: the platform was faster than our note of it, so what is not found is looked for again.
import { setTimeout as sleep } from "node:timers/promises";
import type { Post, Posts } from "../records/posts.ts";

export async function findShown(
  posts: Posts,
  about: string,
  isIt: (post: Post) => boolean,
  { looks, pauseMs }: { looks: number; pauseMs: number },
): Promise<Post | null> {
  for (let look = 1; ; look++) {
    const found = (await posts.find([about])).find(isIt);
    if (found !== undefined || look >= looks) return found ?? null;
    await sleep(pauseMs);
  }
}

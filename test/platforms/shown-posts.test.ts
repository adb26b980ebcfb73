import { expect, test } from "vitest";
import { findShown } from "../../src/platforms/shown-posts.ts";
import type { Posts } from "../../src/records/posts.ts";

/** On record from the given look on. */
function postsFrom(look: number): Posts & { looks(): number } {
  let looks = 0;
  return {
    find: async ([about = ""]) => {
      looks++;
      return looks >= look ? [{ about, place: "T/C", messageId: "1" }] : [];
    },
    save: async () => {},
    forget: async () => {},
    looks: () => looks,
  };
}
const isIt = ({ messageId }: { messageId: string }) => messageId === "1";

test("a button that was pressed before its message was on record is known all the same", async () => {
  const posts = postsFrom(3);
  expect(await findShown(posts, "apr_1", isIt, { looks: 5, pauseMs: 1 })).toMatchObject({ about: "apr_1" });
  expect(posts.looks()).toBe(3);
});

test("one that is on no record is refused after a few looks", async () => {
  const posts = postsFrom(99);
  expect(await findShown(posts, "apr_1", isIt, { looks: 4, pauseMs: 1 })).toBeNull();
  expect(posts.looks()).toBe(4);
});

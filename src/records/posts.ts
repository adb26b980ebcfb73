// Messages of ours that are changed later → where they are: progress, cards, the roots of threads.
import type { Transaction } from "../database/database.ts";

export interface Post {
  about: string;
  place: string;
  messageId: string;
}

/** What one platform keeps of its own posts. */
export interface Posts {
  find(about: string[]): Promise<Post[]>;
  save(post: Post): Promise<void>;
  forget(post: Post): Promise<void>;
}

export function createPosts(client: Transaction, platform: string): Posts {
  return {
    find: async (about) => {
      if (about.length === 0) return [];
      return client.$queryRaw<Post[]>`
        SELECT about, place, message_id AS "messageId" FROM posts
        WHERE platform = ${platform} AND about = ANY(${about}) ORDER BY created_at`;
    },
    save: async ({ about, place, messageId }) => {
      await client.$executeRaw`
        INSERT INTO posts (platform, about, place, message_id) VALUES (${platform}, ${about}, ${place}, ${messageId})
        ON CONFLICT DO NOTHING`;
    },
    forget: async ({ about, messageId }) => {
      await client.$executeRaw`
        DELETE FROM posts WHERE platform = ${platform} AND about = ${about} AND message_id = ${messageId}`;
    },
  };
}

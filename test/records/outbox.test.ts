// Replies that were stored before an upgrade leave after it.
import { expect, test } from "vitest";
import { storeMessage } from "../../src/records/messages.ts";
import { addReply, findReply } from "../../src/records/outbox.ts";
import { readWork } from "../../src/records/work.ts";
import { inWords } from "../../src/reply.ts";
import { alice, freshStoreForEachTest } from "../support/shop.ts";

const open = freshStoreForEachTest();

test("a reply with a table leaves with it, and one from before there were tables without", async () => {
  const { client } = open.database;
  const about = { place: "a", author: alice, text: "stock?", standsAlone: false, notRead: [], answerTo: null };
  const { conversationId } = await storeMessage(client, "test", { key: "test:a:1", ...about }, null);
  const withTable = { ...inWords("new", ["test:a:1"]), table: { columns: ["item"], rows: [["Moon"]] } };
  const { table: _, ...old } = inWords("old", ["test:a:2"]);
  await addReply(client, conversationId, withTable, null);
  await client.$executeRaw`
    INSERT INTO outbox (id, conversation_id, reply) VALUES ('out_old', ${conversationId}, ${JSON.stringify(old)}::jsonb)`;
  const { replies } = await readWork(client, conversationId, 5);
  expect(replies.map(({ reply }) => reply)).toEqual([withTable, inWords("old", ["test:a:2"])]);
  expect(await findReply(client, conversationId, "test:a:2")).toEqual(inWords("old", ["test:a:2"]));
});

import { expect, test } from "vitest";
import { storeMessage } from "../../src/records/messages.ts";
import { RequestTaken, setStage, takeRequest } from "../../src/records/requests.ts";
import { readWork } from "../../src/records/work.ts";
import { alice, freshStoreForEachTest } from "../support/shop.ts";

const open = freshStoreForEachTest();

const at = (conversationId: string) => ({ conversationId, platform: "test", place: "a" });

async function write(number: number): Promise<string> {
  const message = {
    key: `test:a:${number}`,
    place: "a",
    author: alice,
    text: `number ${number}`,
    standsAlone: false,
    notRead: [],
    answerTo: null,
  };
  return (await storeMessage(open.database.client, "test", message, null)).conversationId;
}

async function waitingIn(conversationId: string) {
  const { messages } = await readWork(open.database.client, conversationId, 5);
  const [first, ...rest] = messages;
  if (first === undefined) throw new Error("nothing waits");
  return [first, ...rest] as [typeof first, ...typeof rest];
}

test("a message that was to go on with a request which another worker has ended still waits, and is answered", async () => {
  const { client, transaction } = open.database;
  const conversationId = await write(1);
  const request = await takeRequest(client, at(conversationId), await waitingIn(conversationId));
  await write(2);
  const seen = await waitingIn(conversationId);
  expect(seen.map(({ text }) => text)).toEqual(["number 1", "number 2"]);
  await setStage(client, request.id, "done");
  await expect(transaction((tx) => takeRequest(tx, at(conversationId), seen))).rejects.toBeInstanceOf(RequestTaken);
  expect((await waitingIn(conversationId)).map(({ text }) => text)).toEqual(["number 2"]);
});

test("of two workers that take the same messages, the second gets nothing and leaves nothing", async () => {
  const { client } = open.database;
  const conversationId = await write(1);
  const seen = await waitingIn(conversationId);
  await takeRequest(client, at(conversationId), seen);
  await expect(takeRequest(client, at(conversationId), seen)).rejects.toThrow();
  expect(await client.request.count()).toBe(1);
});

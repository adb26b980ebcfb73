// The stream of a request's stages reaches the page whole, however the network cuts it.
import fc from "fast-check";
import { expect, test } from "vitest";
import { readEvents } from "../../src/console/api/event-stream.ts";

async function eventsOf(text: string, cuts: number[], newline = "\n") {
  const bytes = new TextEncoder().encode(text.replaceAll("\n", newline));
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  async function* chunks() {
    for (const [index, start] of places.entries()) yield bytes.slice(start, places[index + 1] ?? bytes.length);
  }
  const events = [];
  for await (const event of readEvents(chunks())) events.push(event);
  return events;
}

const sent =
  'event: status\ndata: {"stage":"planning"}\n\n: a comment\n\nevent: content\ndata: {"text":"3 × Café, 15 €"}\n\nevent: done\ndata: {\ndata: "ok":true}\n\n';
const received = [
  { event: "status", data: '{"stage":"planning"}' },
  { event: "content", data: '{"text":"3 × Café, 15 €"}' },
  { event: "done", data: '{\n"ok":true}' },
];

test("events arrive whole wherever the chunks break, even inside a letter", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat()), fc.constantFrom("\n", "\r\n"), async (cuts, newline) => {
      expect(await eventsOf(sent, cuts, newline)).toEqual(received);
    }),
  );
});

test("a last event without its closing blank line still counts", async () => {
  expect(await eventsOf("event: error\ndata: {}", [])).toEqual([{ event: "error", data: "{}" }]);
});

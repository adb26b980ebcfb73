// The bytes of a server-sent event stream in, its events one by one out; chunks may break anywhere.

export interface ServerEvent {
  event: string;
  data: string;
}

export async function* readEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true });
    const blocks = splitBlocks(rest);
    rest = blocks.rest;
    yield* blocks.events;
  }
  yield* splitBlocks(`${rest}${decoder.decode()}\n\n`).events;
}

function splitBlocks(text: string): { events: ServerEvent[]; rest: string } {
  // A trailing CR may be half of a CRLF: it waits for the next chunk.
  const end = text.endsWith("\r") ? text.length - 1 : text.length;
  const blocks = (text.slice(0, end).replaceAll("\r\n", "\n") + text.slice(end)).split("\n\n");
  const rest = blocks.pop() ?? "";
  return { events: blocks.map(parseBlock).filter((event) => event !== null), rest };
}

function parseBlock(block: string): ServerEvent | null {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") event = value;
    if (field === "data") data.push(value);
  }
  return data.length === 0 ? null : { event, data: data.join("\n") };
}

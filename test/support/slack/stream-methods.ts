// The workspace in; chat.startStream, appendStream and stopStream out, with the end that Slack gives to long streams.
import { readBlocks, readMetadata } from "./chat-methods.ts";
import { asFields, asList, asText, type Fields } from "./fields.ts";
import { messageJson } from "./message-json.ts";
import { type Methods, memberChannel, messageIn, postableChannel, refuse, required, threadIn } from "./method.ts";
import type { Posting } from "./posting.ts";
import type { Block, Channel, Message, Workspace } from "./workspace.ts";

const MAX_MARKDOWN = 12_000;

export function createStreamMethods(workspace: Workspace, posting: Posting, streamMs: number): Methods {
  const { app, stamps } = workspace;

  function openStream(args: Fields): { channel: Channel; message: Message; stream: NonNullable<Message["stream"]> } {
    const channel = memberChannel(workspace, args);
    const message = messageIn(channel, required(args, "ts", "message_not_found"));
    if (message.botId !== app.botId) refuse("message_not_owned_by_app");
    const { stream } = message;
    if (stream === null || !stream.isOpen || stream.endsAt <= Date.now()) refuse("message_not_in_streaming_state");
    return { channel, message, stream };
  }

  function drawn(markdown: string, blockId: string): Block[] {
    return markdown === "" ? [] : [{ type: "markdown", text: markdown, block_id: blockId }];
  }

  function grow(message: Message, stream: NonNullable<Message["stream"]>, addition: string): void {
    stream.markdown += addition;
    message.text = stream.markdown;
    message.blocks = drawn(stream.markdown, message.blocks?.[0]?.block_id ?? stamps.id("b"));
  }

  return {
    "chat.startStream": {
      scopes: ["chat:write"],
      run: (args) => {
        const channel = postableChannel(workspace, args);
        required(args, "thread_ts", "invalid_thread_ts");
        const threadTs = threadIn(channel, args);
        if (channel.kind !== "im") {
          const userId = required(args, "recipient_user_id", "missing_recipient_user_id");
          required(args, "recipient_team_id", "missing_recipient_team_id");
          if (!workspace.users.has(userId)) refuse("user_not_found");
        }
        const markdown = readAddition(args);
        const message = posting.post(channel, {
          userId: app.botUserId,
          botId: app.botId,
          appId: app.id,
          text: markdown,
          blocks: drawn(markdown, stamps.id("b")),
          threadTs,
          stream: { isOpen: true, endsAt: Date.now() + streamMs, markdown },
        });
        return { ok: true, channel: channel.id, ts: message.ts };
      },
    },
    "chat.appendStream": {
      scopes: ["chat:write"],
      run: (args) => {
        const { channel, message, stream } = openStream(args);
        const addition = readAddition(args);
        if (addition === "" && asList(args.chunks).length === 0) refuse("no_text");
        grow(message, stream, addition);
        return { ok: true, channel: channel.id, ts: message.ts };
      },
    },
    "chat.stopStream": {
      scopes: ["chat:write"],
      run: (args) => {
        const { channel, message, stream } = openStream(args);
        grow(message, stream, readAddition(args));
        const added = args.blocks === undefined ? [] : readBlocks(workspace, asList(args.blocks), true);
        posting.edit(channel, message, {
          blocks: [...(message.blocks ?? []), ...added],
          metadata: readMetadata(args) ?? message.metadata,
          stream: { ...stream, isOpen: false },
        });
        return { ok: true, channel: channel.id, ts: message.ts, message: messageJson(workspace, message) };
      },
    },
  };
}

function readAddition(args: Fields): string {
  const chunks = asList(args.chunks).map(asFields);
  const texts = chunks.filter((chunk) => chunk.type === "markdown_text").map((chunk) => asText(chunk.text) ?? "");
  const markdown = (asText(args.markdown_text) ?? "") + texts.join("");
  if (markdown.length > MAX_MARKDOWN) refuse("msg_too_long");
  return markdown;
}

// The workspace in; chat.postMessage, update, delete, postEphemeral and getPermalink out.
import { checkBlocks } from "./block-rules.ts";
import { asFields, asFlag, asList, asText, type Fields } from "./fields.ts";
import { messageJson } from "./message-json.ts";
import { type Methods, memberChannel, messageIn, postableChannel, refuse, required, threadIn } from "./method.ts";
import type { Posting } from "./posting.ts";
import { storeBlocks } from "./stored-blocks.ts";
import type { Block, Message, Workspace } from "./workspace.ts";

const MAX_TEXT = 40_000;
const MAX_MARKDOWN = 12_000;
const MAX_BLOCKS_LENGTH = 13_200;

export function createChatMethods(workspace: Workspace, posting: Posting): Methods {
  const { app } = workspace;
  const asBot = { userId: app.botUserId, botId: app.botId, appId: app.id };

  return {
    "chat.postMessage": {
      scopes: ["chat:write"],
      run: (args) => {
        const channel = postableChannel(workspace, args);
        const content = readContent(workspace, args);
        const threadTs = threadIn(channel, args);
        const username = asText(args.username) ?? null;
        if (username !== null && !app.scopes.includes("chat:write.customize")) refuse("missing_scope");
        const message = posting.post(channel, {
          ...asBot,
          ...content,
          threadTs,
          username,
          subtype: username === null ? null : "bot_message",
          isBroadcast: threadTs !== null && asFlag(args.reply_broadcast),
          metadata: readMetadata(args),
        });
        return { ok: true, channel: channel.id, ts: message.ts, message: withMetadata(workspace, message) };
      },
    },
    "chat.update": {
      scopes: ["chat:write"],
      run: (args) => {
        const channel = memberChannel(workspace, args);
        const message = messageIn(channel, required(args, "ts", "message_not_found"));
        if (message.botId !== app.botId) refuse("cant_update_message");
        if (message.stream?.isOpen === true && message.stream.endsAt > Date.now()) refuse("streaming_state_conflict");
        const { hasBareNames, ...content } = readContent(workspace, args);
        const metadata = args.metadata === undefined ? message.metadata : readMetadata(args);
        // Text alone takes the blocks away and marks the message as edited; blocks do neither.
        const edited = args.blocks === undefined ? { user: app.botUserId, ts: workspace.stamps.ts() } : message.edited;
        const attachments = args.attachments === undefined ? message.attachments : content.attachments;
        posting.edit(channel, message, { ...content, attachments, metadata, edited, stream: null }, { hasBareNames });
        return {
          ok: true,
          channel: channel.id,
          ts: message.ts,
          text: message.text,
          message: messageJson(workspace, message),
        };
      },
    },
    "chat.delete": {
      scopes: ["chat:write"],
      run: (args) => {
        const channel = memberChannel(workspace, args);
        const message = messageIn(channel, required(args, "ts", "message_not_found"));
        if (message.botId !== app.botId) refuse("cant_delete_message");
        posting.remove(channel, message);
        return { ok: true, channel: channel.id, ts: message.ts };
      },
    },
    "chat.postEphemeral": {
      scopes: ["chat:write"],
      run: (args) => {
        const channel = memberChannel(workspace, args);
        if (channel.isArchived) refuse("is_archived");
        const userId = required(args, "user", "no_user");
        if (!channel.memberIds.includes(userId)) refuse("user_not_in_channel");
        const content = readContent(workspace, args);
        const threadTs = threadIn(channel, args);
        const message = posting.post(channel, { ...asBot, ...content, threadTs, ephemeralFor: userId });
        return { ok: true, message_ts: message.ts };
      },
    },
    "chat.getPermalink": {
      scopes: null,
      run: (args) => {
        const channel = memberChannel(workspace, args);
        const message = messageIn(channel, required(args, "message_ts", "message_not_found"));
        const place = `https://${workspace.team.domain}.slack.com/archives/${channel.id}/p${message.ts.replace(".", "")}`;
        const thread = message.threadTs === null ? "" : `?thread_ts=${message.threadTs}&cid=${channel.id}`;
        return { ok: true, channel: channel.id, permalink: `${place}${thread}` };
      },
    },
  };
}

interface Content {
  text: string;
  blocks: Block[] | null;
  attachments: Fields[];
  isMrkdwn: boolean;
  hasBareNames: boolean;
}

/** Checked. A response_url has no limit on the whole of the blocks. */
export function readContent(workspace: Workspace, args: Fields, hasTotalLimit = true): Content {
  const text = asText(args.text) ?? "";
  const markdown = asText(args.markdown_text);
  const attachments = asList(args.attachments).map(asFields);
  if (markdown !== undefined && (text !== "" || args.blocks !== undefined)) refuse("markdown_text_conflict");
  if (markdown !== undefined && markdown.length > MAX_MARKDOWN) refuse("msg_too_long");
  const given = markdown === undefined ? args.blocks : [{ type: "markdown", text: markdown }];
  if (given !== undefined && !Array.isArray(given)) refuse("invalid_blocks_format");
  const blocks = given === undefined ? null : readBlocks(workspace, given, hasTotalLimit);
  if (text === "" && (blocks ?? []).length === 0 && attachments.length === 0) refuse("no_text");
  if (text.length > MAX_TEXT) refuse("msg_too_long");
  const hasBareNames = args.parse === "full" || asFlag(args.link_names);
  const isMrkdwn = args.mrkdwn === undefined || asFlag(args.mrkdwn);
  return {
    text: text || (markdown ?? ""),
    blocks: blocks?.length === 0 ? null : blocks,
    attachments,
    isMrkdwn,
    hasBareNames,
  };
}

export function readBlocks(workspace: Workspace, given: unknown[], hasTotalLimit: boolean): Block[] {
  const messages = checkBlocks(given);
  if (messages.length > 0) {
    const errors = messages.map((message) => message.replace("[ERROR] ", ""));
    refuse("invalid_blocks", { errors, response_metadata: { messages } });
  }
  if (hasTotalLimit && JSON.stringify(given).length > MAX_BLOCKS_LENGTH) refuse("msg_blocks_too_long");
  return storeBlocks(given, () => workspace.stamps.id("b"));
}

export function readMetadata(args: Fields): Fields | null {
  if (args.metadata === undefined) return null;
  const metadata = asFields(args.metadata);
  if (typeof metadata.event_type !== "string" || typeof metadata.event_payload !== "object") {
    refuse("invalid_metadata_format");
  }
  return metadata;
}

function withMetadata(workspace: Workspace, message: Message): Fields {
  const json = messageJson(workspace, message);
  return message.metadata === null ? json : { ...json, metadata: message.metadata };
}

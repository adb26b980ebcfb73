// A workspace in; what its people see in channels, dialogs and home tabs out, and what ever rang.
import { type Button, drawBlocks, findButtons } from "./block-text.ts";
import { asFields, asText, textIn } from "./fields.ts";
import { renderMrkdwn, unescapeEntities } from "./markup.ts";
import { type Block, type Channel, type Message, type Ping, SLACKBOT, type View, type Workspace } from "./workspace.ts";

interface SeenMessage {
  ts: string;
  threadTs: string | null;
  userId: string;
  isBot: boolean;
  /** For notifications and screen readers when there are blocks; as the app sent it. */
  text: string;
  /** What stands on the screen, from the blocks if there are any. */
  shown: string;
  buttons: Button[];
  blocks: Block[];
  files: { name: string; title: string; altText: string | null; bytes: Buffer | null }[];
  isEdited: boolean;
  ephemeralFor: string | null;
  isStreaming: boolean;
  reactions: { name: string; users: string[] }[];
}

interface SeenView {
  viewId: string;
  callbackId: string;
  privateMetadata: string;
  title: string;
  shown: string;
  buttons: Button[];
  blocks: Block[];
  submitLabel: string | null;
  /** By block, what the app had against the last submission. */
  errors: { [blockId: string]: string };
}

export interface Sight {
  /**
   * In order, as it stands now: the channel without its threads, or one thread with its root. `as` a person: nothing
   * where they are no member, and of the ephemeral messages only theirs; without it all of them.
   */
  seen(channelId: string, options?: { threadTs?: string; as?: string }): SeenMessage[];
  /** Everything in messages and edits that rang for somebody, in order. */
  pings(channelId: string): Ping[];
  /** The open dialogs of a person, the one on top last. */
  modals(userId: string): SeenView[];
  home(userId: string): SeenView | null;
  /** What the app says it is doing in a thread, or "". */
  status(channelId: string, threadTs: string): string;
  /** The prompts offered in a thread. */
  prompts(channelId: string, threadTs: string): { title: string; message: string }[];
}

export function createSight(workspace: Workspace, channelOf: (id: string) => Channel): Sight {
  function draw(message: Message): string {
    const { blocks, text, isMrkdwn, stream } = message;
    if (blocks !== null && blocks.length > 0) return drawBlocks(workspace, blocks);
    if (stream !== null) return stream.markdown;
    const attached = message.attachments.map((one) => asText(one.text) ?? asText(one.fallback) ?? "");
    const lines = [text, ...attached].filter((line) => line !== "").join("\n");
    return isMrkdwn ? renderMrkdwn(workspace, lines) : unescapeEntities(lines);
  }

  function see(message: Message): SeenMessage {
    const blocks = message.blocks ?? [];
    return {
      ts: message.ts,
      threadTs: message.threadTs,
      userId: message.userId,
      isBot: message.botId !== null || message.userId === SLACKBOT,
      text: message.text,
      shown: draw(message),
      buttons: findButtons(blocks),
      blocks,
      files: message.fileIds.flatMap((id) => {
        const file = workspace.files.get(id);
        return file === undefined
          ? []
          : [{ name: file.name, title: file.title, altText: file.altText, bytes: file.bytes }];
      }),
      isEdited: message.edited !== null,
      ephemeralFor: message.ephemeralFor,
      isStreaming: message.stream?.isOpen === true && message.stream.endsAt > Date.now(),
      reactions: message.reactions,
    };
  }

  function seeView({ id, definition, blocks, errors }: View): SeenView {
    const submit = textIn(definition.submit);
    return {
      viewId: id,
      callbackId: asText(definition.callback_id) ?? "",
      privateMetadata: asText(definition.private_metadata) ?? "",
      title: unescapeEntities(textIn(definition.title)),
      shown: drawBlocks(workspace, blocks),
      buttons: findButtons(blocks),
      blocks,
      submitLabel: submit === "" ? null : submit,
      errors,
    };
  }

  return {
    seen: (channelId, { threadTs, as } = {}) => {
      const channel = channelOf(channelId);
      if (as !== undefined && channel.kind !== "public" && !channel.memberIds.includes(as)) return [];
      return channel.messages
        .filter((message) =>
          threadTs === undefined
            ? message.threadTs === null || message.isBroadcast
            : message.ts === threadTs || message.threadTs === threadTs,
        )
        .filter((message) => message.ephemeralFor === null || as === undefined || message.ephemeralFor === as)
        .map(see);
    },
    pings: (channelId) => workspace.pings.filter((ping) => ping.channelId === channelId),
    modals: (userId) => (workspace.modals.get(userId) ?? []).map(seeView),
    home: (userId) => {
      const view = workspace.homes.get(userId);
      return view === undefined ? null : seeView(view);
    },
    status: (channelId, threadTs) => workspace.statuses.get(`${channelId} ${threadTs}`) ?? "",
    prompts: (channelId, threadTs) =>
      (workspace.prompts.get(`${channelId} ${threadTs}`) ?? []).map((prompt) => ({
        title: asText(asFields(prompt).title) ?? "",
        message: asText(asFields(prompt).message) ?? "",
      })),
  };
}

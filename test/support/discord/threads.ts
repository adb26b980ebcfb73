// A thread begins: in the world, in the channel it hangs in, and for the sessions.
import { ChannelType, MessageType } from "discord-api-types/v10";
import { newChannel } from "./make-world.ts";
import { publishMessage } from "./message-payload.ts";
import { postMessage } from "./messages.ts";
import { publishThread } from "./thread-state.ts";
import type { Channel, Message, World } from "./world.ts";

export interface NewThread {
  parent: Channel;
  name: string;
  ownerId: string;
  autoArchiveMinutes: number;
  /** The message it hangs on; `null`: it stands alone. */
  message: Message | null;
  isPrivate: boolean;
}

const HAS_THREAD = 32;

export function newThread(world: World, about: NewThread): Channel {
  const { parent, message } = about;
  const thread = newChannel(world, {
    id: message?.id ?? world.newId(),
    type: about.isPrivate ? ChannelType.PrivateThread : ChannelType.PublicThread,
    guildId: parent.guildId,
    parentId: parent.id,
    name: about.name,
    thread: {
      ownerId: about.ownerId,
      isArchived: false,
      isLocked: false,
      archivedAt: Date.now(),
      autoArchiveMinutes: about.autoArchiveMinutes,
      memberIds: new Set([about.ownerId]),
      messageCount: 0,
    },
  });
  publishThread(world, "THREAD_CREATE", thread, { newly_created: true });
  if (message !== null) {
    message.flags |= HAS_THREAD;
    publishMessage(world, "MESSAGE_UPDATE", message);
    postMessage(world, {
      channelId: thread.id,
      authorId: about.ownerId,
      type: MessageType.ThreadStarterMessage,
      reference: { kind: "thread", channelId: message.channelId, messageId: message.id },
    });
  } else if (!about.isPrivate) {
    postMessage(world, {
      channelId: parent.id,
      authorId: about.ownerId,
      type: MessageType.ThreadCreated,
      content: about.name,
      reference: { kind: "thread", channelId: thread.id, messageId: thread.id },
    });
  }
  return thread;
}

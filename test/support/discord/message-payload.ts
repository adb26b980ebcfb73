// A message in; how the interface and the gateway show it out, and its way to the sessions.
import { GatewayIntentBits, InteractionType } from "discord-api-types/v10";
import { channelPayload, memberPayload, userPayload } from "./guild-payloads.ts";
import { EPHEMERAL } from "./message-shapes.ts";
import { may } from "./permissions.ts";
import { isoTime, timeOf } from "./snowflake.ts";
import { type Attachment, type Interaction, type Message, publish, type World } from "./world.ts";

/** The nonce comes back at the birth of a message only. */
export function newMessagePayload(world: World, message: Message): object {
  return { ...messagePayload(world, message), ...(message.nonce === null ? {} : { nonce: message.nonce }) };
}

/** As REST has it: no guild_id, no member. */
export function messagePayload(world: World, message: Message, depth = 0): object {
  const { reference } = message;
  const thread = world.channels.get(message.id);
  const referenced = reference === null ? undefined : world.messages.get(reference.messageId);
  const isAnswer = reference?.kind === "reply" || reference?.kind === "thread";
  return {
    id: message.id,
    type: message.type,
    channel_id: message.channelId,
    author: authorPayload(world, message),
    content: message.content,
    timestamp: isoTime(timeOf(message.id)),
    edited_timestamp: message.editedAt === null ? null : isoTime(message.editedAt),
    tts: false,
    pinned: false,
    mention_everyone: message.everyone,
    mentions: message.users.map((id) => namedUser(world, id)),
    mention_roles: message.roles,
    attachments: message.attachments.map((one) => attachmentPayload(world, message, one)),
    embeds: message.embeds.map((one) => ({ type: "rich", ...one })),
    components: message.components,
    flags: message.flags,
    ...(message.webhookName === null ? {} : { webhook_id: message.authorId }),
    ...(message.authorId === world.botId && message.interaction !== null
      ? {
          application_id: world.botId,
          webhook_id: world.botId,
          interaction_metadata: interactionMetadata(world, message.interaction, message),
        }
      : {}),
    ...(message.reactions.size === 0 ? {} : { reactions: reactionPayloads(world, message) }),
    ...(reference === null
      ? {}
      : {
          message_reference: {
            type: reference.kind === "forward" ? 1 : 0,
            channel_id: reference.channelId,
            message_id: reference.messageId,
            ...guildIdOf(world, reference.channelId),
          },
        }),
    ...(isAnswer && depth === 0
      ? { referenced_message: referenced === undefined ? null : messagePayload(world, referenced, 1) }
      : {}),
    ...(message.snapshot === null
      ? {}
      : { message_snapshots: [{ message: snapshotPayload(world, message.snapshot) }] }),
    ...(thread?.thread ? { thread: channelPayload(world, thread) } : {}),
  };
}

function authorPayload(world: World, message: Message): object {
  if (message.webhookName !== null) {
    const { webhookName, authorId } = message;
    return {
      id: authorId,
      username: webhookName,
      avatar: null,
      bot: true,
      discriminator: "0000",
      global_name: null,
      clan: null,
      primary_guild: null,
      public_flags: 0,
    };
  }
  return namedUser(world, message.authorId);
}

function namedUser(world: World, id: string): object {
  const person = world.people.get(id);
  return person === undefined
    ? { id, username: "Deleted User", discriminator: "0", avatar: null }
    : userPayload(person);
}

function guildIdOf(world: World, channelId: string): { guild_id?: string } {
  const guildId = world.channels.get(channelId)?.guildId;
  return guildId ? { guild_id: guildId } : {};
}

function attachmentPayload(world: World, message: Message, one: Attachment): object {
  const url = `${world.filesUrl}/${message.channelId}/${one.id}/${encodeURIComponent(one.filename)}`;
  return {
    id: one.id,
    filename: one.filename,
    size: one.bytes.byteLength,
    url,
    proxy_url: url,
    content_type: one.contentType,
    content_scan_version: 1,
    ...(one.description === null ? {} : { description: one.description }),
    ...(one.contentType.startsWith("image/") ? { width: 640, height: 480 } : {}),
    ...(message.ephemeralFor === null ? {} : { ephemeral: true }),
  };
}

function snapshotPayload(world: World, message: Message): object {
  return {
    type: message.type,
    content: message.content,
    timestamp: isoTime(timeOf(message.id)),
    edited_timestamp: message.editedAt === null ? null : isoTime(message.editedAt),
    mentions: message.users.map((id) => namedUser(world, id)),
    ...(message.roles.length === 0 ? {} : { mention_roles: message.roles }),
    attachments: message.attachments.map((one) => attachmentPayload(world, message, one)),
    embeds: message.embeds.map((one) => ({ type: "rich", ...one })),
    components: message.components,
    flags: message.flags,
  };
}

function reactionPayloads(world: World, message: Message): object[] {
  return [...message.reactions].map(([name, userIds]) => ({
    emoji: { id: null, name },
    count: userIds.length,
    count_details: { normal: userIds.length, burst: 0 },
    burst_colors: [],
    me: userIds.includes(world.botId),
    me_burst: false,
    burst_me: false,
    burst_count: 0,
  }));
}

function interactionMetadata(world: World, interaction: Interaction, message: Message): object {
  const { openedBy } = interaction;
  return {
    id: interaction.id,
    type: interaction.type,
    user: namedUser(world, interaction.userId),
    authorizing_integration_owners: integrationOwners(world, interaction),
    ...(interaction.type === InteractionType.ApplicationCommand
      ? { name: interaction.commandName, command_type: 1 }
      : {}),
    ...(interaction.type === InteractionType.MessageComponent ? { interacted_message_id: interaction.messageId } : {}),
    ...(message.isFollowUp ? { original_response_message_id: interaction.originalId } : {}),
    ...(openedBy === null
      ? {}
      : {
          triggering_interaction_metadata: {
            id: openedBy.id,
            type: openedBy.type,
            user: namedUser(world, openedBy.userId),
            authorizing_integration_owners: integrationOwners(world, openedBy),
          },
        }),
  };
}

export function integrationOwners(world: World, interaction: Interaction): { "0": string } {
  return { "0": world.channels.get(interaction.channelId)?.guildId ?? "0" };
}

/** As events have it: with guild and member, except for what only one person sees. */
function messageEventPayload(world: World, message: Message): object {
  const channel = world.channels.get(message.channelId);
  const payload = messagePayload(world, message);
  if (channel === undefined) return payload;
  const guild = channel.guildId === null ? undefined : world.guilds.get(channel.guildId);
  if (guild === undefined || message.ephemeralFor !== null) return { ...payload, channel_type: channel.type };
  const author = message.webhookName === null ? guild.members.get(message.authorId) : undefined;
  return {
    ...payload,
    channel_type: channel.type,
    guild_id: guild.id,
    mentions: message.users.map((id) => {
      const member = guild.members.get(id);
      return { ...namedUser(world, id), ...(member === undefined ? {} : { member: memberPayload(member) }) };
    }),
    ...(author === undefined ? {} : { member: memberPayload(author) }),
  };
}

/** Tells the sessions of a message that came or changed. Ephemeral ones travel as direct messages do. */
export function publishMessage(world: World, name: "MESSAGE_CREATE" | "MESSAGE_UPDATE", message: Message): void {
  const channel = world.channels.get(message.channelId);
  if (channel === undefined) return;
  const isPrivate = channel.guildId === null || (message.flags & EPHEMERAL) !== 0;
  if (!isPrivate && !may(world, channel, world.botId, "ViewChannel")) return;
  publish(world, {
    name,
    data: {
      ...messageEventPayload(world, message),
      ...(name === "MESSAGE_UPDATE" || message.nonce === null ? {} : { nonce: message.nonce }),
    },
    guildId: isPrivate ? null : channel.guildId,
    intents: isPrivate ? GatewayIntentBits.DirectMessages : GatewayIntentBits.GuildMessages,
    hidesContent: !isPrivate && message.authorId !== world.botId && !message.users.includes(world.botId),
  });
}

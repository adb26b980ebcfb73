// An interaction and its data in; what the gateway sends of it out.
import { interactionChannelPayload, memberPayload, userPayload } from "./guild-payloads.ts";
import { integrationOwners, messagePayload } from "./message-payload.ts";
import { permissionsIn } from "./permissions.ts";
import { channelOf, type Interaction, personOf, type World } from "./world.ts";

const UPLOAD_BYTES = 10_485_760;

export function interactionPayload(world: World, interaction: Interaction, data: object): object {
  const channel = channelOf(world, interaction.channelId);
  const person = personOf(world, interaction.userId);
  const guild = channel.guildId === null ? undefined : world.guilds.get(channel.guildId);
  const member = guild?.members.get(person.id);
  const message = interaction.messageId === null ? undefined : world.messages.get(interaction.messageId);
  const permissions = String(permissionsIn(world, channel, person.id));
  return {
    id: interaction.id,
    application_id: world.botId,
    type: interaction.type,
    token: interaction.token,
    version: 1,
    data,
    channel_id: channel.id,
    channel: { ...interactionChannelPayload(world, channel), ...(guild === undefined ? {} : { permissions }) },
    app_permissions: String(permissionsIn(world, channel, world.botId)),
    locale: person.locale,
    entitlements: [],
    entitlement_sku_ids: [],
    authorizing_integration_owners: integrationOwners(world, interaction),
    context: guild === undefined ? 1 : 0,
    attachment_size_limit: UPLOAD_BYTES,
    ...(guild === undefined || member === undefined
      ? { user: userPayload(person) }
      : {
          guild_id: guild.id,
          guild: { id: guild.id, locale: "en-US", features: [] },
          guild_locale: "en-US",
          member: {
            ...memberPayload(member),
            permissions,
            unusual_dm_activity_until: null,
            user: userPayload(person),
          },
        }),
    ...(message === undefined ? {} : { message: messagePayload(world, message) }),
  };
}

// An interaction as Discord delivers it in; who did it, where, and by which key it is known, out.
import { type APIInteraction, PermissionFlagsBits } from "discord-api-types/v10";
import type { ChatPerson } from "../door.ts";
import { personName } from "../person-name.ts";
import { type Channel, channelOf } from "./guilds.ts";
import type { People } from "./people.ts";
import { answerToText, keyOf, type Place } from "./places.ts";
import type { Responder } from "./responder.ts";

export interface Context {
  id: string;
  key: string;
  answerTo: string;
  channel: Channel;
  /** Where the talk is: a command in a channel has no thread yet. */
  place: Place;
  /** As Discord says it itself; the bot may be called where it sees nothing. */
  botMayWrite: boolean;
  responder: Responder;
  /** How they are called here. */
  name: string | null;
  person(): Promise<ChatPerson>;
}

/** null: of a kind, or from a place, where the bot is nobody's partner. */
export function contextOf(
  interaction: APIInteraction,
  people: People,
  responderFor: (userId: string) => Responder,
): Context | null {
  const { id, application_id: applicationId, token, channel: partial } = interaction;
  const user = interaction.member?.user ?? interaction.user;
  if (user === undefined || partial === undefined) return null;
  const guildId = interaction.guild_id ?? null;
  const channel = channelOf(partial, guildId);
  return {
    id,
    key: keyOf({ guildId, channelId: channel.id, id }),
    answerTo: answerToText({ applicationId, token }),
    channel,
    place: placeOf(channel, id),
    botMayWrite: guildId === null || mayWrite(BigInt(interaction.app_permissions)),
    responder: responderFor(user.id),
    name: personName(interaction.member?.nick, user.global_name, user.username),
    person: () =>
      people.person(user, guildId, interaction.member ?? null, "locale" in interaction ? interaction.locale : null),
  };
}

function placeOf({ id: channelId, guildId, parentId, isThread }: Channel, interactionId: string): Place {
  if (guildId === null) return { kind: "dm", channelId };
  if (!isThread) return { kind: "command", guildId, channelId, interactionId };
  return { kind: "thread", guildId, channelId: parentId ?? channelId, threadId: channelId };
}

function mayWrite(permissions: bigint): boolean {
  const needed = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages;
  return (permissions & needed) === needed || (permissions & PermissionFlagsBits.Administrator) !== 0n;
}

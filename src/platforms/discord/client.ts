// The client of Discord's gateway: only what messages and commands need, and next to nothing kept in memory.
import { Client, GatewayIntentBits, Options, Partials } from "discord.js";
import { NOBODY } from "./outgoing.ts";

/** `onFault`: what the client made of an event failed. */
export function createClient(apiUrl: string, onFault: (error: unknown) => void): Client {
  const client = new Client({
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      GatewayIntentBits.MessageContent,
      GatewayIntentBits.DirectMessages,
    ],
    // Private talks are no channels that the client knows from the start.
    partials: [Partials.Channel],
    allowedMentions: { parse: NOBODY.parse, repliedUser: NOBODY.replied_user },
    failIfNotExists: false,
    rest: { api: apiUrl },
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      MessageManager: 0,
      GuildMemberManager: { maxSize: 0, keepOverLimit: (member) => member.id === member.client.user.id },
      UserManager: { maxSize: 0, keepOverLimit: (user) => user.id === user.client.user.id },
      GuildEmojiManager: 0,
      GuildStickerManager: 0,
      PresenceManager: 0,
      ReactionManager: 0,
      ThreadMemberManager: 0,
      VoiceStateManager: 0,
    }),
  });
  guard(client, onFault);
  return client;
}

/**
 * The client makes objects of every event, which nobody here uses: we take events as Discord sent them. One that the
 * client cannot read would end the process as an unhandled rejection.
 */
function guard({ ws }: Client, onFault: (error: unknown) => void): void {
  const handle: unknown = Reflect.get(ws, "handlePacket");
  if (typeof handle !== "function") return;
  const guarded = (...packet: unknown[]) => {
    try {
      return Reflect.apply(handle, ws, packet);
    } catch (error) {
      onFault(error);
      return false;
    }
  };
  Reflect.set(ws, "handlePacket", guarded);
}

// Discord's REST interface as far as it is needed here. Calls of one channel wait for each other and for that channel's
// rate limit alone; one that would wait for longer than `longestWaitMs` is rejected.
import { DiscordAPIError, REST, type RequestData } from "@discordjs/rest";
import {
  type APIApplicationCommand,
  type APIChannel,
  type APIGuildMember,
  type APIInteractionResponse,
  type APIMessage,
  type RESTPutAPIApplicationCommandsJSONBody,
  Routes,
} from "discord-api-types/v10";
import { z } from "zod";
import type { ChatSettings, DiscordSettings } from "../../chat-settings.ts";
import { Code, hasCode } from "./api-errors.ts";
import { messageCall, type Outgoing } from "./outgoing.ts";
import type { AnswerTo } from "./places.ts";

const WithId = z.looseObject({ id: z.string() });
const Sent = z.object({ id: z.string(), channel_id: z.string(), embeds: z.array(z.unknown()).default([]) });
export type Sent = z.infer<typeof Sent>;

// These are Discord's own words; of them is checked only what could not be done without.
const Message = z.custom<APIMessage>((value) => WithId.extend({ author: WithId }).safeParse(value).success);
const Channel = z.custom<APIChannel>((value) => WithId.safeParse(value).success);
const Member = z.custom<APIGuildMember>((value) => z.object({ roles: z.array(z.string()) }).safeParse(value).success);
const Command = z.custom<APIApplicationCommand>((value) => WithId.safeParse(value).success);

const PAGE = 100;

export type Api = ReturnType<typeof createApi>;

export function createApi({ token, apiUrl }: DiscordSettings, limits: ChatSettings) {
  const options = {
    api: apiUrl,
    timeout: limits.callMs,
    retries: limits.callTries - 1,
    rejectOnRateLimit: ({ retryAfter }: { retryAfter: number }) => retryAfter > limits.longestWaitMs,
  };
  const rest = new REST(options);
  // The first answer to an interaction: whether a repetition is refused because of us is known only here.
  const onceOnly = new REST({ ...options, retries: 0 });

  type Method = "get" | "post" | "put" | "patch" | "delete";
  function call(method: Method, route: `/${string}`, data: RequestData = {}): Promise<unknown> {
    // After one 401 the client would forget the token.
    rest.setToken(token);
    const longestMs = limits.longestWaitMs + limits.callMs * limits.callTries;
    return rest[method](route, { ...data, signal: AbortSignal.timeout(longestMs) });
  }
  const byToken = (message?: Outgoing): RequestData => ({ auth: false, ...(message && messageCall(message)) });

  return {
    me: async () => WithId.parse(await call("get", Routes.user())),
    send: async (channelId: string, message: Outgoing) =>
      Sent.parse(await call("post", Routes.channelMessages(channelId), messageCall(message))),
    edit: async (channelId: string, messageId: string, message: Outgoing) =>
      Sent.parse(await call("patch", Routes.channelMessage(channelId, messageId), messageCall(message))),
    remove: async (channelId: string, messageId: string) => {
      await call("delete", Routes.channelMessage(channelId, messageId));
    },
    message: async (channelId: string, messageId: string) =>
      Message.parse(await call("get", Routes.channelMessage(channelId, messageId))),
    /** At most a page of those that follow, the newest first. */
    messagesAfter: async (channelId: string, after: string) => {
      const query = new URLSearchParams({ after, limit: String(PAGE) });
      return z.array(Message).parse(await call("get", Routes.channelMessages(channelId), { query }));
    },
    type: async (channelId: string) => {
      await call("post", Routes.channelTyping(channelId));
    },

    channel: async (channelId: string) => Channel.parse(await call("get", Routes.channel(channelId))),
    channelsOf: async (guildId: string) => z.array(Channel).parse(await call("get", Routes.guildChannels(guildId))),
    activeThreadsOf: async (guildId: string) =>
      z.object({ threads: z.array(Channel) }).parse(await call("get", Routes.guildActiveThreads(guildId))).threads,
    member: async (guildId: string, userId: string) =>
      Member.parse(await call("get", Routes.guildMember(guildId, userId))),
    startThread: async (channelId: string, messageId: string, name: string) => {
      const body = { name, auto_archive_duration: 1_440 };
      await call("post", Routes.threads(channelId, messageId), { body });
    },
    reopenThread: async (threadId: string) => {
      await call("patch", Routes.channel(threadId), { body: { archived: false } });
    },
    openDm: async (userId: string) =>
      WithId.parse(await call("post", Routes.userChannels(), { body: { recipient_id: userId } })).id,

    /** The first answer to an interaction. */
    respond: async (id: string, interactionToken: string, response: APIInteractionResponse) => {
      const route = Routes.interactionCallback(id, interactionToken);
      const send = () => onceOnly.post(route, { auth: false, body: response });
      try {
        await send();
      } catch (error) {
        if (error instanceof DiscordAPIError) throw error;
        // Nobody knows whether it arrived; if so, the second time is one too many.
        await send().catch((again) => {
          if (!hasCode(again, Code.InteractionHasAlreadyBeenAcknowledged)) throw again;
        });
      }
    },
    fillAnswer: async ({ applicationId, token: answerToken }: AnswerTo, message: Outgoing) =>
      Sent.parse(await call("patch", Routes.webhookMessage(applicationId, answerToken), byToken(message))),
    removeAnswer: async ({ applicationId, token: answerToken }: AnswerTo) => {
      await call("delete", Routes.webhookMessage(applicationId, answerToken), byToken());
    },
    followUp: async ({ applicationId, token: answerToken }: AnswerTo, message: Outgoing) => {
      await call("post", Routes.webhook(applicationId, answerToken), byToken(message));
    },

    commands: async (applicationId: string, guildId: string | null) =>
      z.array(Command).parse(await call("get", commandsRoute(applicationId, guildId))),
    writeCommands: async (
      applicationId: string,
      guildId: string | null,
      body: RESTPutAPIApplicationCommandsJSONBody,
    ) => {
      await call("put", commandsRoute(applicationId, guildId), { body });
    },

    close: () => {
      for (const one of [rest, onceOnly]) {
        one.clearHashSweeper();
        one.clearHandlerSweeper();
      }
    },
  };
}

const commandsRoute = (applicationId: string, guildId: string | null) =>
  guildId === null
    ? Routes.applicationCommands(applicationId)
    : Routes.applicationGuildCommands(applicationId, guildId);

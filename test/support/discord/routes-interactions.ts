// Routes for interactions: the first answer, and what follows by the token. None of them asks for the bot's own token.
import { InteractionResponseType as Type } from "discord-api-types/v10";
import { ApiError, refuseField } from "./api-error.ts";
import { numbered } from "./component-shapes.ts";
import { requireAnswered, requireUnanswered, settle } from "./interactions.ts";
import { contentOfChange, contentOfNew } from "./message-body.ts";
import { messagePayload } from "./message-payload.ts";
import { EPHEMERAL, IS_V2, LOADING, parseMessageBody, parseModal } from "./message-shapes.ts";
import { changeMessage, postMessage, removeMessage } from "./messages.ts";
import { type ApiCall, done, NOTHING, type Router, type UploadedFile } from "./router.ts";
import { type Interaction, type Message, personOf, type World } from "./world.ts";

type Files = Map<string, UploadedFile>;

const COMMAND = 2;
const FORM = 5;

export function addInteractionRoutes(router: Router, world: World): void {
  router.on("POST", "/interactions/:interaction/:token/callback", (call, ids) => {
    const interaction = requireUnanswered(world, ids.interaction, ids.token);
    const { type, data } = (call.body ?? {}) as { type?: unknown; data?: unknown };
    const original = answer(world, interaction, Number(type), data, call.files);
    if (call.query.get("with_response") !== "true") return NOTHING;
    const isNew = original !== null && original.id !== interaction.messageId;
    return done({
      interaction: {
        id: interaction.id,
        type: interaction.type,
        ...(isNew
          ? {
              response_message_id: original.id,
              response_message_loading: (original.flags & LOADING) !== 0,
              response_message_ephemeral: original.ephemeralFor !== null,
            }
          : {}),
      },
      resource: { type, ...(original === null ? {} : { message: messagePayload(world, original) }) },
    });
  });

  router.on("POST", "/webhooks/:application/:token", (call, ids) => {
    const interaction = requireAnswered(world, ids.application, ids.token);
    const original = world.messages.get(interaction.originalId ?? "");
    // The first follow-up to a "thinking" message is the message it promised.
    if (original !== undefined && (original.flags & LOADING) !== 0) return rewrite(original, call);
    const body = parseMessageBody(call.body);
    const content = contentOfNew(world, body, call.files);
    const about = { ...answerIn(world, interaction, body.flags ?? 0), ...content, isFollowUp: true };
    about.flags |= (body.flags ?? 0) & EPHEMERAL;
    return done(messagePayload(world, postMessage(world, about, body.allowed_mentions)));
  });

  router.on("GET", "/webhooks/:application/:token/messages/:message", (_call, ids) =>
    done(messagePayload(world, answerOf(ids.application, ids.token, ids.message))),
  );
  router.on("PATCH", "/webhooks/:application/:token/messages/:message", (call, ids) =>
    rewrite(answerOf(ids.application, ids.token, ids.message), call),
  );
  router.on("DELETE", "/webhooks/:application/:token/messages/:message", (_call, ids) => {
    removeMessage(world, answerOf(ids.application, ids.token, ids.message));
    return NOTHING;
  });

  function answerOf(applicationId: string, token: string, id: string): Message {
    const interaction = requireAnswered(world, applicationId, token);
    const message = world.messages.get(id === "@original" ? (interaction.originalId ?? "") : id);
    const isOurs = message?.interaction === interaction || message?.id === interaction.originalId;
    if (message === undefined || !isOurs) throw new ApiError(404, 10008);
    return message;
  }

  function rewrite(message: Message, call: ApiCall) {
    const channel = world.channels.get(message.channelId);
    if (channel?.thread?.isArchived === true) throw new ApiError(400, 50083);
    const body = parseMessageBody(call.body, (message.flags & IS_V2) !== 0);
    changeMessage(world, message, contentOfChange(world, body, call.files, message), body.allowed_mentions);
    return done(messagePayload(world, message));
  }
}

/** Carries the callback out; the message that is the answer from then on. */
function answer(world: World, interaction: Interaction, type: number, data: unknown, files: Files): Message | null {
  const source = world.messages.get(interaction.messageId ?? "");
  switch (type) {
    case Type.Pong:
      settle(interaction, type, null);
      return null;
    case Type.ChannelMessageWithSource: {
      const body = parseMessageBody(data);
      const content = contentOfNew(world, body, files);
      const about = { ...answerIn(world, interaction, body.flags ?? 0), ...content };
      about.flags |= (body.flags ?? 0) & EPHEMERAL;
      return settled(postMessage(world, about, body.allowed_mentions));
    }
    case Type.DeferredChannelMessageWithSource: {
      const { flags = 0 } = (data ?? {}) as { flags?: number };
      const about = answerIn(world, interaction, flags);
      return settled(postMessage(world, { ...about, flags: LOADING | (flags & EPHEMERAL) }));
    }
    case Type.DeferredMessageUpdate:
      return settled(requireSource());
    case Type.UpdateMessage: {
      const message = requireSource();
      const body = parseMessageBody(data, (message.flags & IS_V2) !== 0);
      changeMessage(world, message, contentOfChange(world, body, files, message), body.allowed_mentions);
      return settled(message);
    }
    case Type.Modal: {
      if (interaction.type === FORM) return refuse();
      const form = parseModal(data);
      const { modals } = personOf(world, interaction.userId);
      const about = {
        customId: form.custom_id,
        title: form.title,
        components: numbered(form.components),
        opener: interaction,
      };
      // A client shows one form at a time.
      modals.splice(0, modals.length, about);
      settle(interaction, type, null);
      return null;
    }
    default:
      return refuse();
  }

  function settled(message: Message): Message {
    settle(interaction, type, message.id);
    return message;
  }
  function requireSource(): Message {
    return source ?? refuse();
  }
  function refuse(): never {
    refuseField(["type"], "BASE_TYPE_CHOICES", "Value is not possible for this interaction.");
  }
}

function answerIn(world: World, interaction: Interaction, flags: number) {
  const isReply = interaction.messageId !== null && world.messages.has(interaction.messageId);
  const repliesTo = {
    kind: "reply" as const,
    channelId: interaction.channelId,
    messageId: interaction.messageId ?? "",
  };
  return {
    channelId: interaction.channelId,
    authorId: world.botId,
    interaction,
    ephemeralFor: (flags & EPHEMERAL) === 0 ? null : interaction.userId,
    reference: isReply ? repliesTo : null,
    ...(interaction.type === COMMAND ? { type: 20 } : {}),
  };
}

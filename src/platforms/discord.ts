// Discord in, a platform that posts from any process and an ear that takes in what people write and press out.
import type { DiscordSettings } from "../chat-settings.ts";
import type { Chat, ChatParts } from "./chat.ts";
import { createApi } from "./discord/api.ts";
import { asNever, isGone, isVoid, isWrongToken } from "./discord/api-errors.ts";
import { DiscordError, WRONG_TOKEN } from "./discord/discord-error.ts";
import { createOrder } from "./discord/in-order.ts";
import type { DiscordEar } from "./discord/listen.ts";
import { messageParts } from "./discord/message-parts.ts";
import { createOpenTalk } from "./discord/open-talk.ts";
import { addressOf, parseAnswerTo, parseAt, placeText, sentAtText } from "./discord/places.ts";
import { createPost } from "./discord/post.ts";
import { createSender } from "./discord/sender.ts";
import { createTyping } from "./discord/typing.ts";
import { NeverPosted, type Platform } from "./platform.ts";
import { createProgressMessages, type MessageWays } from "./progress-messages.ts";

export function createDiscord(settings: DiscordSettings, parts: ChatParts): Chat {
  const { posts, limits, clock, log } = parts;
  const api = createApi(settings, limits);
  const sender = createSender(api);
  const inOrder = createOrder();
  const { homeOf, open } = createOpenTalk({ api, sender, posts, clock, limits: { lateMs: limits.lateInteractionMs } });
  const typing = createTyping(async (place) => sender.type(await homeOf(place)), {
    typingMs: limits.progress.typingMs,
    longestTypingMs: limits.longestTypingMs,
  });
  const sendProgress: MessageWays["send"] = async (place, text, about) => {
    const nonce = `p${about.split(":").at(-1)}`;
    return sentAtText(await sender.send(await homeOf(place), { content: text, nonce }));
  };
  const ways: MessageWays = {
    send: sendProgress,
    // Sent again, it is the one that stands there; a new one becomes the answer just as well.
    find: (place, about) => sendProgress(place, "…", about),
    edit: async (_place, at, text) => {
      await sender.edit(parseAt(at), { content: text });
    },
    remove: async (_place, at) => {
      const { channelId, messageId } = parseAt(at);
      await api.remove(channelId, messageId).catch((error) => {
        if (!isGone(error)) throw error;
      });
    },
  };
  const progress = createProgressMessages(ways, { posts, limits: limits.progress, log });
  const { post, redraw } = createPost({ api, sender, posts, progress, log });
  let ear: DiscordEar | null = null;
  let lastLook: { atMs: number; seen: Promise<unknown> } | null = null;

  const platform: Platform = {
    name: "discord",
    staffPlace: settings.staffChannel === null ? null : placeText({ kind: "staff", channelId: settings.staffChannel }),
    addressOf,
    open: async (place, opening) => {
      try {
        return await open(place, opening);
      } catch (error) {
        throw asNever(error);
      }
    },
    post: (place, delivery) =>
      inOrder(place, async () => {
        typing.stop(place);
        try {
          return await post(await homeOf(place), delivery);
        } catch (error) {
          const reason = asNever(error);
          if (reason instanceof NeverPosted) await (await progress.take(delivery.reply.inReplyTo))?.settle();
          throw reason;
        }
      }),
    answer: async (answerTo, reply) => {
      if (answerTo === null) return;
      try {
        for (const content of messageParts(reply.text)) {
          await api.followUp(parseAnswerTo(answerTo), { content, isPrivate: true });
        }
      } catch (error) {
        if (!isVoid(error)) log.warn({ err: error }, "a person could not be told what came of a press");
      }
    },
    redraw,
    progress: (about, mark) => {
      if (about.platform !== "discord") return;
      typing.show(about.place, mark);
      progress.show(about, mark);
    },
    ping: async () => {
      if (ear !== null) {
        const trouble = ear.trouble();
        if (trouble !== null) throw new DiscordError(trouble);
        return;
      }
      const nowMs = clock().getTime();
      if (lastLook === null || nowMs - lastLook.atMs > limits.silenceMs) lastLook = { atMs: nowMs, seen: api.me() };
      await lastLook.seen.catch((error) => {
        lastLook = null;
        if (isWrongToken(error)) throw new DiscordError(WRONG_TOKEN);
        throw new DiscordError(`Discord cannot be reached at ${settings.apiUrl}.`, { cause: error });
      });
    },
    close: async () => {
      typing.close();
      await progress.close();
      api.close();
    },
  };

  return {
    platform,
    listen: async (door) => {
      // A process that only posts does without the gateway's client.
      const { listen } = await import("./discord/listen.ts");
      const opened = await listen(door, { ...parts, settings, api, sender });
      ear = opened;
      return {
        http: opened.http,
        close: () => {
          ear = null;
          return opened.close();
        },
      };
    },
  };
}

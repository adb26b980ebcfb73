// Slack as a chat platform: posts from any process with the bot's token, listens where the service takes messages in.
import type { SlackSettings } from "../chat-settings.ts";
import type { Chat, ChatParts } from "./chat.ts";
import type { Platform } from "./platform.ts";
import { createAdmission } from "./slack/admission.ts";
import { createApi } from "./slack/api.ts";
import { createFeature } from "./slack/feature.ts";
import { createSendFiles } from "./slack/files.ts";
import { createPing } from "./slack/health.ts";
import { listen, type SlackEar } from "./slack/listen.ts";
import { createMessages } from "./slack/messages.ts";
import { createOpened, createOpenTalk } from "./slack/open-talk.ts";
import { createPeople } from "./slack/people.ts";
import { addressOf } from "./slack/place.ts";
import { createPost } from "./slack/post.ts";
import { createSlackProgress } from "./slack/progress.ts";
import { createRedraw } from "./slack/redraw.ts";
import { createSelf } from "./slack/self.ts";
import { createStream } from "./slack/stream.ts";
import { createWhisper } from "./slack/whisper.ts";

export function createSlack(settings: SlackSettings, chat: ChatParts): Chat {
  const { posts, limits, log, metrics } = chat;
  const api = createApi(settings, limits, log);
  const self = createSelf(api);
  const messages = createMessages(api, log);
  const opened = createOpened(posts);
  const statusLine = createFeature("assistant.threads", limits.missedFeatureMs, log);
  const impatient = api.impatient();
  const progress = createSlackProgress({
    ...{ api: impatient, messages: createMessages(impatient, log) },
    ...{ statusLine, opened, self, chat },
  });
  const streams = createFeature("chat.stream", limits.missedFeatureMs, log);
  const stream = createStream({ api, messages, feature: streams, self, limits: limits.streaming, log });
  const whisper = createWhisper(messages, limits.callMs, log);
  const people = createPeople(api, settings, limits, log);
  const admission = createAdmission(settings, self, people, metrics);
  let ear: SlackEar | null = null;
  const ping = createPing(api, limits, () => ear?.socket ?? null);

  const platform: Platform = {
    name: "slack",
    staffPlace: settings.staffChannel === null ? null : `staff/${settings.staffChannel}`,
    addressOf,
    open: createOpenTalk(api, messages, posts, self, whisper, log),
    post: createPost({
      api,
      messages,
      progress,
      opened,
      stream,
      sendFiles: createSendFiles(api, messages, log),
      self,
      chat,
    }),
    answer: async (answerTo, reply) => {
      const taken = await progress.take(reply.inReplyTo);
      await whisper(answerTo, reply.text);
      if (taken !== null) await progress.drop(taken);
    },
    redraw: createRedraw(messages, posts, log),
    progress: (about, mark) => {
      if (about.platform === "slack") progress.show(about, mark);
    },
    ping,
    close: () => progress.close(),
  };
  return {
    platform,
    listen: async (door) => {
      await ping();
      const opening = await listen({ settings, api, chat, self, people, admission, whisper }, door);
      ear = opening;
      return opening;
    },
  };
}

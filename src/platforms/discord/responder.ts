// One interaction in, the ways to answer it out. Discord waits 3 s for the first answer; what is said then goes to the
// person alone, however far the answering has come, and by a private message when it came too late.
import {
  type APIInteractionResponse,
  type APIModalInteractionResponseCallbackData,
  MessageFlags,
  InteractionResponseType as Type,
} from "discord-api-types/v10";
import type { Log } from "../../telemetry/log.ts";
import type { Api } from "./api.ts";
import { Code, hasCode, isVoid } from "./api-errors.ts";
import { messageParts } from "./message-parts.ts";
import { messageBody, type Outgoing } from "./outgoing.ts";
import { timeOf } from "./snowflake.ts";

type Acknowledged =
  | "not-yet"
  /** Everybody sees that it is thought about. */
  | "thinking"
  | "thinking-privately"
  /** Nothing is to be seen of it, or it stands by itself. */
  | "settled"
  /** Another process has it: it says all there is to say. */
  | "elsewhere"
  /** Discord did not wait for us. */
  | "late";

export interface Responder {
  state(): Acknowledged;
  think(): Promise<void>;
  thinkPrivately(): Promise<void>;
  /** For presses and forms: the message stays as it is. */
  settle(): Promise<void>;
  /** A message for all. */
  show(message: Outgoing): Promise<void>;
  openForm(form: APIModalInteractionResponseCallbackData): Promise<void>;
  /** A message for all, in the place of "thinking"; it may be changed again. */
  fill(message: Outgoing): Promise<void>;
  /** To the person alone; takes the place of "thinking". */
  say(text: string): Promise<void>;
  sayMessage(message: Outgoing): Promise<void>;
  /** Ends it without a word. */
  vanish(): Promise<void>;
}

export interface Interaction {
  id: string;
  application_id: string;
  token: string;
}

interface ResponderParts {
  api: Pick<Api, "respond" | "fillAnswer" | "removeAnswer" | "followUp" | "openDm" | "send">;
  log: Log;
  clock: () => Date;
}

export function createResponder(
  { id, application_id: applicationId, token }: Interaction,
  userId: string,
  { api, log, clock }: ResponderParts,
): Responder {
  let state: Acknowledged = "not-yet";
  let whispers = 0;
  const answerTo = { applicationId, token };

  /** What it is said to be counts only once Discord has taken it. */
  async function answer(response: APIInteractionResponse, after: Acknowledged): Promise<boolean> {
    try {
      await api.respond(id, token, response);
      state = after;
    } catch (error) {
      const isElsewhere = hasCode(error, Code.InteractionHasAlreadyBeenAcknowledged);
      state = isElsewhere ? "elsewhere" : "late";
      const ageMs = clock().getTime() - timeOf(id).getTime();
      if (!isElsewhere)
        log.warn({ interactionId: id, ageMs, err: error }, "an interaction was not acknowledged in time");
    }
    return state === after;
  }

  async function sayMessage(message: Outgoing): Promise<void> {
    switch (state) {
      case "elsewhere":
        return;
      case "not-yet": {
        if (message.files === undefined) {
          const data = messageBody({ ...message, isPrivate: true });
          if (await answer({ type: Type.ChannelMessageWithSource, data }, "settled")) return;
        } else await thinkPrivately();
        return sayMessage(message);
      }
      case "thinking-privately":
        await api.fillAnswer(answerTo, message);
        state = "settled";
        return;
      case "thinking":
        // What all see thinking would become the answer that is for one alone.
        await vanish();
        return sayMessage(message);
      case "settled":
        return api.followUp(answerTo, { ...message, isPrivate: true });
      case "late":
        await api.send(await api.openDm(userId), { ...message, nonce: `w${id}-${whispers++}` });
    }
  }

  async function tried(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.warn({ interactionId: id, err: error }, "a person could not be told what came of what they did");
    }
  }

  const told = (message: Outgoing) => tried(() => sayMessage(message));

  async function thinkPrivately(): Promise<void> {
    const data = { flags: MessageFlags.Ephemeral as const };
    await answer({ type: Type.DeferredChannelMessageWithSource, data }, "thinking-privately");
  }

  async function vanish(): Promise<void> {
    if (state === "not-yet") await thinkPrivately();
    if (state !== "thinking" && state !== "thinking-privately") return;
    await api.removeAnswer(answerTo).catch((error) => {
      if (!isVoid(error)) throw error;
    });
    state = "settled";
  }

  return {
    state: () => state,
    think: async () => void (await answer({ type: Type.DeferredChannelMessageWithSource }, "thinking")),
    thinkPrivately,
    settle: async () => void (await answer({ type: Type.DeferredMessageUpdate }, "settled")),
    show: async (message) => {
      await answer({ type: Type.ChannelMessageWithSource, data: messageBody(message) }, "settled");
    },
    fill: async (message) => {
      if (state === "thinking") await tried(() => api.fillAnswer(answerTo, message));
    },
    openForm: async (data) => void (await answer({ type: Type.Modal, data }, "settled")),
    say: async (text) => {
      for (const content of messageParts(text)) await told({ content });
    },
    sayMessage: told,
    vanish,
  };
}

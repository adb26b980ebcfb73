// Interactions as Discord delivers them in; each given to what knows its kind, and answered whatever happens, out.
import { type APIInteraction, ApplicationCommandType, InteractionType } from "discord-api-types/v10";
import type { ChatSettings } from "../../chat-settings.ts";
import type { Log } from "../../telemetry/log.ts";
import type { Metrics } from "../../telemetry/metrics.ts";
import { parsePressed } from "./buttons.ts";
import { parseForm } from "./forms.ts";
import type { Guilds } from "./guilds.ts";
import { type Context, contextOf } from "./interaction-context.ts";
import type { People } from "./people.ts";
import { FAULT, NOT_SERVED } from "./receive.ts";
import type { Interaction, Responder } from "./responder.ts";
import { timeOf } from "./snowflake.ts";
import type { createTakeCommand } from "./take-command.ts";
import type { TakePress } from "./take-press.ts";

interface InteractionParts {
  takeCommand: ReturnType<typeof createTakeCommand>;
  takePress: TakePress;
  people: People;
  guilds: Pick<Guilds, "serves">;
  responderFor(interaction: Interaction, userId: string): Responder;
  limits: Pick<ChatSettings, "ackMs">;
  clock: () => Date;
  log: Log;
  metrics: Metrics;
}

const CANNOT_WRITE = "I cannot write in this channel. Please ask me in another one, or in a private message.";

export function createInteractions(parts: InteractionParts) {
  const { takeCommand, takePress, people, guilds, limits, clock, log, metrics } = parts;

  /** What is left of the time by which the person has to hear something. */
  function leftMs(id: string): number {
    const ageMs = clock().getTime() - timeOf(id).getTime();
    return Math.min(Math.max(limits.ackMs - Math.max(ageMs, 0), 0), limits.ackMs);
  }

  async function handle(interaction: APIInteraction, context: Context): Promise<void> {
    const { id, channel, responder, botMayWrite } = context;
    if (!guilds.serves(channel)) {
      metrics.turnedAway("place");
      return responder.say(NOT_SERVED);
    }
    switch (interaction.type) {
      case InteractionType.ApplicationCommand: {
        const { data } = interaction;
        if (data.type !== ApplicationCommandType.ChatInput) return responder.say(NOT_SERVED);
        if (data.name === "ask" && !botMayWrite) return responder.say(CANNOT_WRITE);
        return takeCommand(data, context, leftMs(id));
      }
      case InteractionType.MessageComponent:
        return takePress.press(parsePressed(interaction.data.custom_id), interaction.message, context, leftMs(id));
      case InteractionType.ModalSubmit:
        return takePress.form(parseForm(interaction.data), interaction.message, context, leftMs(id));
      default:
        return;
    }
  }

  return async (interaction: APIInteraction): Promise<void> => {
    const context = contextOf(interaction, people, (userId) => parts.responderFor(interaction, userId));
    if (context === null) return;
    try {
      await handle(interaction, context);
    } catch (error) {
      log.error({ interactionId: interaction.id, err: error }, "an interaction could not be handled");
      await context.responder.say(FAULT);
    }
  };
}

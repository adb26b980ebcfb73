// Interactions: how one begins with a person, reaches the sessions and gets its first answer, or none in time.
import { randomBytes } from "node:crypto";
import { ApiError } from "./api-error.ts";
import { interactionPayload } from "./interaction-payload.ts";
import { channelOf, type Interaction, publish, type World } from "./world.ts";

export interface NewInteraction {
  type: number;
  userId: string;
  channelId: string;
  data: object;
  messageId: string | null;
  commandName: string | null;
  openedBy: Interaction | null;
}

export interface Outcome {
  interaction: Interaction;
  answerMs: number;
}

/** Ends with the first answer, or when the person has waited long enough. */
export async function interact(world: World, about: NewInteraction): Promise<Outcome> {
  const id = world.newId();
  const { data, ...rest } = about;
  const interaction: Interaction = {
    ...rest,
    id,
    token: Buffer.from(`interaction:${id}:${randomBytes(48).toString("hex")}`).toString("base64url"),
    createdAt: Date.now(),
    answeredBy: null,
    originalId: null,
    hasExpired: false,
    onAnswer: [],
  };
  world.interactions.set(interaction.token, interaction);
  const channel = channelOf(world, about.channelId);
  const answered = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, world.answerMs);
    interaction.onAnswer.push(() => {
      clearTimeout(timer);
      resolve();
    });
  });
  publish(world, {
    name: "INTERACTION_CREATE",
    data: interactionPayload(world, interaction, data),
    guildId: channel.guildId,
    intents: 0,
  });
  await answered;
  return { interaction, answerMs: Date.now() - interaction.createdAt };
}

/** For the callback: known, not answered yet, and not too old. */
export function requireUnanswered(world: World, id: string, token: string): Interaction {
  const interaction = world.interactions.get(token);
  if (interaction === undefined || interaction.id !== id) throw new ApiError(404, 10062);
  if (interaction.answeredBy !== null) throw new ApiError(400, 40060);
  if (Date.now() - interaction.createdAt >= world.answerMs) throw new ApiError(404, 10062);
  return interaction;
}

export function settle(interaction: Interaction, callbackType: number, originalId: string | null): void {
  interaction.answeredBy = callbackType;
  interaction.originalId = originalId;
  for (const listener of interaction.onAnswer.splice(0)) listener();
}

/** For what comes after the callback, by the token alone. */
export function requireAnswered(world: World, applicationId: string, token: string): Interaction {
  const interaction = world.interactions.get(token);
  if (applicationId !== world.botId) throw new ApiError(404, 10015);
  if (interaction === undefined) throw new ApiError(401, 50027);
  if (interaction.hasExpired || Date.now() - interaction.createdAt >= world.tokenMs) throw new ApiError(401, 50027);
  if (interaction.answeredBy === null) throw new ApiError(404, 10015);
  return interaction;
}

// The commands that people are offered; written to Discord only when they are not there as they should be.
import {
  type APIApplicationCommand,
  ApplicationCommandType,
  InteractionContextType,
  ApplicationCommandOptionType as Option,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from "discord-api-types/v10";
import type { Log } from "../../telemetry/log.ts";
import type { Api } from "./api.ts";
import { MOST_ANSWER_CHARS } from "./forms.ts";

/** So that the request fits into the message that shows it. */
const MOST_REQUEST_CHARS = 1_500;
const MOST_TICKET = 999_999_999;

const ticket = {
  type: Option.Integer as const,
  name: "ticket",
  description: "The ticket's number",
  required: true,
  min_value: 1,
  max_value: MOST_TICKET,
};
const text = (name: string, description: string, most: number, required = true) => ({
  type: Option.String as const,
  name,
  description,
  required,
  max_length: most,
});

export const COMMANDS: RESTPostAPIChatInputApplicationCommandsJSONBody[] = [
  {
    name: "ask",
    description: "Ask for something in the shop; the talk goes on in a thread",
    options: [text("request", "What you would like to know or do", MOST_REQUEST_CHARS)],
  },
  {
    name: "link",
    description: "Link your account to your customer record",
    options: [text("what", "Your e-mail address, the code that was mailed to you, or off", 200, false)],
  },
  {
    name: "customer",
    description: "Staff: link somebody to a customer record",
    options: [
      { type: Option.User, name: "who", description: "Whom", required: true },
      text("customer", "The customer's number or e-mail address", 200),
    ],
  },
  {
    name: "answer",
    description: "Staff: answer a ticket",
    options: [ticket, text("text", "What the person is told", MOST_ANSWER_CHARS)],
  },
  { name: "resolve", description: "Staff: close a ticket", options: [ticket] },
];

/** A server that does not let the bot offer commands keeps none of the others from them. */
export async function registerCommands(
  api: Pick<Api, "commands" | "writeCommands">,
  applicationId: string,
  guildIds: string[],
  log: Log,
): Promise<void> {
  const write = async (guildId: string | null, wanted: typeof COMMANDS) => {
    try {
      const there = await api.commands(applicationId, guildId);
      if (normalised(there) === normalised(wanted)) return;
      await api.writeCommands(applicationId, guildId, wanted);
      log.info({ guildId, commands: wanted.length }, "the commands on Discord were written anew");
    } catch (error) {
      // Mentions and private messages work without.
      log.error({ guildId, err: error }, "the commands could not be registered on Discord");
    }
  };
  if (guildIds.length === 0) {
    const contexts = [InteractionContextType.Guild, InteractionContextType.BotDM];
    await write(
      null,
      COMMANDS.map((command) => ({ ...command, contexts })),
    );
    return;
  }
  // What was offered everywhere before would stand there twice.
  await write(null, []);
  for (const guildId of guildIds) await write(guildId, COMMANDS);
}

/** Without what Discord adds by itself, in a fixed order. */
function normalised(commands: (APIApplicationCommand | (typeof COMMANDS)[number])[]): string {
  return JSON.stringify(
    commands
      .map(({ name, type, description, contexts, options = [] }) => ({
        name,
        type: type ?? ApplicationCommandType.ChatInput,
        description,
        contexts: (contexts ?? []).toSorted(),
        options: options.map((option) => ({
          ...{ type: option.type, name: option.name, description: option.description },
          required: option.required ?? false,
          least: "min_value" in option ? option.min_value : undefined,
          most: "max_value" in option ? option.max_value : "max_length" in option ? option.max_length : undefined,
        })),
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  );
}

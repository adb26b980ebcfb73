// People use commands, press buttons and send forms; the first answer they get out.
import { InteractionType } from "discord-api-types/v10";
import { commandData, type OptionValues, offeredCommand } from "./command-data.ts";
import { flatten } from "./component-shapes.ts";
import { formData } from "./form-data.ts";
import { interact, type NewInteraction } from "./interactions.ts";
import type { CommandBook } from "./routes-commands.ts";
import { maySee, type SeenMessage, type SeenModal, seenMessage, seenModal } from "./seen.ts";
import { type Channel, channelOf, type Message, type Person, personOf, type World } from "./world.ts";

interface Acted {
  acknowledged: boolean;
  /** From the deed to the first answer; without one, to the moment the person was told so. */
  ackMs: number;
  /** What the answer put on the screen: a new message, maybe still "thinking", or the changed one. */
  message: SeenMessage | null;
  modal: SeenModal | null;
  /** What the client says if there was no answer. */
  notice: string | null;
}

interface Press {
  customId?: string;
  label?: string;
  /** For select menus. */
  values?: string[];
  /** Sends `customId` whether there is such a button or not. */
  forge?: boolean;
}

export interface Acts {
  /** `name` may hold a subcommand: "shop ask". Fails if the command is not offered there. */
  command(userId: string, channelId: string, name: string, options?: OptionValues): Promise<Acted>;
  /** Fails if this person cannot see the message or the button, or if it is disabled. */
  press(userId: string, channelId: string, messageId: string, what: Press): Promise<Acted>;
  /** Sends this person's open form. Fails if there is none, or if the client would not let it go. */
  submit(userId: string, modalCustomId: string, values: { [input: string]: string }): Promise<Acted>;
  /** Closes the form without sending it; the application does not hear of it. */
  dismiss(userId: string, modalCustomId: string): void;
}

export function createActs(world: World, book: CommandBook): Acts {
  async function act(person: Person, about: NewInteraction, notice: string): Promise<Acted> {
    const { interaction, answerMs } = await interact(world, about);
    const acknowledged = interaction.answeredBy !== null;
    if (!acknowledged) person.notices.push(notice);
    const modal = person.modals.find((one) => one.opener === interaction);
    const original = interaction.answeredBy === 6 ? undefined : world.messages.get(interaction.originalId ?? "");
    return {
      acknowledged,
      ackMs: answerMs,
      message: original === undefined ? null : seenMessage(world, original),
      modal: modal === undefined ? null : seenModal(modal),
      notice: acknowledged ? null : notice,
    };
  }

  function placeOf(person: Person, channelId: string): Channel {
    const channel = channelOf(world, channelId);
    if (!maySee(world, channel, person.id)) throw new Error(`${person.name} cannot see ${channel.name}`);
    return channel;
  }

  return {
    command: async (userId, channelId, name, options = {}) => {
      const person = personOf(world, userId);
      const channel = placeOf(person, channelId);
      if (channel.thread?.isArchived === true) throw new Error("commands cannot be used in an archived thread");
      const command = offeredCommand(world, book, channel, person, name);
      const about = {
        ...{ type: InteractionType.ApplicationCommand, userId, channelId, commandName: name },
        ...{ data: commandData(world, channel, command, name, options), messageId: null, openedBy: null },
      };
      return act(person, about, "The application did not respond");
    },
    press: async (userId, channelId, messageId, what) => {
      const person = personOf(world, userId);
      const message = world.messages.get(messageId);
      if (message === undefined || message.channelId !== channelId) throw new Error(`there is no message ${messageId}`);
      if (what.forge !== true) {
        placeOf(person, channelId);
        if (message.ephemeralFor !== null && message.ephemeralFor !== userId) {
          throw new Error(`${person.name} cannot see this message`);
        }
      }
      const about = {
        ...{ type: InteractionType.MessageComponent, userId, channelId, messageId },
        ...{ data: pressData(message, what), commandName: null, openedBy: null },
      };
      return act(person, about, "This interaction failed");
    },
    submit: async (userId, modalCustomId, values) => {
      const person = personOf(world, userId);
      const modal = person.modals.find((one) => one.customId === modalCustomId);
      if (modal === undefined) throw new Error(`${person.name} has no form ${modalCustomId} open`);
      const { opener } = modal;
      const about = {
        ...{ type: InteractionType.ModalSubmit, userId, channelId: opener.channelId, messageId: opener.messageId },
        ...{ data: formData(modal, values), commandName: null, openedBy: opener },
      };
      const acted = await act(person, about, "Something went wrong. Try again.");
      if (acted.acknowledged) person.modals = person.modals.filter((one) => one !== modal);
      return acted;
    },
    dismiss: (userId, modalCustomId) => {
      const person = personOf(world, userId);
      person.modals = person.modals.filter((one) => one.customId !== modalCustomId);
    },
  };
}

function pressData(message: Message, what: Press): object {
  if (what.forge === true) return { component_type: 2, custom_id: what.customId ?? "", id: 1 };
  for (const one of flatten(message.components)) {
    if (!("custom_id" in one) || one.custom_id === undefined) continue;
    const isMeant = one.custom_id === what.customId || ("label" in one && one.label === what.label);
    if (!isMeant || (what.customId === undefined && what.label === undefined)) continue;
    if (one.disabled === true) throw new Error(`"${what.label ?? what.customId}" is disabled`);
    const values = one.type === 2 ? {} : { values: what.values ?? [] };
    return { component_type: one.type, custom_id: one.custom_id, id: one.id ?? 0, ...values };
  }
  const labels = flatten(message.components).flatMap((one) => (one.type === 2 ? [one.label ?? one.custom_id] : []));
  throw new Error(`there is no button "${what.label ?? what.customId}" to press, only: ${labels.join(", ") || "none"}`);
}

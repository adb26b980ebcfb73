// A command that somebody used in, the door told and the person answered out.
import type { APIChatInputApplicationCommandInteractionData } from "discord-api-types/v10";
import type { Log } from "../../telemetry/log.ts";
import type { ChatPerson, Door, Heard } from "../door.ts";
import { conclude, concludePrivately } from "./conclude.ts";
import type { Context } from "./interaction-context.ts";
import { echo } from "./open-talk.ts";
import type { Outgoing } from "./outgoing.ts";
import { type Place, placeText } from "./places.ts";
import { DELAYED } from "./receive.ts";
import type { Sender } from "./sender.ts";
import { timeOf } from "./snowflake.ts";

interface CommandParts {
  door: Door;
  sender: Pick<Sender, "send">;
  log: Log;
}

type Data = APIChatInputApplicationCommandInteractionData;

export function createTakeCommand({ door, sender, log }: CommandParts) {
  async function ask(context: Context, text: string, withinMs: number): Promise<void> {
    const { id, key, place, answerTo, responder } = context;
    const work = context.person().then((author) =>
      door.message({
        ...{ key, place: placeText(place), author, text, standsAlone: true, notRead: [], answerTo },
        writtenAt: timeOf(id),
      }),
    );
    // In a channel the answer to the command becomes the root of a thread, once somebody works on it.
    const isRoot = place.kind === "command";
    const said = { content: echo(context.name, text) };
    const acknowledge = () => (isRoot ? responder.think() : responder.show(said));
    const ways = {
      slow: acknowledge,
      taken: async ({ isNew, isDelayed }: Extract<Heard, { kind: "taken" }>) => {
        if (responder.state() === "not-yet") await acknowledge();
        if (responder.state() === "late" && !isRoot && isNew) await showLate(place, said);
        if (!isDelayed || !isNew || responder.state() === "late") return;
        if (isRoot) await responder.fill({ content: DELAYED });
        else await responder.say(DELAYED);
      },
      quiet: () => responder.vanish(),
    };
    await conclude(work, responder, ways, { withinMs, log });
  }

  /** Without it the answer stands there all the same. */
  async function showLate(place: Place, message: Outgoing): Promise<void> {
    await sender.send(place, message).catch((error) => {
      log.warn({ err: error }, "what somebody asked by a command could not be shown");
    });
  }

  const privately = (context: Context, work: (person: ChatPerson) => Promise<Heard>) =>
    concludePrivately(async () => work(await context.person()), context.responder, { takenText: "Done.", log });

  return async (data: Data, context: Context, withinMs: number): Promise<void> => {
    const option = (name: string) => optionOf(data, name);
    const ticketId = Number(option("ticket"));
    switch (data.name) {
      case "ask":
        return ask(context, option("request"), withinMs);
      case "link":
        return privately(context, (person) => door.link(person, option("what")));
      case "customer":
        return privately(context, (person) => door.linkOther(person, `discord:${option("who")}`, option("customer")));
      case "answer":
        return privately(context, (person) => door.answerTicket(person, ticketId, option("text"), context.key));
      case "resolve":
        return privately(context, (person) => door.resolveTicket(person, ticketId, context.key));
      default:
        return context.responder.say("I do not know this command any more.");
    }
  };
}

function optionOf(data: Data, name: string): string {
  const option = data.options?.find((one) => one.name === name);
  return option !== undefined && "value" in option ? String(option.value).trim() : "";
}

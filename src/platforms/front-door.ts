// The service in, the door for people of Slack and Discord out: who they are, whether they may come in now, and what they
// are told at once. A fault of our own becomes a sentence with a reference that the log knows.
import { createDesk } from "../desk.ts";
import type { Language } from "../language.ts";
import { createLinking } from "../linking.ts";
import { createMailer, type MailCode } from "../mail.ts";
import { readApproval } from "../records/approvals.ts";
import { saveFeedback } from "../records/feedback.ts";
import { newId } from "../records/id.ts";
import { noteSeen, placesSince, seenUntil } from "../records/listening.ts";
import { hasWrittenIn } from "../records/messages.ts";
import { storeMissed } from "../records/missed.ts";
import { inWords } from "../reply.ts";
import type { Person } from "../requester.ts";
import { type Service, staffPlacesOf } from "../service.ts";
import { storableText } from "../storable.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { ChatMessage, ChatPerson, Door, Heard } from "./door.ts";
import { createDoorman } from "./doorman.ts";
import type { IncomingMessage } from "./platform.ts";

/** `showMail`: where codes go without a mail server; null where nobody would see them. */
export function createDoor(service: Service, platform: string, showMail: MailCode | null): Door {
  const { config, database, intake, log, metrics, clock, wake, platforms } = service;
  const { client } = database;
  const { chat } = config;
  const mailCode = chat.mail === null ? showMail : createMailer(chat.mail);
  const linking = createLinking({ database, mailCode, limits: chat.link, clock, log });
  const desk = createDesk({ database, staffPlaces: staffPlacesOf(platforms), wake, clock, limits: config.request });
  const { mayComeIn, note } = createDoorman(service);

  /** Whatever breaks is told as such, with a reference that finds the line in the log. */
  async function guarded<T>(
    what: string,
    language: Language,
    work: () => Promise<T>,
  ): Promise<T | Extract<Heard, { kind: "failed" }>> {
    try {
      return await work();
    } catch (error) {
      const reference = newId("ref");
      log.error({ reference, platform, what, err: error }, "something a person did could not be taken");
      const text = textsOf(language).notTaken(reference);
      return { kind: "failed", text };
    }
  }

  /** For people who are let in; what they do comes with who they are. */
  function letIn(what: string, person: ChatPerson, work: (known: Person) => Promise<Heard>): Promise<Heard> {
    return guarded(what, person.language, async () => {
      const met = await mayComeIn(person);
      if ("kind" in met) return met;
      const heard = await work(met);
      note(person, heard);
      return heard;
    });
  }

  async function receive(message: ChatMessage, author: Person): Promise<Heard> {
    const { writtenAt, author: _, text, ...rest } = message;
    const incoming: IncomingMessage = { ...rest, text: storableText(text), author };
    if (clock().getTime() - writtenAt.getTime() > chat.catchUp.windowMs) {
      wake(
        await database.transaction((tx) =>
          storeMissed(tx, platform, incoming, inWords(textsOf(author.language).missed, [message.key])),
        ),
      );
      return { kind: "ignore" };
    }
    const receipt = await intake.receive(platform, incoming);
    if (receipt.kind === "refused") return { kind: "say", text: receipt.message };
    return { kind: "taken", isNew: receipt.kind === "stored", isDelayed: receipt.isDelayed };
  }

  const say = async (text: Promise<string>): Promise<Heard> => ({ kind: "say", text: await text });

  return {
    message: (message) => letIn("message", message.author, (author) => receive(message, author)),
    edited: (key, text) => intake.edit(key, text),
    removed: (key) => intake.remove(key),
    press: (press) =>
      letIn("press", press.person, async (person) => {
        const reason = press.reason === null ? null : storableText(press.reason);
        const receipt = await intake.press({ ...press, reason, person });
        // The same press again: a platform that is not sure of the first delivery, or somebody who kept a copy of it.
        if (receipt.kind === "known") metrics.turnedAway("replay");
        if (receipt.kind !== "refused")
          return { kind: "taken", isNew: receipt.kind === "stored", isDelayed: receipt.isDelayed };
        metrics.turnedAway("press");
        log.warn({ approvalId: press.approvalId, code: receipt.code }, "a press was refused");
        return { kind: "say", text: receipt.message };
      }),
    talksIn: (place, { person }) => hasWrittenIn(client, platform, place, person),
    planOf: (person, approvalId) =>
      guarded("plan", person.language, async () => {
        const met = await mayComeIn(person);
        if ("kind" in met) return met;
        if (met.role !== "admin") return { kind: "say" as const, text: "Only admins look at the plan behind a card." };
        const approval = await readApproval(client, approvalId);
        const run =
          approval && (await client.run.findUnique({ where: { id: approval.runId }, select: { code: true } }));
        if (run?.code == null) return { kind: "say" as const, text: "The plan behind this card is not kept any more." };
        return { kind: "shown" as const, code: run.code };
      }),
    feedback: (person, runId, verdict) =>
      letIn("feedback", person, async (known) => {
        const isKept = await saveFeedback(client, runId, known.person, verdict);
        return { kind: "say", text: isKept ? "Thank you, that helps." : "That answer is not kept any more." };
      }),
    link: (person, words) => letIn("link", person, () => say(linking.own(person, words))),
    linkOther: (person, who, customer) =>
      letIn("link other", person, (known) =>
        known.role === "customer"
          ? say(Promise.resolve("Only the staff link other people's accounts."))
          : say(linking.other(known.person, who, customer)),
      ),
    answerTicket: (person, ticketId, text, key) =>
      letIn("answer ticket", person, (known) => say(desk.answer(known, ticketId, text, key))),
    resolveTicket: (person, ticketId, key) =>
      letIn("resolve ticket", person, (known) => say(desk.resolve(known, ticketId, key))),
    heardUntil: (time) => noteSeen(client, platform, time),
    missedSince: async () => {
      const seen = await seenUntil(client, platform);
      if (seen === null) return null;
      const { longestMs, overlapMs, threads } = chat.catchUp;
      const now = clock().getTime();
      const since = new Date(Math.max(seen.getTime() - overlapMs, now - longestMs));
      return { since, places: await placesSince(client, platform, new Date(now - longestMs), threads) };
    },
  };
}

// A body of the HTTP interface in, the whole road walked, the reply out: sending a message and pressing a button.
import { z } from "zod";
import type { Receipt } from "../intake.ts";
import { newId } from "../records/id.ts";
import { readReport } from "../records/runs.ts";
import type { RunReport, StageMark } from "../report.ts";
import type { Service } from "../service.ts";
import { isStorable } from "../storable.ts";
import type { TableLimits } from "../table/table.ts";
import type { LocalPlatform } from "./local.ts";
import { buttonsOwnPerson, Claim, isBare } from "./local-people.ts";
import { createLocalTalk, type LocalReply } from "./local-talk.ts";
import type { Reply } from "./platform.ts";
import type { Callers } from "./web-caller.ts";
import { WebError } from "./web-error.ts";
import { ownId, parse } from "./web-parse.ts";
import { headOf } from "./web-table.ts";

const MessageBody = Claim.extend({
  message: z.string(),
  messageId: ownId,
  /** Nothing will follow: it is answered by itself and at once. */
  complete: z.boolean().default(false),
  sessionId: ownId,
});
const PressBody = Claim.extend({
  decision: z.enum(["confirm", "cancel", "approve", "reject"]),
  reason: z.string().trim().max(500).refine(isStorable, "holds a character that cannot be stored").optional(),
});

interface Answer {
  reply: Reply;
  report: RunReport | null;
  sessionId: string;
}

export interface WebTalk {
  send(body: unknown, onStage: (mark: StageMark) => void): Promise<Answer>;
  press(approvalId: string, body: unknown): Promise<{ reply: Reply; report: RunReport | null }>;
}

export function createWebTalk(service: Service, platform: LocalPlatform, callers: Callers): WebTalk {
  const { database } = service;
  const talk = createLocalTalk(service, platform);

  return {
    send: async (body, onStage) => {
      const {
        message,
        sessionId = newId("ses"),
        messageId = newId("msg"),
        complete,
        ...claim
      } = parse(MessageBody, body);
      const author = await callers.person(claim);
      const key = `${platform.name}:${sessionId}:${messageId}`;
      const incoming = {
        key,
        place: sessionId,
        author,
        text: message,
        standsAlone: complete,
        notRead: [],
        answerTo: null,
      };
      const reply = accepted(await talk.say(incoming, onStage));
      return { reply, report: await reportOf(service, reply), sessionId };
    },
    press: async (approvalId, body) => {
      const { decision, reason, ...claim } = parse(PressBody, body);
      const person =
        isBare(claim) && service.config.web.token === null
          ? await buttonsOwnPerson(database.client, approvalId, decision)
          : await callers.person(claim);
      const key = `${platform.name}:press:${newId("prs")}`;
      const incoming = {
        key,
        approvalId,
        person,
        decision,
        reason: reason === undefined || reason === "" ? null : reason,
        answerTo: null,
      };
      const reply = accepted(await talk.press(incoming, () => {}));
      return { reply, report: await reportOf(service, reply) };
    },
  };
}

function accepted(reply: LocalReply): Reply {
  if ("kind" in reply) throw refusal(reply);
  return reply;
}

async function reportOf(service: Service, reply: Reply): Promise<RunReport | null> {
  return reply.runId === null ? null : readReport(service.database.client, reply.runId, reply.card?.id);
}

/** The last word of both ways to send a message: at once, or as the end of a stream. */
export function messageAnswer({ reply, report, sessionId }: Answer, limits: TableLimits) {
  const { text, card, newCard, chart, table } = reply;
  return { ...report, answerText: text, card, newCard, chart, table: headOf(table, limits), sessionId };
}

function refusal(receipt: Extract<Receipt, { kind: "refused" }>): WebError {
  switch (receipt.code) {
    case "EMPTY_MESSAGE":
      return new WebError(400, receipt.code, receipt.message);
    case "MESSAGE_TOO_LONG":
      return new WebError(413, receipt.code, receipt.message);
    case "KEY_TAKEN":
      return new WebError(409, receipt.code, receipt.message);
    case "NO_SUCH_APPROVAL":
      return new WebError(404, receipt.code, receipt.message);
    case "NOT_YOURS":
      return new WebError(403, receipt.code, receipt.message);
  }
}

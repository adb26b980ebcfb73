// Bolt's listeners: each acknowledges in time, however long the work takes, which then goes on.
import type { App } from "@slack/bolt";
import { z } from "zod";
import type { Log } from "../../telemetry/log.ts";
import { codeOf } from "./api-errors.ts";
import { plainOf, richText } from "./blocks.ts";
import { type Commands, ONE_MOMENT } from "./commands.ts";
import { readMarkdown } from "./markdown.ts";
import type { Presses } from "./presses.ts";
import type { Receive } from "./receive.ts";
import { errorsOf, type Submissions } from "./submissions.ts";
import { endsWithin, type UnderWay } from "./under-way.ts";
import type { Whisper } from "./whisper.ts";

interface Hooks {
  receive: Receive;
  command: Commands;
  presses: Presses;
  submit: Submissions;
  whisper: Whisper;
  underWay: UnderWay;
  ackMs: number;
  log: Log;
}

/** The workspace where it happened, which in shared channels need not be the first that is named. */
const Frame = z.object({ context_team_id: z.string().nullish(), team_id: z.string() });

const FAULT = "Something went wrong on our side, and this was not taken. Please try again in a moment.";

export function hookUp(app: App, { receive, command, presses, submit, whisper, underWay, ackMs, log }: Hooks): void {
  // Thrown on, so that what was not taken is not acknowledged either.
  app.error((error) => Promise.reject(error.original ?? error));

  for (const type of ["message", "app_mention"] as const) {
    app.event(type, async ({ event, body }) => {
      const { context_team_id, team_id } = Frame.parse(body);
      await underWay.track(receive.message(context_team_id ?? team_id, event));
    });
  }

  app.command(/.*/, async ({ command: given, ack }) => {
    const work = underWay.track(
      command(given).catch((error) => {
        log.error({ code: codeOf(error), err: error }, "a command could not be taken");
        return FAULT;
      }),
    );
    if (await endsWithin(work, ackMs)) {
      const text = await work;
      if (text === "") return ack();
      return ack({ response_type: "ephemeral", text: plainOf(text), blocks: [richText(readMarkdown(text))] });
    }
    void underWay.track(work.then((text) => whisper(given.response_url, text)));
    await ack({ response_type: "ephemeral", text: ONE_MOMENT });
  });

  app.action(/.*/, async ({ body, ack }) => {
    const { work, saysLater } = presses.take(body);
    if (!(await endsWithin(underWay.track(work), ackMs))) void underWay.track(saysLater());
    await ack();
  });

  app.view(/.*/, async ({ body, ack }) => {
    const { work, saysLater } = submit(body);
    if (await endsWithin(underWay.track(work), ackMs)) {
      const submitted = await work;
      return submitted.kind === "stays" ? ack(errorsOf(submitted.text)) : ack();
    }
    // The form closes now; what becomes of it is told below it.
    void underWay.track(saysLater());
    void underWay.track(
      work.then((submitted) => (submitted.kind === "stays" ? whisper(submitted.answerTo, submitted.text) : undefined)),
    );
    await ack();
  });
}

// A form that was sent in; through the door, and how Slack goes on with the form out.
import type { ViewResponseAction } from "@slack/bolt";
import { z } from "zod";
import type { Log } from "../../telemetry/log.ts";
import { formIds } from "./action-ids.ts";
import { codeOf } from "./api-errors.ts";
import { ONE_MOMENT } from "./commands.ts";
import { readAbout } from "./forms.ts";
import type { Pressed, Presses, Taken } from "./presses.ts";
import { answerToOf, type Whisper } from "./whisper.ts";

const Body = z.object({
  user: z.object({ id: z.string(), team_id: z.string().nullish() }),
  view: z.object({
    id: z.string(),
    callback_id: z.string(),
    private_metadata: z.string(),
    state: z.object({ values: z.record(z.string(), z.record(z.string(), z.object({ value: z.string().nullish() }))) }),
  }),
});

/** What was typed is not lost when it could not be taken: the form stays open with it, while there is time for that. */
type Submitted = { kind: "closes" } | { kind: "stays"; text: string; answerTo: string };
export type Submissions = (body: unknown) => Taken<Submitted>;

const CLOSES: Submitted = { kind: "closes" };

const FAULT = "Something went wrong on our side, and nothing was done. Please send it again in a moment.";

export function createSubmissions(presses: Presses, whisper: Whisper, log: Log): Submissions {
  async function submit(form: string, pressed: Pressed, text: string, key: string): Promise<Submitted> {
    const { answerTo } = pressed;
    const stays = (words: string): Submitted => ({ kind: "stays", text: words, answerTo });
    try {
      if (form === formIds.reject) {
        await presses.reject(pressed, text === "" ? null : text, key);
        return CLOSES;
      }
      if (form !== formIds.answerTicket) return CLOSES;
      if (text === "") return stays("Write an answer first.");
      const heard = await presses.answerTicket(pressed, text, key);
      if (heard.kind === "failed") return stays(heard.text);
      if (heard.kind === "say") await whisper(answerTo, heard.text);
      return CLOSES;
    } catch (error) {
      log.error({ form, code: codeOf(error), err: error }, "a form could not be taken");
      return stays(FAULT);
    }
  }

  return (given) => {
    const { data: body } = Body.safeParse(given);
    const about = readAbout(body?.view.private_metadata ?? "");
    if (body === undefined || about === null) return { work: Promise.resolve(CLOSES), saysLater: async () => {} };
    const { user, view } = body;
    const { channel, thread } = about;
    const answerTo = answerToOf({ channel, thread }, user.id);
    const pressed: Pressed = { about, user: user.id, home: user.team_id ?? null, answerTo, trigger: "" };
    const text = (view.state.values[formIds.field]?.[formIds.field]?.value ?? "").trim();
    const work = submit(view.callback_id, pressed, text, `view-${view.id}`);
    return { work, saysLater: () => whisper(answerTo, ONE_MOMENT) };
  };
}

/** As Slack is told to keep a form open. */
export function errorsOf(text: string): ViewResponseAction {
  return { response_action: "errors", errors: { [formIds.field]: text } };
}

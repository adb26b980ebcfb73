// A pressed button in; through the door if it is one of ours, and what is to be said at once said to that person alone.
import { z } from "zod";
import type { ChatSettings } from "../../chat-settings.ts";
import type { Post, Posts } from "../../records/posts.ts";
import type { Log } from "../../telemetry/log.ts";
import type { Metrics } from "../../telemetry/metrics.ts";
import type { Door, Heard } from "../door.ts";
import { findShown } from "../shown-posts.ts";
import { actionIds, decisionOf, verdictOf } from "./action-ids.ts";
import type { Admission } from "./admission.ts";
import type { SlackApi } from "./api.ts";
import { codeOf } from "./api-errors.ts";
import { ONE_MOMENT } from "./commands.ts";
import { type FormAbout, planView, rejectForm, ticketForm } from "./forms.ts";
import type { SlackPeople } from "./people.ts";
import { readPlace } from "./place.ts";
import { aboutTicket } from "./post.ts";
import type { Self } from "./self.ts";
import { answerToOf, type Whisper } from "./whisper.ts";

const Body = z.object({
  trigger_id: z.string(),
  user: z.object({ id: z.string(), team_id: z.string().nullish() }),
  channel: z.object({ id: z.string() }),
  message: z.object({ ts: z.string(), thread_ts: z.string().nullish(), bot_id: z.string().nullish() }),
  actions: z.array(z.object({ action_id: z.string(), value: z.string().nullish() })).min(1),
});

export interface PressParts {
  api: SlackApi;
  self: Self;
  people: SlackPeople;
  admission: Admission;
  whisper: Whisper;
  posts: Posts;
  limits: Pick<ChatSettings, "shown">;
  log: Log;
  metrics: Metrics;
}

const NOT_MINE = "This button is not one of mine any more. Please ask again for a fresh card.";
const FAULT = "Something went wrong on our side, and nothing was done. Please press again in a moment.";

/** Who pressed, and on what. */
export interface Pressed {
  about: FormAbout;
  user: string;
  home: string | null;
  answerTo: string;
  trigger: string;
}

/** Work that a person waits for; `saysLater` is for when its acknowledgement is due before it has ended. */
export interface Taken<Result> {
  work: Promise<Result>;
  saysLater(): Promise<void>;
}

export interface Presses {
  take(body: unknown): Taken<void>;
  /** `key`: of the press itself, or of the form that followed it. */
  reject(pressed: Pressed, reason: string | null, key: string): Promise<void>;
  answerTicket(pressed: Pressed, text: string, key: string): Promise<Heard>;
}

export function createPresses(parts: PressParts, door: Door): Presses {
  const { api, self, people, admission, whisper, posts, limits, log, metrics } = parts;

  /** The workspace of the place where such a button was shown; null where none was. */
  async function shownIn(about: string, { channel, ts }: FormAbout): Promise<string | null> {
    const isIt = (post: Post) => post.messageId === ts && readPlace(post.place)?.channel === channel;
    const post = await findShown(posts, about, isIt, limits.shown);
    const at = post === null ? null : readPlace(post.place);
    if (at === null) return null;
    return at.kind === "staff" ? (await self()).team : at.team;
  }

  function refuse({ about, answerTo }: Pressed): Promise<void> {
    metrics.turnedAway("press");
    log.warn({ channel: about.channel, messageId: about.ts }, "a press came from a message that shows no such button");
    return whisper(answerTo, NOT_MINE);
  }

  /** The person, if the button is ours and they are served; otherwise they are told. */
  async function met(pressed: Pressed, team: string | null) {
    if (team === null) {
      await refuse(pressed);
      return null;
    }
    const { user, home, about } = pressed;
    const refusal = await admission({ team, user, home, channel: about.channel });
    if (refusal === null) return people.personOf(team, user);
    await whisper(pressed.answerTo, refusal);
    return null;
  }

  async function tell({ answerTo }: Pressed, heard: Heard): Promise<void> {
    if (heard.kind === "say" || heard.kind === "failed") await whisper(answerTo, heard.text);
    else if (heard.kind === "taken" && heard.isNew && heard.isDelayed) {
      await whisper(answerTo, "It is kept; what comes of it is told a little later.");
    }
  }

  async function decide(
    pressed: Pressed,
    decision: "confirm" | "cancel" | "approve" | "reject",
    reason: string | null,
    key: string,
  ) {
    const { id: approvalId } = pressed.about;
    const team = await shownIn(approvalId, pressed.about);
    const person = await met(pressed, team);
    if (person === null) return;
    const press = { key: `slack:${team}:${key}`, approvalId, person, decision, reason, answerTo: pressed.answerTo };
    await tell(pressed, await door.press(press));
  }

  async function showPlan(pressed: Pressed): Promise<void> {
    const { about, trigger, answerTo } = pressed;
    const { view } = await api.once.views.open({ trigger_id: trigger, view: planView(about, "One moment…", "") });
    const person = await met(pressed, await shownIn(about.id, about));
    const plan = person === null ? { kind: "say" as const, text: NOT_MINE } : await door.planOf(person, about.id);
    if (view?.id === undefined) return;
    const shown =
      plan.kind === "shown"
        ? planView(about, "", plan.code)
        : planView(about, plan.kind === "ignore" ? "" : plan.text, "");
    if (shown.blocks.length === 0) shown.blocks = planView(about, "There is nothing to be seen.", "").blocks;
    await api.web.views.update({ view_id: view.id, view: shown }).catch((error) => {
      // Closed by now, most likely.
      log.info({ code: codeOf(error), answerTo: answerTo !== "" }, "a plan was not shown");
    });
  }

  async function route(pressed: Pressed, actionId: string, value: string, botId: string | null): Promise<void> {
    const { about, trigger } = pressed;
    const decision = decisionOf(actionId);
    // Forms first of all: Slack opens them within three seconds of the press. What they send is checked then.
    if (decision === "reject")
      return void (await api.once.views.open({ trigger_id: trigger, view: rejectForm(about) }));
    if (decision !== null) return decide(pressed, decision, null, `press-${trigger}`);
    switch (actionId) {
      case actionIds.plan:
        return showPlan(pressed);
      case actionIds.answerTicket:
        return void (await api.once.views.open({ trigger_id: trigger, view: ticketForm(about) }));
      case actionIds.resolveTicket: {
        const team = await shownIn(aboutTicket(Number(value)), about);
        const person = await met(pressed, team);
        if (person === null) return;
        return tell(pressed, await door.resolveTicket(person, Number(value), `slack:${team}:press-${trigger}`));
      }
      case actionIds.feedback: {
        const given = verdictOf(value);
        const { team, botId: ours } = await self();
        const person = await met(pressed, given !== null && botId === ours ? team : null);
        if (person === null || given === null) return;
        return tell(pressed, await door.feedback(person, given.runId, given.verdict));
      }
      default:
        return refuse(pressed);
    }
  }

  return {
    take: (given) => {
      const { data: body } = Body.safeParse(given);
      const [action] = body?.actions ?? [];
      // Of a form or another surface: we have no buttons there.
      if (body === undefined || action === undefined) return { work: Promise.resolve(), saysLater: async () => {} };
      const { user, channel, message, trigger_id: trigger } = body;
      const thread = message.thread_ts ?? null;
      const pressed: Pressed = {
        about: { id: action.value ?? "", channel: channel.id, ts: message.ts, thread },
        user: user.id,
        home: user.team_id ?? null,
        answerTo: answerToOf({ channel: channel.id, thread }, user.id),
        trigger,
      };
      const work = route(pressed, action.action_id, action.value ?? "", message.bot_id ?? null).catch((error) => {
        const fields = { action: decisionOf(action.action_id), code: codeOf(error), err: error };
        log.error(fields, "a press could not be taken");
        return whisper(pressed.answerTo, FAULT);
      });
      // The plan's dialog says it itself.
      const isInDialog = action.action_id === actionIds.plan;
      return { work, saysLater: async () => (isInDialog ? undefined : whisper(pressed.answerTo, ONE_MOMENT)) };
    },
    reject: (pressed, reason, key) => decide(pressed, "reject", reason, key),
    answerTicket: async (pressed, text, key) => {
      const ticket = Number(pressed.about.id);
      const team = await shownIn(aboutTicket(ticket), pressed.about);
      const person = await met(pressed, team);
      if (person === null) return { kind: "ignore" };
      return door.answerTicket(person, ticket, text, `slack:${team}:${key}`);
    },
  };
}

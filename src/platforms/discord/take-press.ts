// A pressed button or a form that was sent in, the door told and the person answered out.
import type { APIMessage } from "discord-api-types/v10";
import type { ChatSettings } from "../../chat-settings.ts";
import type { Posts } from "../../records/posts.ts";
import type { Log } from "../../telemetry/log.ts";
import type { Metrics } from "../../telemetry/metrics.ts";
import type { Door, Heard } from "../door.ts";
import type { Decision } from "../platform.ts";
import { findShown } from "../shown-posts.ts";
import type { Pressed } from "./buttons.ts";
import { conclude, concludePrivately, inTime, type Ways } from "./conclude.ts";
import { label } from "./escape.ts";
import { answerForm, type Filled, reasonForm } from "./forms.ts";
import type { Context } from "./interaction-context.ts";
import { sentAtText } from "./places.ts";
import { DELAYED } from "./receive.ts";
import { ticketShown } from "./reply-drafts.ts";
import type { Responder } from "./responder.ts";

interface PressParts {
  door: Door;
  posts: Posts;
  limits: Pick<ChatSettings, "shown">;
  log: Log;
  metrics: Metrics;
}

const NOT_MINE = "This button is not one of mine any more. Ask again for a fresh card.";
const MOMENT = "I have it; this takes a moment longer than usual.";
const TOO_LATE = "I was too slow to open the form. Please press again.";
const MOST_CODE_CHARS = 1_900;

export type TakePress = ReturnType<typeof createTakePress>;

export function createTakePress({ door, posts, limits, log, metrics }: PressParts) {
  /** A press counts only on a message of ours that shows what it is about. */
  async function isShownBy(message: APIMessage | undefined, about: string): Promise<boolean> {
    if (message === undefined) return false;
    const isIt = ({ messageId }: { messageId: string }) => messageId === sentAtText(message);
    return (await findShown(posts, about, isIt, limits.shown)) !== null;
  }

  async function refuse({ id, responder }: Context): Promise<void> {
    metrics.turnedAway("press");
    log.warn({ interactionId: id }, "a press did not come from a message that shows what it is about");
    await responder.say(NOT_MINE);
  }

  const refused = async (context: Context): Promise<Heard> => {
    await refuse(context);
    return { kind: "ignore" };
  };

  function waysOf(responder: Responder): Ways {
    const settle = async () => {
      if (responder.state() === "not-yet") await responder.settle();
    };
    return {
      slow: () => responder.say(MOMENT),
      taken: async ({ isNew, isDelayed }) => {
        await settle();
        if (isNew && isDelayed) await responder.say(DELAYED);
      },
      quiet: settle,
    };
  }

  async function decide(
    context: Context,
    message: APIMessage | undefined,
    about: { approvalId: string; decision: Decision; reason: string | null },
    withinMs: number,
  ): Promise<void> {
    const { key, answerTo, responder } = context;
    const work = async (): Promise<Heard> => {
      if (!(await isShownBy(message, about.approvalId))) return refused(context);
      return door.press({ key, ...about, person: await context.person(), answerTo });
    };
    await conclude(work(), responder, waysOf(responder), { withinMs, log });
  }

  async function onTicket(
    context: Context,
    message: APIMessage | undefined,
    ticketId: number,
    withinMs: number,
    act: () => Promise<Heard>,
  ): Promise<void> {
    const work = async () => ((await isShownBy(message, ticketShown(ticketId))) ? act() : refused(context));
    await conclude(work(), context.responder, waysOf(context.responder), { withinMs, log });
  }

  /** A form has to be the first answer: it opens even if nobody knows in time whether it may. */
  async function openForm(
    context: Context,
    message: APIMessage,
    about: string,
    form: ReturnType<typeof answerForm>,
    withinMs: number,
  ): Promise<void> {
    const isShown = await inTime(
      isShownBy(message, about).catch(() => null),
      withinMs,
    );
    if (isShown === false) await refuse(context);
    else await context.responder.openForm(form);
    if (context.responder.state() === "late") await context.responder.say(TOO_LATE);
  }

  async function showPlan(context: Context, message: APIMessage, approvalId: string): Promise<void> {
    const { responder } = context;
    const work = async (): Promise<Heard> => {
      if (!(await isShownBy(message, approvalId))) return refused(context);
      const plan = await door.planOf(await context.person(), approvalId);
      if (plan.kind !== "shown") return plan;
      await responder.sayMessage(planMessage(plan.code));
      return { kind: "ignore" };
    };
    await concludePrivately(work, responder, { takenText: "", log });
  }

  return {
    press: async (pressed: Pressed | null, message: APIMessage, context: Context, withinMs: number): Promise<void> => {
      switch (pressed?.kind) {
        case undefined:
          return refuse(context);
        case "decide": {
          const { approvalId, decision } = pressed;
          if (decision === "reject") return openForm(context, message, approvalId, reasonForm(approvalId), withinMs);
          return decide(context, message, { approvalId, decision, reason: null }, withinMs);
        }
        case "plan":
          return showPlan(context, message, pressed.approvalId);
        case "feedback": {
          const { runId, verdict } = pressed;
          const work = async () => door.feedback(await context.person(), runId, verdict);
          return concludePrivately(work, context.responder, { takenText: "Thank you.", log });
        }
        case "answer-ticket": {
          const { ticketId } = pressed;
          return openForm(context, message, ticketShown(ticketId), answerForm(ticketId), withinMs);
        }
        case "resolve-ticket": {
          const { ticketId } = pressed;
          return onTicket(context, message, ticketId, withinMs, async () =>
            door.resolveTicket(await context.person(), ticketId, context.key),
          );
        }
      }
    },
    form: async (filled: Filled | null, message: APIMessage | undefined, context: Context, withinMs: number) => {
      switch (filled?.kind) {
        case undefined:
          return refuse(context);
        case "reason": {
          const { approvalId, words } = filled;
          const reason = words === "" ? null : words;
          return decide(context, message, { approvalId, decision: "reject", reason }, withinMs);
        }
        case "answer": {
          const { ticketId, words } = filled;
          return onTicket(context, message, ticketId, withinMs, async () =>
            door.answerTicket(await context.person(), ticketId, words, context.key),
          );
        }
      }
    },
  };
}

function planMessage(code: string) {
  const shown = label(code);
  if (shown.length <= MOST_CODE_CHARS && !code.includes("```")) return { content: `\`\`\`js\n${shown}\n\`\`\`` };
  const bytes = new TextEncoder().encode(code);
  return { files: [{ name: "plan.js", mediaType: "text/javascript", bytes, altText: "The plan's code" }] };
}

// A workspace in; what a person does with the app in their client out: commands, presses, dialogs, the home tab.
import { findButtons } from "./block-text.ts";
import type { Envelope, Outcome } from "./deliveries.ts";
import type { Events } from "./events.ts";
import { asFields, asText } from "./fields.ts";
import {
  closedPayload,
  commandPayload,
  pressPayload,
  submissionPayload,
  viewPressPayload,
} from "./interaction-payloads.ts";
import type { Posting } from "./posting.ts";
import type { ResponseUrls } from "./response-urls.ts";
import type { Triggers } from "./triggers.ts";
import type { Views } from "./view-methods.ts";
import { viewJson } from "./view-methods.ts";
import { type Filled, fillIn } from "./view-values.ts";
import { type Channel, findMessage, openIm, SLACKBOT, type User, type View, type Workspace } from "./workspace.ts";

/** What the client learns of the first attempt. */
interface ActResult {
  outcome: Outcome["kind"];
  /** Of HTTP; `null` on a socket or when nothing came back. */
  status: number | null;
  ackMs: number;
  /** The body of the acknowledgement. */
  response: unknown;
}

/** A button by its action or by what stands on it. */
type ButtonChoice = { actionId: string; value?: string } | { label: string };

export interface ClientActs {
  /** Without an acknowledgement in time the person sees `operation_timeout`, as an ephemeral message of Slackbot. */
  command(
    userId: string,
    channelId: string,
    command: string,
    text?: string,
    place?: { threadTs?: string },
  ): Promise<ActResult>;
  /** Throws if the person sees no such button. */
  press(userId: string, channelId: string, ts: string, choice: ButtonChoice): Promise<ActResult>;
  /** A button in a dialog or on the home tab. */
  pressIn(userId: string, viewId: string, choice: ButtonChoice): Promise<ActResult>;
  /** Throws where the client would not submit. What the app answers (errors, update, push, clear) is done. */
  submit(userId: string, viewId: string, filled: Filled): Promise<ActResult>;
  /** The dialog on top. The app hears of it if the view asked for that. */
  closeModal(userId: string): Promise<void>;
  openHome(userId: string, tab?: "home" | "messages"): void;
  /** As if half an hour had passed since each was given out. */
  expireResponseUrls(): void;
}

interface Options {
  workspace: Workspace;
  deliver: (envelope: Envelope) => Promise<Outcome>;
  posting: Posting;
  events: Events;
  views: Views;
  triggers: Triggers;
  responseUrls: ResponseUrls;
  channelOf: (id: string) => Channel;
}

export function createClientActs(options: Options): ClientActs {
  const { workspace, deliver, posting, events, views, triggers, responseUrls, channelOf } = options;

  function userOf(userId: string): User {
    const user = workspace.users.get(userId);
    if (user === undefined) throw new Error(`there is no user ${userId}`);
    return user;
  }

  function memberIn(channelId: string, userId: string): Channel {
    const channel = channelOf(channelId);
    if (!channel.memberIds.includes(userId)) throw new Error(`${userId} is no member of ${channelId}`);
    return channel;
  }

  function viewOf(viewId: string, userId: string): View {
    const view = views.find(viewId);
    if (view === undefined || view.userId !== userId) throw new Error(`${userId} has no view ${viewId} open`);
    return view;
  }

  function follow(view: View, response: unknown): void {
    const { response_action: action, errors, view: next } = asFields(response);
    if (action === "errors") {
      view.errors = Object.fromEntries(Object.entries(asFields(errors)).map(([id, text]) => [id, String(text)]));
    } else if (action === "update") views.replace(view, next);
    else if (action === "push") views.push(view.userId, next);
    else views.close(view.userId, action === "clear");
  }

  return {
    command: async (userId, channelId, command, text = "", place = {}) => {
      const channel = memberIn(channelId, userId);
      const fail = (words: string) => {
        posting.post(channel, {
          userId: SLACKBOT,
          text: words,
          ephemeralFor: userId,
          threadTs: place.threadTs ?? null,
        });
      };
      if (place.threadTs !== undefined) {
        fail(`${command} is not supported in threads. Sorry!`);
        return { outcome: "failed", status: null, ackMs: 0, response: null };
      }
      const triggerId = triggers.issue(userId);
      const responseUrl = responseUrls.issue("commands", channel, userId, null);
      const user = userOf(userId);
      const outcome = await deliver(
        commandPayload(workspace, { user, channel, command, text, triggerId, responseUrl }),
      );
      if (outcome.kind === "failed") {
        fail(
          `${command} failed with the error "${outcome.why === "timeout" ? "operation_timeout" : "dispatch_failed"}"`,
        );
      } else if (asText(asFields(outcome.response).text) || asFields(outcome.response).blocks !== undefined) {
        responseUrls.show(channel, userId, asFields(outcome.response), null);
      }
      return tell(outcome);
    },
    press: async (userId, channelId, ts, choice) => {
      const channel = memberIn(channelId, userId);
      const message = findMessage(channel, ts);
      const isVisible = message !== undefined && (message.ephemeralFor ?? userId) === userId;
      if (!isVisible) throw new Error(`${userId} sees no message ${ts}`);
      const button = choose(findButtons(message.blocks ?? []), choice);
      const triggerId = triggers.issue(userId);
      const responseUrl = responseUrls.issue("actions", channel, userId, ts);
      const user = userOf(userId);
      return tell(await deliver(pressPayload(workspace, { user, channel, message, button, triggerId, responseUrl })));
    },
    pressIn: async (userId, viewId, choice) => {
      const view = viewOf(viewId, userId);
      const button = choose(findButtons(view.blocks), choice);
      const triggerId = triggers.issue(userId);
      return tell(await deliver(viewPressPayload(workspace, { user: userOf(userId), view, button, triggerId })));
    },
    submit: async (userId, viewId, filled) => {
      const view = viewOf(viewId, userId);
      const values = fillIn(view, filled);
      const triggerId = triggers.issue(userId);
      const outcome = await deliver(submissionPayload(workspace, { user: userOf(userId), view, values, triggerId }));
      if (outcome.kind === "acked") follow(view, outcome.response);
      return tell(outcome);
    },
    closeModal: async (userId) => {
      const view = workspace.modals.get(userId)?.at(-1);
      if (view === undefined) throw new Error(`${userId} has no dialog open`);
      views.close(userId, view.definition.clear_on_close === true);
      if (view.definition.notify_on_close === true) await deliver(closedPayload(workspace, userOf(userId), view));
    },
    openHome: (userId, tab = "home") => {
      const channel = openIm(workspace, userId);
      const view = workspace.homes.get(userId);
      const shown = view === undefined || tab !== "home" ? {} : { view: viewJson(workspace, view) };
      const event = { type: "app_home_opened", user: userId, channel: channel.id, tab, ...shown };
      events.emit({ ...event, event_ts: workspace.stamps.ts() }, channel);
    },
    expireResponseUrls: () => responseUrls.expireAll(),
  };
}

function choose(buttons: ReturnType<typeof findButtons>, choice: ButtonChoice): ReturnType<typeof findButtons>[number] {
  const button = buttons.find((one) =>
    "label" in choice
      ? one.label === choice.label
      : one.actionId === choice.actionId && (choice.value === undefined || one.value === choice.value),
  );
  if (button === undefined) {
    const seen = buttons.map(({ label, actionId }) => `${label} (${actionId})`).join(", ");
    throw new Error(`there is no button ${JSON.stringify(choice)}, only: ${seen || "none"}`);
  }
  return button;
}

function tell(outcome: Outcome): ActResult {
  const { kind, status, ackMs } = outcome;
  return { outcome: kind, status, ackMs, response: outcome.kind === "acked" ? outcome.response : null };
}

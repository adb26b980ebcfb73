// What someone does in their client in; the payloads of commands, presses and dialogs out, as Slack sends them.
import { actionElements, type Button } from "./block-text.ts";
import type { Envelope } from "./deliveries.ts";
import { asFields, asText, type Fields } from "./fields.ts";
import { messageJson } from "./message-json.ts";
import { viewJson } from "./view-methods.ts";
import type { Channel, Message, User, View, Workspace } from "./workspace.ts";

interface Issued {
  triggerId: string;
  responseUrl: string;
}

export function commandPayload(
  { app, team }: Workspace,
  {
    user,
    channel,
    command,
    text,
    triggerId,
    responseUrl,
  }: Issued & { user: User; channel: Channel; command: string; text: string },
): Envelope {
  const payload = {
    token: app.verificationToken,
    team_id: team.id,
    team_domain: team.domain,
    channel_id: channel.id,
    channel_name: channelName(channel),
    user_id: user.id,
    user_name: user.name,
    command,
    text,
    api_app_id: app.id,
    is_enterprise_install: "false",
    response_url: responseUrl,
    trigger_id: triggerId,
  };
  return { type: "slash_commands", payload, acceptsResponse: true };
}

export function pressPayload(
  workspace: Workspace,
  {
    user,
    channel,
    message,
    button,
    triggerId,
    responseUrl,
  }: Issued & { user: User; channel: Channel; message: Message; button: Button },
): Envelope {
  const isEphemeral = message.ephemeralFor !== null;
  const payload = {
    ...frame(workspace, user),
    container: {
      type: "message",
      message_ts: message.ts,
      channel_id: channel.id,
      is_ephemeral: isEphemeral,
      ...(message.threadTs === null ? {} : { thread_ts: message.threadTs }),
    },
    trigger_id: triggerId,
    enterprise: null,
    is_enterprise_install: false,
    channel: { id: channel.id, name: channelName(channel) },
    // Slack keeps no ephemeral message that it could hand back.
    ...(isEphemeral ? {} : { message: messageJson(workspace, message) }),
    state: { values: {} },
    response_url: responseUrl,
    actions: [pressedAction(workspace, message.blocks ?? [], button)],
  };
  return { type: "interactive", payload: { type: "block_actions", ...payload }, acceptsResponse: false };
}

/** Of a button in a dialog or home tab: no message, no response_url. */
export function viewPressPayload(
  workspace: Workspace,
  { user, view, button, triggerId }: { user: User; view: View; button: Button; triggerId: string },
): Envelope {
  const payload = {
    ...frame(workspace, user),
    container: { type: "view", view_id: view.id },
    trigger_id: triggerId,
    enterprise: null,
    is_enterprise_install: false,
    view: viewJson(workspace, view),
    actions: [pressedAction(workspace, view.blocks, button)],
  };
  return { type: "interactive", payload: { type: "block_actions", ...payload }, acceptsResponse: false };
}

export function submissionPayload(
  workspace: Workspace,
  { user, view, values, triggerId }: { user: User; view: View; values: Fields; triggerId: string },
): Envelope {
  const payload = {
    type: "view_submission",
    ...frame(workspace, user),
    trigger_id: triggerId,
    view: { ...viewJson(workspace, view), state: { values } },
    response_urls: [],
    is_enterprise_install: false,
    enterprise: null,
  };
  return { type: "interactive", payload, acceptsResponse: true };
}

export function closedPayload(workspace: Workspace, user: User, view: View): Envelope {
  const payload = {
    type: "view_closed",
    ...frame(workspace, user),
    view: viewJson(workspace, view),
    is_cleared: false,
    is_enterprise_install: false,
    enterprise: null,
  };
  return { type: "interactive", payload, acceptsResponse: false };
}

function frame({ app, team }: Workspace, user: User): Fields {
  return {
    user: { id: user.id, username: user.name, name: user.name, team_id: user.teamId },
    api_app_id: app.id,
    token: app.verificationToken,
    team: { id: team.id, domain: team.domain },
  };
}

function pressedAction(workspace: Workspace, blocks: Message["blocks"] & object, button: Button): Fields {
  const { actionId, blockId } = button;
  const element = actionElements(blocks).find(
    (one) => one.element.action_id === actionId && one.blockId === blockId,
  )?.element;
  const { type = "button", text, style, url } = asFields(element);
  return {
    action_id: actionId,
    block_id: blockId,
    ...(text === undefined ? {} : { text: { ...asFields(text), emoji: asFields(text).emoji ?? true } }),
    ...(button.value === null ? {} : { value: button.value }),
    ...(asText(style) === undefined ? {} : { style }),
    ...(asText(url) === undefined ? {} : { url }),
    type,
    action_ts: workspace.stamps.ts(),
  };
}

/** As payloads spell it: the name is withheld for private places. */
function channelName({ kind, name }: Channel): string {
  return kind === "im" ? "directmessage" : kind === "private" ? "privategroup" : name;
}

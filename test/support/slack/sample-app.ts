// A Slack emulator in; a small app on the real Bolt out, over HTTP or sockets, which notes what reaches it.
import type { AddressInfo } from "node:net";
import { App, type BlockAction, HTTPReceiver, SocketModeReceiver } from "@slack/bolt";
import type { WebClientOptions } from "@slack/web-api";
import { asFields, asText, type Fields } from "./fields.ts";
import { silentLogger } from "./silent-logger.ts";
import type { SlackServer } from "./slack-server.ts";

export interface SampleApp {
  app: App;
  /** Bodies in the order of their arrival; events before Bolt drops the app's own. */
  bodies: { body: Fields; retryNum: number | undefined }[];
  stop(): Promise<void>;
}

const view = {
  type: "modal" as const,
  callback_id: "change",
  private_metadata: "{}",
  title: { type: "plain_text" as const, text: "Change" },
  submit: { type: "plain_text" as const, text: "Send" },
  blocks: [
    {
      type: "input" as const,
      block_id: "reason",
      label: { type: "plain_text" as const, text: "Why?" },
      element: { type: "plain_text_input" as const, action_id: "text", multiline: true },
    },
  ],
};

const approveButton = {
  type: "actions" as const,
  elements: [
    {
      type: "button" as const,
      action_id: "approve",
      text: { type: "plain_text" as const, text: "Approve" },
      value: "1",
    },
  ],
};

export async function startSampleApp(
  slack: SlackServer,
  over: "http" | "sockets",
  clientOptions: WebClientOptions = {},
): Promise<SampleApp> {
  const webApi = { slackApiUrl: slack.apiUrl, ...clientOptions, logger: silentLogger };
  const receiver =
    over === "http"
      ? new HTTPReceiver({ signingSecret: slack.signingSecret, logger: silentLogger })
      : new SocketModeReceiver({
          appToken: slack.appToken,
          logger: silentLogger,
          clientPingTimeout: 200,
          installerOptions: { clientOptions: webApi },
        });
  const app = new App({
    token: slack.botToken,
    receiver,
    clientOptions: webApi,
    logger: silentLogger,
    ignoreSelf: false,
  });
  const bodies: SampleApp["bodies"] = [];

  app.use(async ({ body, context, next }) => {
    bodies.push({ body: asFields(body), retryNum: context.retryNum });
    await next();
  });
  app.event("app_mention", async ({ event, client }) => {
    const { channel, ts } = event;
    const posted = await client.chat.postMessage({ channel, thread_ts: ts, text: "Wait", blocks: [] });
    await client.chat.update({ channel, ts: posted.ts ?? "", text: "Ready.", blocks: [approveButton] });
  });
  app.event("message", async () => {});
  app.action<BlockAction>("approve", async ({ ack, body, client }) => {
    await ack();
    await client.views.open({ trigger_id: body.trigger_id, view });
  });
  app.view("change", async ({ ack, view: sent }) => {
    const reason = asText(sent.state.values.reason?.text?.value) ?? "";
    if (reason.length < 3) await ack({ response_action: "errors", errors: { reason: "Say more." } });
    else await ack();
  });
  app.command("/shop", async ({ ack, command }) => {
    if (command.text !== "silence") await ack(`You said: ${command.text}`);
  });

  const started = await app.start(0);
  if (over === "http") {
    const { port } = asFields(Object(started).address()) as unknown as AddressInfo;
    await slack.deliverTo(`http://127.0.0.1:${port}/slack/events`);
  }
  return { app, bodies, stop: async () => void (await app.stop()) };
}

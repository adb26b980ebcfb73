// Options in; a Slack out, on a local port: its web API, its events by HTTP or sockets, and the people who use it.
import { type ApiFault, type ApiFaults, createFaultList } from "./api-faults.ts";
import { createAssistantMethods } from "./assistant-methods.ts";
import { createChatMethods } from "./chat-methods.ts";
import { type ClientActs, createClientActs } from "./client-acts.ts";
import { createConversationMethods } from "./conversation-methods.ts";
import { createDeliveries, type DeliveryDoors, type Transport } from "./deliveries.ts";
import { createDirectory, type Directory } from "./directory.ts";
import { createEvents } from "./events.ts";
import type { Fields } from "./fields.ts";
import { createFiles } from "./file-methods.ts";
import { createHttpTransport, postSigned, verifyUrl } from "./http-transport.ts";
import { createPeople, type People } from "./people.ts";
import { createPeopleMethods } from "./people-methods.ts";
import { openPort } from "./port.ts";
import { createPosting } from "./posting.ts";
import { createRateLimits } from "./rate-limits.ts";
import { createResponseUrls } from "./response-urls.ts";
import { createSight, type Sight } from "./sight.ts";
import { createSockets, type SocketControls } from "./sockets.ts";
import { createStreamMethods } from "./stream-methods.ts";
import { createTriggers } from "./triggers.ts";
import { createViews } from "./view-methods.ts";
import { type ApiCall, createWebApi } from "./web-api.ts";
import { createWorkspace } from "./workspace.ts";

export interface SlackOptions {
  /** Of the bot token; everything a method may ask for unless told otherwise. */
  scopes?: string[];
  /** What the app is subscribed to, e.g. "app_mention", "message.channels"; everything unless told otherwise. */
  events?: string[];
  /** Which envelope of a mention comes first; "random" unless told otherwise. */
  mentionOrder?: "mention-first" | "message-first" | "random";
  /** Counts messages, updates and streams, and answers 429 beyond Slack's rates. */
  limits?: boolean;
  /** Waits before each repetition of what was not acknowledged. Slack's own: at once, a minute, five minutes. */
  retryDelaysMs?: number[];
  /** How long an acknowledgement may take: 3 s. */
  ackMs?: number;
  /** How long an event waits for a socket when none is open. */
  socketWaitMs?: number;
  /** Between two pings on a socket. */
  pingMs?: number;
  /** How long a trigger_id is good: 3 s. */
  triggerMs?: number;
  /** How long a streamed message stays open: 5 min. */
  streamMs?: number;
  /** From completing an upload to its message. */
  shareMs?: number;
  /** `false`: the workspace answers `unknown_method` to chat.startStream and its like. */
  hasStreaming?: boolean;
  /** `false`: the same for assistant.threads.*. */
  hasAssistant?: boolean;
}

export interface SlackServer extends Directory, People, ClientActs, Sight, ApiFaults, DeliveryDoors {
  /** For SLACK_API_URL; ends with a slash. */
  apiUrl: string;
  botToken: string;
  appToken: string;
  signingSecret: string;
  teamId: string;
  appId: string;
  /** Whom people mention. */
  botUserId: string;
  botId: string;
  /** Every call of the web API and of a response_url, in the order they came. */
  calls: ApiCall[];
  sockets: SocketControls;
  /** From now on the token is as if the app had been removed. */
  revoke(): void;
  /** From now on the token holds these. */
  setScopes(scopes: string[]): void;
  close(): Promise<void>;
}

const SCOPES = (
  "app_mentions:read assistant:write channels:history channels:join channels:read chat:write commands files:read " +
  "files:write groups:history groups:read im:history im:read im:write reactions:read reactions:write usergroups:read " +
  "users:read users:read.email"
).split(" ");

export async function startSlack(options: SlackOptions = {}): Promise<SlackServer> {
  const workspace = createWorkspace(options.scopes ?? SCOPES);
  const { app, team } = workspace;
  const { ackMs = 3000, triggerMs = 3000, streamMs = 300_000, shareMs = 100 } = options;
  const { socketWaitMs = 30_000, pingMs = 10_000, retryDelaysMs = [20, 200, 1000] } = options;
  const sockets = createSockets({ appId: app.id, ackMs, socketWaitMs, pingMs });
  let toAddress: { url: string; transport: Transport } | null = null;
  const deliveries = createDeliveries({
    transport: () => toAddress?.transport ?? sockets.transport,
    retryDelaysMs,
    repeatsAll: () => toAddress === null,
  });
  const channelOf = (id: string) => {
    const channel = workspace.channels.get(id);
    if (channel === undefined) throw new Error(`there is no channel ${id}`);
    return channel;
  };

  const events = createEvents({
    workspace,
    send: (envelope) => void deliveries.deliver(envelope).catch(() => {}),
    subscriptions: options.events ?? null,
    mentionOrder: options.mentionOrder ?? "random",
  });
  const posting = createPosting(workspace, events);
  const triggers = createTriggers(triggerMs);
  const views = createViews(workspace, triggers);
  const files = createFiles(workspace, posting, shareMs);
  const responseUrls = createResponseUrls(workspace, posting);
  const faults = createFaultList<ApiFault>();
  const api = createWebApi({
    workspace,
    methods: {
      ...createPeopleMethods(workspace),
      ...createConversationMethods(workspace, events),
      ...createChatMethods(workspace, posting),
      ...(options.hasStreaming === false ? {} : createStreamMethods(workspace, posting, streamMs)),
      ...(options.hasAssistant === false ? {} : createAssistantMethods(workspace)),
      ...views.methods,
      ...files.methods,
      "apps.connections.open": {
        scopes: [],
        isForAppToken: true,
        run: () => ({ ok: true, url: `${workspace.origin.replace("http", "ws")}${sockets.issueTicket()}` }),
      },
    },
    files,
    responseUrls,
    faults,
    limit: options.limits === true ? createRateLimits() : () => 0,
  });

  const { server, port, refuse } = await openPort(api.handle, sockets.upgrade);
  workspace.origin = `http://127.0.0.1:${port}`;

  return {
    apiUrl: `${workspace.origin}/api/`,
    botToken: app.botToken,
    appToken: app.appToken,
    signingSecret: app.signingSecret,
    teamId: team.id,
    appId: app.id,
    botUserId: app.botUserId,
    botId: app.botId,
    calls: api.calls,
    sockets: sockets.controls,
    revoke: () => {
      app.isRevoked = true;
    },
    setScopes: (scopes) => {
      app.scopes = [...scopes];
    },
    ...createDirectory(workspace, events, channelOf),
    ...createPeople({ workspace, posting, events, files, channelOf }),
    ...createClientActs({
      workspace,
      deliver: deliveries.deliver,
      posting,
      events,
      views,
      triggers,
      responseUrls,
      channelOf,
    }),
    ...createSight(workspace, channelOf),
    failCalls: (fault, { times = Number.POSITIVE_INFINITY, method, channel } = {}) => {
      const names = method === undefined ? null : [method].flat();
      const fits = (call: Fields) =>
        (names === null || names.includes(String(call.method))) && (channel === undefined || call.channel === channel);
      return faults.add(fault, fits, times);
    },
    refuseConnections: refuse,
    deliveries: deliveries.records,
    failDeliveries: deliveries.fail,
    deliverTo: async (url) => {
      await verifyUrl(url, app.signingSecret, app.verificationToken, ackMs);
      toAddress = { url, transport: createHttpTransport(url, app.signingSecret, ackMs) };
    },
    deliverToSockets: () => {
      toAddress = null;
    },
    deliver: deliveries.deliver,
    deliverSigned: async (body, { secret = app.signingSecret, contentType = "application/json", ...more } = {}) => {
      if (toAddress === null) throw new Error("there is no address to deliver to");
      const response = await postSigned({ url: toAddress.url, body, contentType, secret, ackMs, ...more });
      await response.text();
      return response.status;
    },
    settled: deliveries.settled,
    close: async () => {
      deliveries.close();
      files.close();
      await sockets.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

// A Slack emulator and our adapter on it, with a door that keeps what comes through, out: for tests of the adapter alone.
import type { Server } from "node:http";
import type { chatSettings } from "../../src/chat-settings.ts";
import { readConfig } from "../../src/config.ts";
import type { Database } from "../../src/database/database.ts";
import type { Chat, Ear } from "../../src/platforms/chat.ts";
import type { ChatMessage, ChatPerson, ChatPress, Door, Heard } from "../../src/platforms/door.ts";
import type { Reply } from "../../src/platforms/platform.ts";
import { createSlack } from "../../src/platforms/slack.ts";
import { createPosts, type Posts } from "../../src/records/posts.ts";
import type { ApprovalCard } from "../../src/report.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { createMetrics } from "../../src/telemetry/metrics.ts";
import { openPort } from "./slack/port.ts";
import { type SlackOptions, type SlackServer, startSlack } from "./slack/slack-server.ts";

type ChatSettings = ReturnType<typeof chatSettings>;
type SlackSettings = NonNullable<ChatSettings["slack"]>;

interface RecordingDoor extends Door {
  messages: ChatMessage[];
  presses: ChatPress[];
  edits: { key: string; text: string }[];
  removals: string[];
  links: { person: ChatPerson; words: string }[];
  otherLinks: { who: string; customer: string }[];
  answers: { ticketId: number; text: string; key: string }[];
  resolved: { ticketId: number; key: string }[];
  verdicts: { person: ChatPerson; runId: string; verdict: string }[];
  plans: string[];
  heard: Date[];
  /** What the door says from now on, and how long it takes. */
  says: Heard;
  takesMs: number;
  plan: string;
  missed: { since: Date; places: string[] } | null;
}

const TAKEN: Heard = { kind: "taken", isNew: true, isDelayed: false };

function createRecordingDoor(): RecordingDoor {
  const keys = new Set<string>();
  const said = async (note: () => void): Promise<Heard> => {
    if (door.takesMs > 0) await new Promise((resolve) => setTimeout(resolve, door.takesMs));
    if (door.says.kind === "taken") note();
    return door.says;
  };
  const once = <T extends { key: string }>(list: T[], item: T) => {
    if (!keys.has(item.key)) list.push(item);
    keys.add(item.key);
  };
  const door: RecordingDoor = {
    messages: [],
    presses: [],
    edits: [],
    removals: [],
    links: [],
    otherLinks: [],
    answers: [],
    resolved: [],
    verdicts: [],
    plans: [],
    heard: [],
    says: TAKEN,
    takesMs: 0,
    plan: "async function main() {}",
    missed: null,
    message: (message) => said(() => once(door.messages, message)),
    press: (press) => said(() => once(door.presses, press)),
    edited: async (key, text) => void door.edits.push({ key, text }),
    removed: async (key) => void door.removals.push(key),
    talksIn: async (place, { person }) =>
      door.messages.some((message) => message.place === place && message.author.person === person),
    planOf: async (_person, approvalId) => {
      door.plans.push(approvalId);
      if (door.takesMs > 0) await new Promise((resolve) => setTimeout(resolve, door.takesMs));
      return { kind: "shown", code: door.plan };
    },
    feedback: async (person, runId, verdict) => {
      door.verdicts.push({ person, runId, verdict });
      return { kind: "say", text: "Thank you, that helps." };
    },
    link: async (person, words) => {
      door.links.push({ person, words });
      return { kind: "say", text: "A code is on its way." };
    },
    linkOther: async (_person, who, customer) => {
      door.otherLinks.push({ who, customer });
      return { kind: "say", text: "Linked." };
    },
    answerTicket: (_person, ticketId, text, key) =>
      said(() => once(door.answers, { ticketId, text, key })).then((heard) =>
        heard.kind === "taken" ? { kind: "say", text: "Your answer is sent." } : heard,
      ),
    resolveTicket: async (_person, ticketId, key) => {
      door.resolved.push({ ticketId, key });
      return { kind: "say", text: "Resolved." };
    },
    heardUntil: async (time) => void door.heard.push(time),
    missedSince: async () => door.missed,
  };
  return door;
}

export interface SlackChat {
  slack: SlackServer;
  chat: Chat;
  /** As a worker in another process has it: with the same records, and no connection of its own. */
  worker: Chat;
  door: RecordingDoor;
  posts: Posts;
  listen(): Promise<Ear>;
  turnedAway(reason: string): Promise<number>;
  stop(): Promise<void>;
}

interface Given {
  database: Database;
  over?: "sockets" | "http" | "both";
  slack?: SlackOptions;
  settings?: (slack: SlackServer) => Partial<SlackSettings>;
  limits?: Partial<ChatSettings>;
}

const QUICK: Partial<ChatSettings> = { progress: { afterMs: 20, everyMs: 20, typingMs: 1_000 } };

export async function startSlackChat({
  database,
  over = "sockets",
  slack: options,
  settings,
  limits,
}: Given): Promise<SlackChat> {
  const slack = await startSlack({ retryDelaysMs: [50, 100, 200], ...options });
  const own = settingsOf(slack, over, settings?.(slack));
  const metrics = createMetrics();
  const posts = createPosts(database.client, "slack");
  const parts = {
    posts,
    limits: { ...readConfig({}).chat, ...QUICK, ...limits },
    clock: () => new Date(),
    log: createLog("silent"),
    metrics,
  };
  const chat = createSlack(own, parts);
  const worker = createSlack(own, { ...parts, metrics: createMetrics() });
  const door = createRecordingDoor();
  const ears: Ear[] = [];
  const servers: Server[] = [];
  return {
    slack,
    chat,
    worker,
    door,
    posts,
    listen: async () => {
      const ear = await chat.listen(door);
      ears.push(ear);
      if (ear.http !== null) {
        const { path, handle } = ear.http;
        const never = () => {};
        const { server, port } = await openPort(async (request, response) => handle(request, response), never);
        servers.push(server);
        await slack.deliverTo(`http://127.0.0.1:${port}${path}`);
        if (over === "both") slack.deliverToSockets();
      }
      return ear;
    },
    turnedAway: async (reason) => {
      const { body } = await metrics.text();
      return Number(new RegExp(`turned_away_total\\{reason="${reason}"\\} (\\d+)`).exec(body)?.[1] ?? 0);
    },
    stop: async () => {
      await Promise.all(ears.map((ear) => ear.close()));
      await Promise.all([chat.platform.close(), worker.platform.close()]);
      for (const server of servers) server.close().closeAllConnections();
      await slack.close();
    },
  };
}

function settingsOf(slack: SlackServer, over: string, given: Partial<SlackSettings> = {}): SlackSettings {
  return {
    botToken: slack.botToken,
    appToken: over === "http" ? null : slack.appToken,
    signingSecret: over === "sockets" ? null : slack.signingSecret,
    apiUrl: slack.apiUrl,
    teams: [],
    staff: [],
    admins: [],
    channels: [],
    staffChannel: null,
    ...given,
  };
}

export function reply(changed: Partial<Reply> = {}): Reply {
  return {
    inReplyTo: [],
    to: "everybody",
    answerTo: null,
    runId: null,
    text: "There are 10.",
    card: null,
    newCard: null,
    ticketId: null,
    chart: null,
    table: null,
    ...changed,
  };
}

export function card(changed: Partial<ApprovalCard> = {}): ApprovalCard {
  return {
    id: "apr_1",
    runId: "run_1",
    conversationId: "con_1",
    state: "pending",
    needs: ["requester"],
    request: "Sell 3 Wayfarer",
    requester: { name: "Alice", role: "customer", person: "slack:T1:U1" },
    language: "en",
    lines: ["Sell 3 × Wayfarer (SG002) at $95.00 = $285.00"],
    staffLines: changed.lines ?? ["Sell 3 × Wayfarer (SG002) at $95.00 = $285.00"],
    remarks: [],
    changes: [{ table: "inventory", key: "SG002", before: { quantityInStock: 10 }, after: { quantityInStock: 7 } }],
    amount: "285.00",
    expiresAt: new Date(Date.now() + 900_000).toISOString(),
    createdAt: new Date().toISOString(),
    decisions: [],
    staleReason: null,
    replacedById: null,
    ...changed,
  };
}

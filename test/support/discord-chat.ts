// A Discord emulator and our adapter on it, with a door that keeps what comes through, out: for tests of the adapter alone.
import { afterEach } from "vitest";
import { z } from "zod";
import { type ChatSettings, chatSettings, type DiscordSettings } from "../../src/chat-settings.ts";
import { Environment } from "../../src/environment.ts";
import type { Chat, Ear } from "../../src/platforms/chat.ts";
import { createDiscord } from "../../src/platforms/discord.ts";
import type { ChatMessage, ChatPress, Door, Heard } from "../../src/platforms/door.ts";
import type { Delivery, Reply } from "../../src/platforms/platform.ts";
import type { Post, Posts } from "../../src/records/posts.ts";
import type { ApprovalCard } from "../../src/report.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { createMetrics } from "../../src/telemetry/metrics.ts";
import { type DiscordOptions, type DiscordServer, startDiscord } from "./discord/discord-server.ts";

const TAKEN: Heard = { kind: "taken", isNew: true, isDelayed: false };

export interface RecordingDoor extends Door {
  messages: ChatMessage[];
  presses: ChatPress[];
  edits: { key: string; text: string }[];
  removals: string[];
  /** Everything else that was asked of it, as "link discord:1 off". */
  asked: string[];
  heard: Date[];
  /** What the door says from now on, and how long it takes. */
  says: Heard;
  takesMs: number;
  plan: string;
  missed: { since: Date; places: string[] } | null;
  /** What happens as soon as something is taken, as by a worker in the same process. */
  onTaken(message: ChatMessage): void;
}

/** `keys`: what was taken before, shared by the doors of several processes. */
export function createRecordingDoor(keys = new Set<string>()): RecordingDoor {
  const take = async <T extends { key: string }>(list: T[], item: T): Promise<Heard> => {
    if (door.takesMs > 0) await new Promise((resolve) => setTimeout(resolve, door.takesMs));
    if (door.says.kind !== "taken") return door.says;
    const isNew = !keys.has(item.key);
    keys.add(item.key);
    if (isNew) list.push(item);
    return { ...door.says, isNew };
  };
  const say = async (asked: string, text: string): Promise<Heard> => {
    if (door.takesMs > 0) await new Promise((resolve) => setTimeout(resolve, door.takesMs));
    door.asked.push(asked);
    return { kind: "say", text };
  };
  const door: RecordingDoor = {
    ...{ messages: [], presses: [], edits: [], removals: [], asked: [], heard: [] },
    ...{ says: TAKEN, takesMs: 0, plan: "async function main() {}", missed: null },
    onTaken: () => {},
    message: async (message) => {
      const heard = await take(door.messages, message);
      if (heard.kind === "taken" && heard.isNew) door.onTaken(message);
      return heard;
    },
    press: (press) => take(door.presses, press),
    edited: async (key, text) => void door.edits.push({ key, text }),
    removed: async (key) => void door.removals.push(key),
    talksIn: async (place, { person }) =>
      door.messages.some((message) => message.place === place && message.author.person === person),
    planOf: async (person, approvalId) => {
      door.asked.push(`plan ${approvalId}`);
      return person.role === "admin"
        ? { kind: "shown", code: door.plan }
        : { kind: "say", text: "The plan is for admins." };
    },
    feedback: (_person, runId, verdict) => say(`feedback ${runId} ${verdict}`, "Thank you, that helps."),
    link: ({ handle }, words) => say(`link ${handle} ${words}`, "A code is on its way."),
    linkOther: (_person, who, customer) => say(`customer ${who} ${customer}`, "Linked."),
    answerTicket: (_person, ticketId, text) => say(`answer ${ticketId} ${text}`, "Your answer is sent."),
    resolveTicket: (_person, ticketId) => say(`resolve ${ticketId}`, "Ticket closed."),
    heardUntil: async (time) => void door.heard.push(time),
    missedSince: async () => door.missed,
  };
  return door;
}

/** As the records keep them, for several processes. */
export function createMemoryPosts(): Posts & { all: Post[] } {
  const all: Post[] = [];
  const isSame = (one: Post, other: Post) => one.about === other.about && one.messageId === other.messageId;
  return {
    all,
    find: async (about) => all.filter((post) => about.includes(post.about)),
    save: async (post) => {
      if (!all.some((one) => isSame(one, post))) all.push(post);
    },
    forget: async (post) => {
      const at = all.findIndex((one) => isSame(one, post));
      if (at !== -1) all.splice(at, 1);
    },
  };
}

export interface DiscordChat {
  discord: DiscordServer;
  chat: Chat;
  /** As a worker in another process has it: with the same records, and no connection of its own. */
  worker: Chat;
  door: RecordingDoor;
  posts: ReturnType<typeof createMemoryPosts>;
  alice: string;
  /** Another process with the same records. */
  another(): Chat;
  listen(chat?: Chat, door?: Door): Promise<Ear>;
  turnedAway(reason: string): Promise<number>;
  stop(): Promise<void>;
}

interface Given {
  discord?: DiscordOptions;
  settings?: (discord: DiscordServer) => Partial<DiscordSettings>;
  limits?: Partial<ChatSettings>;
}

const QUICK: Partial<ChatSettings> = { progress: { afterMs: 20, everyMs: 20, typingMs: 1_000 } };

/** For a test file: what a test starts is stopped after it. */
export function chatsForEachTest() {
  const running: DiscordChat[] = [];
  afterEach(async () => {
    for (const chat of running.splice(0)) await chat.stop();
  });
  const started = async (given?: Given): Promise<DiscordChat> => {
    const chat = await startDiscordChat(given);
    running.push(chat);
    return chat;
  };
  const listening = async (given?: Given): Promise<DiscordChat> => {
    const chat = await started(given);
    await chat.listen();
    return chat;
  };
  return { started, listening };
}

export async function startDiscordChat({ discord: options, settings, limits }: Given = {}): Promise<DiscordChat> {
  const discord = await startDiscord(options);
  const alice = discord.addUser("Alice");
  const own: DiscordSettings = {
    token: discord.token,
    apiUrl: discord.apiUrl,
    ...{ guilds: [], staff: [], admins: [], channels: [], staffChannel: null },
    ...settings?.(discord),
  };
  const metrics = createMetrics();
  const posts = createMemoryPosts();
  const shared = {
    posts,
    limits: { ...chatSettings(Environment.parse({})), ...QUICK, ...limits },
    clock: () => new Date(),
    log: createLog("silent"),
  };
  const chats: Chat[] = [];
  const another = () => {
    const made = createDiscord(own, { ...shared, metrics });
    chats.push(made);
    return made;
  };
  const [chat, worker, door] = [another(), another(), createRecordingDoor()];
  const ears: Ear[] = [];
  return {
    ...{ discord, chat, worker, door, posts, alice, another },
    listen: async (listener = chat, at = door) => {
      const ear = await listener.listen(at);
      ears.push(ear);
      return ear;
    },
    turnedAway: async (reason) => {
      const { body } = await metrics.text();
      return Number(new RegExp(`turned_away_total\\{reason="${reason}"\\} (\\d+)`).exec(body)?.[1] ?? 0);
    },
    stop: async () => {
      await Promise.all(ears.map((ear) => ear.close()));
      await Promise.all(chats.map(({ platform }) => platform.close()));
      await discord.close();
      const pinging = discord.calls.filter(({ body }) => mayPing(body)).map(({ route }) => route);
      if (pinging.length > 0) throw new Error(`sent without switching pings off: ${pinging.join(", ")}`);
    },
  };
}

const Words = z.looseObject({ content: z.string().optional(), embeds: z.array(z.unknown()).optional() });
const Silent = z.looseObject({ allowed_mentions: z.object({ parse: z.tuple([]), replied_user: z.literal(false) }) });

/** By Discord's own defaults: a call that says something and does not forbid it. */
function mayPing(body: unknown): boolean {
  const said = z.looseObject({ data: z.unknown().optional() }).safeParse(body).data;
  return [body, said?.data].some((one) => {
    const words = Words.safeParse(one);
    const isSaid = words.success && (words.data.content !== undefined || words.data.embeds !== undefined);
    return isSaid && !Silent.safeParse(one).success;
  });
}

let deliveries = 0;

/** A delivery that was never tried, unless it is said otherwise. */
export function delivery(changed: Partial<Reply> = {}, about: Partial<Omit<Delivery, "reply">> = {}): Delivery {
  deliveries++;
  const reply: Reply = {
    ...{ inReplyTo: [], to: "everybody", answerTo: null, runId: null, text: "There are 10." },
    ...{ card: null, newCard: null, ticketId: null, chart: null, table: null },
    ...changed,
  };
  return { id: `out_${String(deliveries).padStart(12, "0")}`, reply, files: [], isRepeat: false, ...about };
}

export function card(changed: Partial<ApprovalCard> = {}): ApprovalCard {
  return {
    ...{ id: "apr_1", runId: "run_1", conversationId: "cnv_1", state: "pending", needs: ["requester"] },
    request: "Sell 3 Wayfarer",
    requester: { name: "Alice", role: "customer", person: "discord:all:1" },
    language: "en",
    lines: ["Sell 3 × Wayfarer (SG002) at $95.00 = $285.00"],
    staffLines: changed.lines ?? ["Sell 3 × Wayfarer (SG002) at $95.00 = $285.00"],
    remarks: [],
    changes: [{ table: "inventory", key: "SG002", before: { quantityInStock: 10 }, after: { quantityInStock: 7 } }],
    amount: "285.00",
    expiresAt: new Date(Date.now() + 900_000).toISOString(),
    createdAt: new Date().toISOString(),
    ...{ decisions: [], staleReason: null, replacedById: null },
    ...changed,
  };
}

/** A worker in another process: it opens the talk of each command and posts an answer, as soon as it is taken. */
export function answerAll({ door, worker }: DiscordChat): Promise<string>[] {
  const places: Promise<string>[] = [];
  door.onTaken = ({ place, author, text, answerTo, key }) => {
    const { person, role, name, language } = author;
    const work = async () => {
      const opened = await worker.platform.open(place, {
        person: { person, role, name, language, customerId: null },
        text,
        answerTo,
      });
      await worker.platform.post(opened, delivery({ text: "Done.", inReplyTo: [key] }));
      return opened;
    };
    places.push(work());
  };
  return places;
}

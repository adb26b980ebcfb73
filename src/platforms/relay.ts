// Replies and progress of a platform that another process serves in; out of that process' own platform, by way of Redis.
// News that gets lost is made up for: whoever waits also looks into the records.
import type { Redis } from "ioredis";
import { z } from "zod";
import { LANGUAGES } from "../language.ts";
import { newId } from "../records/id.ts";
import type { ApprovalCard } from "../report.ts";
import { TableSchema } from "../table/table-schema.ts";
import type { Log } from "../telemetry/log.ts";
import type { Platform, Reply } from "./platform.ts";

const Card = z.custom<ApprovalCard>((card) => z.looseObject({ id: z.string() }).safeParse(card).success);

// Of cards only so much is looked at: what is in them was made of stored facts by a process of the same service.
const News = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("reply"),
    reply: z.object({
      inReplyTo: z.array(z.string()),
      to: z.enum(["everybody", "asker"]),
      answerTo: z.string().nullable(),
      runId: z.string().nullable(),
      text: z.string(),
      card: Card.nullable(),
      newCard: Card.nullable(),
      ticketId: z.number().nullable(),
      chart: z.record(z.string(), z.unknown()).nullable(),
      // A process of the version before sends none.
      table: TableSchema.nullable().default(null),
    }),
  }),
  z.object({
    kind: z.literal("progress"),
    about: z.object({
      conversationId: z.string(),
      platform: z.string(),
      place: z.string(),
      keys: z.array(z.string()),
      language: z.enum(LANGUAGES),
    }),
    mark: z.object({
      stage: z.enum([
        "received",
        "delayed",
        "loading",
        "planning",
        "collecting",
        "running",
        "checking",
        "repairing",
        "waiting",
        "committing",
        "done",
      ]),
      atMs: z.number(),
      attempt: z.number().exactOptional(),
      attempts: z.number().exactOptional(),
      forMs: z.number().exactOptional(),
    }),
  }),
]);
type News = z.infer<typeof News>;

const PROGRESS_MS = 25;

/** Stands for the platform of that name in every process. `post` resolves once Redis has taken the reply. */
export function createRelay(publisher: Redis, name: string): Platform {
  const publish = async (news: News) => {
    await publisher.publish(channelOf(publisher, name), JSON.stringify(news));
  };
  const tell = (news: News) => {
    // The connection's own log says that Redis is away.
    publish(news).catch(() => {});
  };
  // Of marks that follow each other closely only the first and the last are sent: every process with a page reads them.
  const latest = new Map<string, Extract<News, { kind: "progress" }>>();
  let rest: NodeJS.Timeout | undefined;
  const sendLatest = () => {
    rest = undefined;
    for (const news of latest.values()) tell(news);
    latest.clear();
  };
  const relay = async (reply: Reply) => {
    for (const [conversationId, { about }] of latest) {
      // The reply says more, and a mark that came after it would be read by nobody.
      if (about.keys.some((key) => reply.inReplyTo.includes(key))) latest.delete(conversationId);
    }
    await publish({ kind: "reply", reply });
  };
  return {
    name,
    staffPlace: null,
    addressOf: () => null,
    open: async (place) => place,
    post: async (_place, { reply }) => {
      await relay(reply);
      return newId("msg");
    },
    answer: (_answerTo, reply) => relay(reply),
    redraw: async () => {},
    // Redis is asked after as the queue.
    ping: async () => {},
    progress: (about, mark) => {
      const news = { kind: "progress" as const, about, mark };
      if (rest !== undefined) {
        latest.set(about.conversationId, news);
        return;
      }
      rest = setTimeout(sendLatest, PROGRESS_MS);
      tell(news);
    },
    close: async () => {
      clearTimeout(rest);
      latest.clear();
    },
  };
}

/** Hands on to `locals` what their relays publish anywhere; resolves when Redis has taken the subscription. */
export async function listenToRelay(subscriber: Redis, locals: Platform[], log: Log): Promise<void> {
  const byChannel = new Map(locals.map((local) => [channelOf(subscriber, local.name), local]));
  subscriber.on("message", (channel, text) => {
    const local = byChannel.get(channel);
    if (local === undefined) return;
    const news = parseNews(text);
    if (news === null) log.warn({ platform: local.name }, "a relayed message was not understood");
    else if (news.kind === "progress") local.progress(news.about, news.mark);
    else
      local.answer(null, news.reply).catch((error) => log.error({ err: error }, "a relayed reply was not handed on"));
  });
  await subscriber.subscribe(...byChannel.keys());
}

/** Channels, unlike keys, are common to all databases of a server. */
function channelOf(connection: Redis, name: string): string {
  return `tillhand:${connection.options.db ?? 0}:relay:${name}`;
}

function parseNews(text: string): News | null {
  try {
    return News.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

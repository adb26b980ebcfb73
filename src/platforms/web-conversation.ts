// A conversation's or a session's id and who wants to read it in; what was said there, and its cards as they stand, out.
import type { Context } from "hono";
import { z } from "zod";
import { cardOf } from "../card.ts";
import { Prisma } from "../database/generated/client.ts";
import { readApprovals } from "../records/approvals.ts";
import { PersonSchema } from "../records/person.ts";
import type { Person } from "../requester.ts";
import type { Service } from "../service.ts";
import { TableSchema } from "../table/table-schema.ts";
import type { TalkEntry, TalkView } from "./web-answers.ts";
import { WebError } from "./web-error.ts";
import { jsonRows, Moment } from "./web-json.ts";
import { numberUpTo, parseQuery, storableId } from "./web-parse.ts";

const ConversationQuery = { limit: numberUpTo(200).default(100) };

const Messages = z.array(
  z.object({ id: z.string(), text: z.string(), author: PersonSchema, notRead: z.array(z.string()), at: Moment }),
);
const Stages = z.array(z.object({ stage: z.string(), atMs: z.number() }));
const Replies = z.array(
  z.object({
    id: z.string(),
    text: z.string(),
    isPrivate: z.boolean(),
    answersNothing: z.boolean(),
    to: z.array(z.string()),
    cardIds: z.array(z.string().nullable()),
    chart: z.json(),
    table: TableSchema.extend({ rowCount: z.int() }).nullable(),
    at: Moment,
    runId: z.string().nullable(),
    status: z.string().nullable(),
    action: z.enum(["read", "mutate"]).nullable(),
    errorCode: z.string().nullable(),
    attempts: z.int().nullable(),
    stages: Stages.nullable(),
    verdict: z.enum(["up", "down"]).nullable(),
  }),
);
type StoredReply = z.infer<typeof Replies>[number];
const Row = z.object({
  conversationId: z.string(),
  platform: z.string(),
  ticketId: z.int().nullable(),
  isOwn: z.boolean(),
  messages: Messages,
  replies: Replies,
});

/** Staff read every conversation; to a customer one that others write in reads like one that does not exist. */
export async function readConversation(
  { database, config }: Service,
  platform: string,
  person: Person,
  context: Context,
): Promise<TalkView> {
  const { limit } = parseQuery(ConversationQuery, context);
  const asked = { id: storableId(context), platform, person, limit, shownRows: config.request.table.shownRows };
  const rows = await database.client.$queryRaw(talkStatement(asked));
  const [row] = z.array(Row).parse(rows);
  if (row === undefined || (person.role === "customer" && !row.isOwn)) {
    throw new WebError(404, "NO_SUCH_CONVERSATION", "There is no such conversation.");
  }
  const { conversationId } = row;
  const messages = row.messages.toReversed().map(({ author: { role, customerId, name }, ...message }) => {
    return { kind: "message" as const, ...message, author: { role, customerId, name } };
  });
  const replies = row.replies
    .toReversed()
    .filter(({ isPrivate, to }) => person.role !== "customer" || !isPrivate || to.length > 0)
    .map((reply) => entryOf(reply, conversationId));
  const all = [...messages, ...replies].toSorted((a, b) => a.at.localeCompare(b.at));
  const entries = all.slice(-limit);
  const cardIds = entries.flatMap((entry) => ("cardIds" in entry ? entry.cardIds : []));
  const cards = cardIds.length === 0 ? [] : await readApprovals(database.client, cardIds);
  return {
    conversationId,
    platform: row.platform,
    ticketId: row.ticketId,
    entries,
    isCut: all.length > limit,
    cards: cards.map(cardOf),
  };
}

interface Asked {
  id: string;
  platform: string;
  person: Person;
  limit: number;
  /** Of each table. */
  shownRows: number;
}

function talkStatement({ id, platform, person, limit, shownRows }: Asked): Prisma.Sql {
  const most = limit + 1;
  // What a caller of this interface sent goes by the id that the caller gave it.
  const messageId = Prisma.sql`CASE WHEN starts_with(m.key, v.platform || ':' || v.place || ':')
    THEN substr(m.key, length(v.platform || v.place) + 3) ELSE m.id END`;
  const messages = Prisma.sql`
    SELECT ${messageId} AS id, m.text, m.author, m.not_read AS "notRead", m.received_at AS at
    FROM messages m WHERE m.conversation_id = v.id ORDER BY m.received_at DESC LIMIT ${most}`;
  const replies = Prisma.sql`
    SELECT o.id, o.reply->>'text' AS text, o.reply->>'to' = 'asker' AS "isPrivate",
      o.reply->'inReplyTo' = '[]' AS "answersNothing",
      ARRAY(SELECT ${messageId} FROM messages m
        WHERE m.key IN (SELECT jsonb_array_elements_text(o.reply->'inReplyTo'))) AS to,
      ARRAY[o.reply->'card'->>'id', o.reply->'newCard'->>'id'] AS "cardIds", o.reply->'chart' AS chart,
      ${tableHead(shownRows)} AS "table", o.created_at AS at, r.id AS "runId", r.status, r.action, r.error->>'code' AS "errorCode", r.stages,
      (SELECT count(*)::int FROM attempts a WHERE a.run_id = r.id) AS attempts,
      (SELECT f.verdict FROM feedback f JOIN requests q ON q.id = r.request_id
        WHERE f.run_id = r.id AND f.person = q.requester->>'person') AS verdict
    FROM outbox o LEFT JOIN runs r ON r.id = o.reply->>'runId'
    WHERE o.conversation_id = v.id ORDER BY o.position DESC LIMIT ${most}`;
  const others = Prisma.sql`SELECT FROM messages m WHERE m.conversation_id = v.id
    AND m.author->>'person' NOT IN (${person.person}, '(deleted)')`;
  const own = Prisma.sql`SELECT FROM messages m WHERE m.conversation_id = v.id AND m.author->>'person' = ${person.person}`;
  return Prisma.sql`
    SELECT v.id AS "conversationId", v.platform, v.ticket_id AS "ticketId",
      EXISTS (${own}) AND NOT EXISTS (${others}) AS "isOwn",
      ${jsonRows(messages)} AS messages, ${jsonRows(replies)} AS replies
    FROM conversations v WHERE v.id = ${id} OR (v.platform = ${platform} AND v.place = ${id})`;
}

/** The page reads its talk every few seconds: of a long table it gets the beginning. */
function tableHead(shownRows: number): Prisma.Sql {
  return Prisma.sql`CASE WHEN jsonb_typeof(o.reply->'table') = 'object' THEN jsonb_build_object(
    'columns', o.reply->'table'->'columns',
    'rows', jsonb_path_query_array(o.reply->'table'->'rows', '$[0 to $last]', jsonb_build_object('last', ${shownRows - 1}::int)),
    'rowCount', jsonb_array_length(o.reply->'table'->'rows')) END`;
}

function entryOf(stored: StoredReply, conversationId: string): TalkEntry {
  const { id, text, at, to, chart, table } = stored;
  if (stored.answersNothing) return { kind: "news", id, text, at };
  const cardIds = stored.cardIds.filter((cardId) => cardId !== null);
  const reply = { id, text, at, chart, table, cardIds, run: runOf(stored, conversationId) };
  return to.length > 0 ? { kind: "answer", to, ...reply } : { kind: "outcome", ...reply };
}

function runOf(stored: StoredReply, conversationId: string) {
  const { runId, status, action, attempts, errorCode, stages, verdict } = stored;
  if (runId === null || status === null || action === null) return null;
  const answered = stages?.find(({ stage }) => stage === "waiting" || stage === "done");
  return {
    runId,
    conversationId,
    status,
    action,
    attempts: attempts ?? 0,
    tookMs: answered?.atMs ?? null,
    errorCode,
    verdict,
  };
}

// A message and which buttons to press in; the whole road walked in the embedded shop, and its report, out.

import type { Config } from "../config.ts";
import { createLocalPlatform, type LocalPlatform } from "../platforms/local.ts";
import { LOCAL_ADMIN, personOf } from "../platforms/local-people.ts";
import { createLocalTalk, type LocalReply } from "../platforms/local-talk.ts";
import type { Decision, Reply } from "../platforms/platform.ts";
import { type EmbeddedOptions, openSeeded, startEmbedded } from "../presets/embedded.ts";
import { newId } from "../records/id.ts";
import { readReport } from "../records/runs.ts";
import type { Conversation } from "../records/talk.ts";
import type { ApprovalCard, RunReport } from "../report.ts";
import type { Person } from "../requester.ts";
import type { Service } from "../service.ts";
import type { Table } from "../table/table.ts";
import { createLog } from "../telemetry/log.ts";
import { UsageError } from "./command.ts";
import { tableInWords } from "./table-words.ts";

/** Flags that `ask` and `plan` share, for node:util's parseArgs. */
export const ROAD_FLAGS = {
  role: { type: "string" },
  customer: { type: "string" },
  conversation: { type: "string" },
  confirm: { type: "boolean" },
  approve: { type: "boolean" },
  json: { type: "boolean" },
} as const;

export interface RoadValues {
  role?: string | undefined;
  customer?: string | undefined;
  conversation?: string | undefined;
  confirm?: boolean | undefined;
  approve?: boolean | undefined;
}

interface Walked {
  report: RunReport | null;
  /** The rows of the answer, or what its chart shows. */
  table: Table | null;
  /** What was said, first the answer, then about each button. */
  texts: string[];
  card: ApprovalCard | null;
}

export async function readPerson(service: Pick<Service, "database">, values: RoadValues): Promise<Person> {
  const role = values.role ?? "customer";
  if (role !== "customer" && role !== "staff" && role !== "admin") {
    throw new UsageError(`There is no role "${role}"; use customer, staff or admin.`);
  }
  const customerId = values.customer === undefined ? null : Number(values.customer);
  if (customerId !== null && !(Number.isInteger(customerId) && customerId > 0)) {
    throw new UsageError(`"${values.customer}" is no customer id; use a whole number such as 1.`);
  }
  const claimed = await personOf(service.database.client, { role, customerId });
  if (claimed.kind === "unknown") throw new UsageError(claimed.message);
  return claimed.person;
}

/** The conversation to go on with, or the place of a new one. */
async function findPlace(
  service: Pick<Service, "database">,
  given: string | undefined,
): Promise<Pick<Conversation, "platform" | "place">> {
  if (given === undefined) return { platform: "terminal", place: newId("ses") };
  const known = await service.database.client.conversation.findUnique({ where: { id: given } });
  return known ?? { platform: "terminal", place: given };
}

/** Opens the shop, walks the road once, prints what came of it, and closes the shop whatever happens. */
export async function walkOnce(
  config: Config,
  values: RoadValues & { json?: boolean | undefined },
  text: string,
  planner: Pick<EmbeddedOptions, "model" | "handsOver">,
): Promise<"done" | "failed"> {
  if (config.servers !== null) {
    throw new UsageError(
      "This command walks the road in the shop on one machine: leave out DATABASE_URL and REDIS_URL, or write to the service.",
    );
  }
  // The conversation decides which platform's replies are waited for, and it is in the database.
  const database = await openSeeded(config);
  const { platform: name, place } = await findPlace({ database }, values.conversation);
  const platform = createLocalPlatform(name, config.web);
  const log = createLog(config.logLevel === "info" ? "warn" : config.logLevel);
  const service = await startEmbedded(config, { database, platforms: [platform], log, sweeps: false, ...planner });
  try {
    const author = await readPerson(service, values);
    const buttons = { confirm: values.confirm === true, approve: values.approve === true };
    return printWalked(await walkRoad(service, platform, { place, author, text }, buttons), values.json === true);
  } finally {
    await service.close();
  }
}

async function walkRoad(
  service: Service,
  platform: LocalPlatform,
  message: { place: string; author: Person; text: string },
  buttons: { confirm: boolean; approve: boolean },
): Promise<Walked> {
  const key = `${platform.name}:${message.place}:${newId("msg")}`;
  const talk = createLocalTalk(service, platform);
  let reply = accepted(await talk.say({ key, standsAlone: true, notRead: [], answerTo: null, ...message }, () => {}));
  const texts = [reply.text];
  const table = await tableOf(reply, service);
  const presses: [boolean, "requester" | "admin", Decision, Person][] = [
    [buttons.confirm, "requester", "confirm", message.author],
    [buttons.approve, "admin", "approve", LOCAL_ADMIN],
  ];
  for (const [isWanted, button, decision, person] of presses) {
    const card = reply.card;
    if (!isWanted || card === null || card.state !== "pending" || card.needs[0] !== button) continue;
    const pressKey = `${platform.name}:press:${newId("prs")}`;
    const press = { key: pressKey, approvalId: card.id, person, decision, reason: null, answerTo: null };
    reply = accepted(await talk.press(press, () => {}));
    texts.push(reply.text);
  }
  const report = reply.runId === null ? null : await readReport(service.database.client, reply.runId, reply.card?.id);
  return { report, table, texts, card: reply.card };
}

async function tableOf({ table, chart }: Reply, service: Service): Promise<Table | null> {
  if (table !== null || chart === null) return table;
  const drawn = await service.drawChart(chart, new AbortController().signal);
  return drawn.kind === "drawn" ? drawn.table : null;
}

function accepted(reply: LocalReply): Reply {
  if ("kind" in reply) throw new UsageError(reply.message);
  return reply;
}

function buttonWords(button: "requester" | "admin"): string {
  return button === "requester" ? "you (--confirm)" : "an admin (--approve)";
}

/** "done" when the request was answered, "failed" when no plan came of it. */
function printWalked({ report, table, texts, card }: Walked, asJson: boolean): "done" | "failed" {
  if (asJson && report !== null) process.stdout.write(`${JSON.stringify(report)}\n`);
  else {
    process.stdout.write(`${[texts[0], ...tableInWords(table), ...cardLines(card), ...texts.slice(1)].join("\n")}\n`);
    process.stderr.write(aside(report));
  }
  return report === null || report.error !== null ? "failed" : "done";
}

/** What scripts and the curious need to go on, and why a request failed. */
function aside(report: RunReport | null): string {
  if (report === null) return "";
  const { error, runId, conversationId } = report;
  const line = error?.line === undefined ? "" : `, line ${error.line}`;
  const why = error === null ? "" : `${error.code}${line}: ${error.message}\n`;
  return `${why}(${runId} in ${conversationId})\n`;
}

function cardLines(card: ApprovalCard | null): string[] {
  if (card === null) return [];
  const waits =
    card.state === "pending"
      ? [`  Waits for ${card.needs.map(buttonWords).join(", then for ")}, until ${card.expiresAt}`]
      : [];
  return [...[...card.lines, ...card.remarks].map((line) => `  ${line}`), ...waits];
}

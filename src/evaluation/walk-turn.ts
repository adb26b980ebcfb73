// What a person says in; the reply, the buttons pressed as the case has it, and what the shop's rows were before, between
// and after, out.
import { ruleOfWarning } from "../agent/planners/said-warning.ts";
import { LOCAL_ADMIN } from "../platforms/local-people.ts";
import type { LocalReply, LocalTalk } from "../platforms/local-talk.ts";
import type { Reply } from "../platforms/platform.ts";
import { newId } from "../records/id.ts";
import type { ApprovalCard, Button, RunReport } from "../report.ts";
import type { Person } from "../requester.ts";
import { readDetail, type StoredRun } from "../run-detail.ts";
import type { Service } from "../service.ts";
import { typedWord } from "../worker/typed-button.ts";
import type { Case, CaseTurn, RowChange, TrialTurn } from "./evaluation.ts";
import { differences, readShopRows } from "./shop-rows.ts";
import { startStageWatch } from "./stage-watch.ts";
import type { ModelWatch } from "./watched-model.ts";

export interface Walker {
  service: Service;
  talk: LocalTalk;
  person: Person;
  place: string;
  watch: ModelWatch;
}

export interface WalkedTurn {
  seen: TrialTurn;
  error: RunReport["error"];
  /** Whose buttons the card showed, in order; none without a card. */
  needs: Button[];
  /** Rows that differed before anybody had pressed; nothing may. */
  early: RowChange[];
  /** The ticket by which the house gave the request to the staff: there before any press, and nobody's to confirm. */
  handover: RowChange | null;
  /** Rows that differ in the end, whoever did it. */
  made: RowChange[];
}

/** A card asks for two buttons, and the one that takes a stale card's place for two more. */
const MOST_PRESSES = 4;

export async function walkTurn(turn: CaseTurn, { mustNotChange }: Case, walker: Walker): Promise<WalkedTurn> {
  const { client } = walker.service.database;
  const atFirst = await readShopRows(client);
  const said = startStageWatch("received");
  const reply = await say(turn.request, walker, said.onStage);
  const stages = said.end();
  const calls = walker.watch.take();
  const card = reply.card?.state === "pending" ? reply.card : null;
  const beforePress = await readShopRows(client);
  const detail = reply.runId === null ? null : await readDetail(client, reply.runId);
  // A typed button speaks of the run that drew its card, which was counted when it did.
  const isAnswer = calls.modelCalls > 0;
  const presses = turn.isPressed ? await pressAll(card, walker, mustNotChange) : [];
  const handover = handoverIn(differences(atFirst, beforePress), reply.runId);
  const early = differences(atFirst, beforePress).filter(({ key, table }) => !isRow(handover, table, key));
  return {
    seen: {
      runId: reply.runId ?? "",
      request: turn.request,
      status: detail?.status ?? "none",
      answerText: reply.text,
      attempts: isAnswer ? (detail?.attemptList.length ?? 0) : 0,
      approvals: card === null ? 0 : 1,
      ...calls,
      stages: [...stages, ...presses],
      brokenRules: isAnswer && detail !== null ? brokenRulesIn(detail) : [],
    },
    error: detail?.error ?? null,
    needs: card?.needs ?? [],
    early: typedWord(turn.request) === "yes" ? [] : early,
    handover,
    made: differences(atFirst, await readShopRows(client)),
  };
}

/** Those that sent a draft back, and those of an answer whose planner sends nothing back. */
function brokenRulesIn({ attemptList, warnings }: StoredRun): string[] {
  const said = warnings.flatMap((warning) => ruleOfWarning(warning) ?? []);
  return [...attemptList.flatMap(({ failure }) => failure?.code ?? []), ...said];
}

function handoverIn(changes: RowChange[], runId: string | null): RowChange | null {
  const isIt = ({ table, before, after }: RowChange) =>
    table === "tickets" && before === null && after?.runId === runId;
  return changes.find(isIt) ?? null;
}

export function isRow(one: RowChange | null, table: RowChange["table"], key: RowChange["key"]): boolean {
  return one !== null && one.table === table && one.key === key;
}

/** What was said before the case begins; its buttons are nobody's. */
export async function say(text: string, walker: Walker, onStage: Parameters<LocalTalk["say"]>[1]): Promise<Reply> {
  const { talk, person: author, place } = walker;
  const key = `${PLATFORM}:${place}:${newId("msg")}`;
  return accepted(
    await talk.say({ key, place, author, text, standsAlone: true, notRead: [], answerTo: null }, onStage),
  );
}

/** Replies find whoever waits by their key, which begins with the platform's name. */
export const PLATFORM = "terminal";

/** Where nothing may change, the requester's own button is all there is to try. */
async function pressAll(first: ApprovalCard | null, walker: Walker, ownOnly: boolean): Promise<TrialTurn["stages"]> {
  const stages: TrialTurn["stages"] = [];
  let card = first;
  for (let presses = 0; presses < MOST_PRESSES && card?.state === "pending"; presses++) {
    const [button] = card.needs;
    if (button === undefined || (ownOnly && button === "admin")) break;
    const pressed = startStageWatch("committing");
    const reply = await press(card.id, button, walker);
    const [committing] = pressed.end();
    if (reply.card?.state === "committed" && committing !== undefined) stages.push(committing);
    card = reply.newCard ?? reply.card;
  }
  return stages;
}

async function press(approvalId: string, button: Button, { talk, person }: Walker): Promise<Reply> {
  const by = button === "requester" ? person : LOCAL_ADMIN;
  const decision = button === "requester" ? "confirm" : "approve";
  const key = `${PLATFORM}:press:${newId("prs")}`;
  return accepted(await talk.press({ key, approvalId, person: by, decision, reason: null, answerTo: null }, () => {}));
}

function accepted(reply: LocalReply): Reply {
  if ("kind" in reply) throw new Error(`The shop did not take it: ${reply.message}`);
  return reply;
}

// Why an attempt failed in, the turn that tells the model how to mend it out. The only place where codes become words
// for the model.
import { dataLine } from "../guards/data-line.ts";
import type { Turn } from "../model/model.ts";
import { statusForCode } from "../operations/declarations.ts";
import type { PlanError } from "../sandbox/sandbox.ts";
import type { BrokenRule } from "./validate.ts";

export type Failure =
  | { kind: "no-plan" }
  | { kind: "refused" }
  | { kind: "cut-off" }
  | { kind: "empty" }
  /** Of a planner that writes no code. */
  | { kind: "unreadable"; message: string }
  | { kind: "plan"; error: PlanError }
  | { kind: "rule"; rule: BrokenRule };

/** What is stored and shown of a failure: a code, a sentence, the plan's line. */
export interface FailureReport {
  code: string;
  message: string;
  line?: number;
}

export function reportFailure(failure: Failure): FailureReport {
  switch (failure.kind) {
    case "no-plan":
      return {
        code: "NO_PLAN",
        message: "Your reply held no plan. Send the code between the two tags, and nothing else.",
      };
    case "refused":
      return {
        code: "MODEL_REFUSED",
        message: "The reply was a refusal. Write a plan; one that declines is a plan too.",
      };
    case "cut-off":
      return { code: "CUT_OFF", message: "Your reply broke off before its end and was not run. Write a shorter plan." };
    case "empty":
      return { code: "EMPTY", message: "Your reply was empty. Send the code between the two tags." };
    case "unreadable":
      return { code: "UNREADABLE", message: failure.message };
    case "plan": {
      const { code, message, line } = failure.error;
      return { code, message, ...(line === undefined ? {} : { line }) };
    }
    case "rule":
      return { code: failure.rule.code, message: ruleInWords(failure.rule) };
  }
}

/** The failed reply and the report on it, to go behind the prompt. */
export function repairTurns(reply: string, failure: Failure): Turn[] {
  const { code, message, line } = reportFailure(failure);
  const cause = failure.kind === "plan" ? failure.error.cause : undefined;
  // A plan may throw whatever a row or a person said.
  const why = failure.kind === "plan" ? dataLine(message) : message;
  const words = [
    `The plan was not accepted (${code}${line === undefined ? "" : `, line ${line}`}): ${why}`,
    ...(cause === undefined
      ? []
      : [`The call failed with ${cause.code} ${dataLine(cause.facts)}${statusOf(cause.code)}.`]),
    "Nothing it did was kept; the store is as before. Send the whole mended plan between the tags.",
  ];
  return [
    { role: "assistant", text: reply === "" ? "(empty)" : reply },
    { role: "user", text: words.join("\n") },
  ];
}

function statusOf(code: string): string {
  const status = statusForCode(code);
  return status === null ? "" : `, to which STATUS ${status} belongs`;
}

function ruleInWords(rule: BrokenRule): string {
  switch (rule.code) {
    case "ANSWER_MISSING":
      return "answer_text was not set. Assign it (without const or let) on every path, and await your own functions.";
    case "ANSWER_TOO_LONG":
      return `answer_text has ${rule.chars} characters; at most ${rule.mostChars} are allowed. Say less, name the first few and how many more there are.`;
    case "ANSWER_PINGS":
      return `answer_text holds ${JSON.stringify(rule.text)}, which would notify people. Leave out such markup.`;
    case "ANSWER_INTERNAL":
      return `answer_text holds ${JSON.stringify(rule.text)}, a name from inside the program. Say it in words that a customer knows.`;
    case "STATUS_UNKNOWN":
      return `${rule.status === null ? "STATUS was not set (capitals, without const or let)" : `STATUS is ${JSON.stringify(rule.status)}`}; set one of success, no_match, insufficient_stock, invalid_request, unsupported_intent.`;
    case "STATUS_WITH_CHANGES":
      return `STATUS is ${rule.status}, but changes were staged. Check first and stage nothing unless everything can be done.`;
    case "ACTION_MISMATCH":
      return `ACTION ${rule.action === null ? "was not set" : `is ${JSON.stringify(rule.action)}`}, but ${rule.expected === "read" ? "nothing was" : "changes were"} staged: set it to ${rule.expected}.`;
    case "SUCCESS_AFTER_FAILED_WRITE":
      return `STATUS is success although a change failed with ${rule.error.code} (${rule.error.message}), which voids all changes. Set the STATUS that belongs to this code, or stage only what can be done.`;
    case "SEVERAL_OPERATIONS_FOR_ITEM":
      return `${rule.operation} was called more than once for ${rule.itemId} and the same customer or order. Call it once with the whole quantity.`;
    case "STOCK_NEGATIVE":
      return `The stock of ${rule.itemId} would fall below zero. Check it first.`;
    case "CHAIN_BROKEN":
      return `Transaction ${rule.transactionId} does not continue the balance. Stage the changes one after the other.`;
    case "NOT_WITHIN_RIGHTS":
      return `${rule.operation} is not open to this requester. Say so with STATUS unsupported_intent.`;
    case "UNGROUNDED_FIGURE":
      return `${rule.place} states ${rule.texts.map((text) => JSON.stringify(text)).join(", ")}, which nothing that the plan read or got back supports. Read it with db, take it from a call's result, or compute it in code from such values; otherwise leave it out. A rate that you assume is written as a whole percent, x * (100 + p) / 100, and said.`;
    case "ROWS_INVALID":
      return `${rule.why}. Set answer_rows to a list of flat objects with the same fields: [{ item: 'Moon', units: 3 }]; of more than fits, send the first rows and say so in answer_text.`;
    case "CLAIM_NOT_STAGED":
      return `answer_text says ${JSON.stringify(rule.text)}, but this plan staged nothing of the kind and read nothing that shows it. Stage it with shop if the person asked for it, or say what is possible instead; nobody is told or asked by an answer.`;
    case "CLAIM_AS_DONE":
      return `answer_text says ${JSON.stringify(rule.text)}, but the change is only staged and waits for a button. Say what will happen, or that it is ready to be confirmed.`;
    case "CHART_ADDRESS":
      return `${rule.why}. A chart holds all that it shows: leave out url, href, images and maps, and put the rows into data: { values: [...] }.`;
    case "CHART_SCRIPT":
      return `${rule.why}. Work the values out in the plan and put the finished rows into data.values; in filter, calculate and conditions only arithmetic, comparisons and words over datum are allowed.`;
    case "CHART_LOOP":
      return `${rule.why}. Write each row into data.values yourself; no generators, no repeat, no params or events, and nothing that contains itself.`;
    case "CHART_TOO_LARGE":
      return `${rule.why}. Add up or group the rows in the plan and chart the sums, or the largest ones only.`;
    case "CHART_INVALID":
      return `${rule.why}. Set chart to plain Vega-Lite: { mark, data: { values: [...] }, encoding: { x: { field, type }, y: { field, type } } }, with fields that every row has and numbers as numbers.`;
    case "CHART_EMPTY":
      return `${rule.why}. Give each row a value for every field that is shown; where there is nothing to show, leave chart out and say so.`;
    case "CHART_UNLABELLED":
      return `${rule.why}. Chart fewer categories (the largest, the rest as one), put long names on y, leave width, height, axis and legend to us.`;
    case "CHART_NOT_DRAWN":
      return `${rule.why}. Chart fewer rows with a plain mark and without transforms.`;
  }
}

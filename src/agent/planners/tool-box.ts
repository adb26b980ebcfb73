// A role in; the functions that a model may call for it, and the reader of such calls, out. They are made of the same tables
// and operations that plans have.
import { z } from "zod";
import { callsOfferedTo } from "../../changeset/host.ts";
import type { NamedCall } from "../../changeset/rehearse-calls.ts";
import type { Json } from "../../json.ts";
import type { Tool, ToolCall } from "../../model/tool-model.ts";
import { operations } from "../../operations/catalog.ts";
import type { Operation } from "../../operations/operation.ts";
import { groupingNames } from "../../operations/query.ts";
import { type ReaderMethod, readerArguments, readerMethods } from "../../operations/readers.ts";
import { isObject } from "../../operations/refuse.ts";
import { type TableDescription, tables } from "../../operations/tables.ts";
import type { Role } from "../../requester.ts";
import { storableJson } from "../../storable.ts";
import { type GivenAnswer, givenAnswer } from "./given-answer.ts";

export type ReadCall =
  | { kind: "call"; call: NamedCall }
  | { kind: "answer"; answer: GivenAnswer }
  /** For the model to mend. */
  | { kind: "wrong"; message: string };

export interface ToolBox {
  tools: Tool[];
  read(call: ToolCall): ReadCall;
}

const ANSWER = "answer";
const READ = "read_";

export function toolBox(role: Role, limits: { answerChars: number }): ToolBox {
  const offered = new Set(callsOfferedTo(role));
  const Answer = givenAnswer(limits.answerChars);
  const readable = tables.filter(({ name }) => offered.has(`db.${name}.findMany`));
  const callable = operations.filter(({ name }) => offered.has(`shop.${name}`));
  const tools = [...readable.map(readerTool), ...callable.map(operationTool), answerTool(Answer)];

  return {
    tools,
    read: ({ name, argumentsText }) => {
      const args = argumentsIn(argumentsText);
      if (!tools.some((tool) => tool.name === name)) {
        return wrong(
          `There is no function ${JSON.stringify(name)}; there are ${tools.map((tool) => tool.name).join(", ")}.`,
        );
      }
      if (args === null) return wrong(`The arguments of ${name} must be one JSON object.`);
      if (name === ANSWER) {
        const answer = Answer.safeParse(args);
        return answer.success ? { kind: "answer", answer: answer.data } : wrong(`${ANSWER}: ${issueIn(answer.error)}.`);
      }
      return name.startsWith(READ)
        ? readOf(name.slice(READ.length), args)
        : { kind: "call", call: { name: `shop.${name}`, args } };
    },
  };
}

function wrong(message: string): ReadCall {
  return { kind: "wrong", message };
}

function issueIn({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join(".") || "its arguments"}: ${issue?.message}`;
}

/** Nothing at all is what many models send to a function that takes nothing. */
function argumentsIn(text: string): { [name: string]: Json } | null {
  try {
    const args = storableJson(JSON.parse(text.trim() === "" ? "{}" : text));
    return isObject(args) ? args : null;
  } catch {
    return null;
  }
}

/** A null is a model's way to leave out an argument. */
function readOf(table: string, { method, ...rest }: { [name: string]: Json }): ReadCall {
  const known = readerMethods.find((name) => name === method);
  if (known === undefined) return wrong(`${READ}${table}: method must be one of ${readerMethods.join(", ")}.`);
  const args = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  return { kind: "call", call: { name: `db.${table}.${known}`, args } };
}

type Schema = { [keyword: string]: Json };

function readerTool(table: TableDescription): Tool {
  const names = [...new Set(readerMethods.flatMap((method: ReaderMethod): string[] => [...readerArguments[method]]))];
  const properties = Object.fromEntries(names.map((name) => [name, argumentSchema(name, table)]));
  return {
    name: `${READ}${table.name}`,
    description: `Reads ${table.name}, rows of type ${table.rowType}.`,
    parameters: {
      type: "object",
      properties: { method: { type: "string", enum: [...readerMethods] }, ...properties },
      required: ["method"],
    },
  };
}

/** Loosely: what is wrong with an argument the reader says itself, and what would be right. */
function argumentSchema(name: string, table: TableDescription): Schema {
  switch (name) {
    case "take":
    case "skip":
      return { type: "integer" };
    case "by":
      return { type: "array", items: { type: "string", enum: groupingNames(table) } };
    case "orderBy":
    case "_count":
      return {};
    default:
      return { type: "object" };
  }
}

function operationTool({ name, hint, input, result }: Operation): Tool {
  const description = [hint, `Gives ${result}.`].filter((words) => words !== "").join(". ");
  return { name, description, parameters: schemaOf(input) };
}

function answerTool(answer: z.ZodType): Tool {
  return { name: ANSWER, description: "Tells the person, and ends your work.", parameters: schemaOf(answer) };
}

const ObjectSchema = z.looseObject({ type: z.literal("object") }).catchall(z.json());
const OrNothing = z.object({ anyOf: z.tuple([ObjectSchema]).rest(z.json()) });

/** As a model is to fill it in; an operation that may be called with nothing takes an empty object. */
function schemaOf(schema: z.ZodType): Tool["parameters"] {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const given: unknown = JSON.parse(JSON.stringify(made));
  const optional = OrNothing.safeParse(given);
  return optional.success ? optional.data.anyOf[0] : ObjectSchema.parse(given);
}

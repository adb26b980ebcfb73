// What a plan passed in, parsed arguments or an OperationError naming the wrong one out; and the parts such arguments
// are made of.
import { z } from "zod";
import { Prisma } from "../database/generated/client.ts";
import type { Json } from "../json.ts";
import { isStorable, printableLine, storableText } from "../storable.ts";
import { OperationError } from "./operation.ts";

/** What an integer column holds. */
export const MOST_INTEGER = 2_147_483_647;

const MOST_PER_CALL = 100_000;

export function text(mostChars: number) {
  return z
    .string("must be text")
    .refine(isStorable, "holds a character that cannot be stored")
    .transform(printableLine)
    .pipe(z.string().min(1, "must not be empty").max(mostChars, `must have at most ${mostChars} characters`));
}

export const itemId = text(100);
export const MOST_REASON_CHARS = 200;
export const reason = text(MOST_REASON_CHARS);
export const id = z.int("must be a whole number").min(1, "must be positive");
export const quantity = z
  .int(`must be a whole number from 1 to ${MOST_PER_CALL}`)
  .min(1, `must be a whole number from 1 to ${MOST_PER_CALL}`)
  .max(MOST_PER_CALL, `must be a whole number from 1 to ${MOST_PER_CALL}`);

export const wholeCents = z
  .number("must be an amount in whole cents")
  .refine((value) => new Prisma.Decimal(value).decimalPlaces() <= 2, "must be an amount in whole cents");

/** Plans pass `requester.customerId`, which may be null: that counts as not passed. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** A text that came out empty counts as not passed either. */
export function optionalText(mostChars: number) {
  return z
    .string("must be text")
    .nullish()
    .transform((value) => (value == null || value.trim() === "" ? undefined : value))
    .pipe(text(mostChars).optional());
}

export function parseArguments<Input>(operation: string, schema: z.ZodType<Input>, args: Json): Input {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue === undefined) throw parsed.error;
  if (issue.code === "unrecognized_keys") {
    throw new OperationError(
      "INVALID_ARGUMENT",
      `${operation} takes no ${issue.keys.map((key) => JSON.stringify(storableText(key.slice(0, 40)))).join(", ")}; it takes ${argumentNames(schema)}.`,
    );
  }
  if (issue.path.length === 0) {
    throw new OperationError("INVALID_ARGUMENT", `${operation} takes one object: ${argumentNames(schema)}.`);
  }
  const path = issue.path.map(String).join(".");
  const given = valueAt(args, issue.path);
  const words =
    given === undefined ? "is missing" : `${issue.message}, not ${storableText(JSON.stringify(given).slice(0, 60))}`;
  const isQuantity = /quantity/i.test(String(issue.path.at(-1)));
  throw new OperationError(
    isQuantity ? "INVALID_QUANTITY" : "INVALID_ARGUMENT",
    `${operation}: ${path} ${words}.`,
    isQuantity ? { quantity: given ?? null } : { argument: path },
  );
}

function valueAt(args: Json, path: PropertyKey[]): Json | undefined {
  let value: Json | undefined = args;
  for (const step of path) {
    if (value === null || typeof value !== "object") return undefined;
    value = Object.entries(value).find(([key]) => key === String(step))?.[1];
  }
  return value;
}

function argumentNames(schema: z.ZodType): string {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape).join(", ") : "nothing";
}

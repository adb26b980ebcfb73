// What a caller sent in, the same with its type out; or a 400 that names each fault.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { isStorable } from "../storable.ts";
import { Claim, MOST_INTEGER } from "./local-people.ts";
import { WebError } from "./web-error.ts";

export function parse<Value>(schema: z.ZodType<Value>, value: unknown, whole: "body" | "query" = "body"): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join(".") || whole}: ${issue.message}`);
  throw new WebError(400, "BAD_REQUEST", `${problems.join("; ")}. See docs/http.md.`);
}

export async function readBody(context: Context): Promise<unknown> {
  try {
    return await context.req.json();
  } catch (error) {
    if (error instanceof HTTPException) throw error;
    throw new WebError(400, "BROKEN_JSON", "The body is not JSON. See docs/http.md.");
  }
}

/** A mistyped name would silently give another answer, so unknown ones are refused. */
export function parseQuery<Shape extends z.ZodRawShape>(shape: Shape, context: Context) {
  return parse(z.strictObject({ ...claimShape, ...shape }), context.req.query(), "query");
}

/** A whole number in an address. */
export const numberUpTo = (most: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(1).max(most));

const claimShape = {
  role: Claim.shape.role,
  customerId: numberUpTo(MOST_INTEGER).nullish(),
  name: Claim.shape.name,
};

/** Who a reading caller says they are. */
export const parseClaim = (context: Context): Claim => parse(z.object(claimShape), context.req.query(), "query");

/** The id in the path of a call; nothing has one with such characters. */
export function storableId(context: Context): string {
  const id = context.req.param("id") ?? "";
  if (!isStorable(id)) throw new WebError(404, "NOT_FOUND", "No id has such characters.");
  return id;
}

/** The same where ids are numbers; null for what can be none. */
export function numberId(context: Context): number | null {
  return numberUpTo(MOST_INTEGER).safeParse(context.req.param("id")).data ?? null;
}

/** The caller's own id of what they send: sent again, it is the same. */
export const ownId = z
  .string()
  .regex(/^[\w-]{1,80}$/, "must be 1 to 80 letters, digits, - or _")
  .optional();

// A schema and what a caller sent in; the parsed value out, or 50035 with the errors nested field by field.
import type { ZodType, z } from "zod";
import { ApiError, nestErrors } from "./api-error.ts";

export function parseForm<T>(schema: ZodType<T>, sent: unknown): T {
  const result = schema.safeParse(withoutNulls(sent));
  if (result.success) return result.data;
  const found = result.error.issues.map((issue) => ({ path: issue.path.map(keyOf), ...wordsOf(issue) }));
  throw new ApiError(400, 50035, nestErrors(found));
}

/** For schemas: an issue with Discord's own code. */
export function complain(context: z.RefinementCtx, path: (string | number)[], code: string, message: string): void {
  context.addIssue({ code: "custom", path, message, params: { code } });
}

const keyOf = (key: PropertyKey): string | number => (typeof key === "number" ? key : String(key));

function wordsOf(issue: z.core.$ZodIssue): { code: string; message: string } {
  switch (issue.code) {
    case "custom":
      return { code: String(issue.params?.code ?? "BASE_TYPE_INVALID"), message: issue.message };
    case "too_big":
      if (issue.origin === "string") {
        return { code: "BASE_TYPE_MAX_LENGTH", message: `Must be ${issue.maximum} or fewer in length.` };
      }
      if (issue.origin === "array") {
        return { code: "BASE_TYPE_BAD_LENGTH", message: `Must be between 1 and ${issue.maximum} in length.` };
      }
      return { code: "NUMBER_TYPE_MAX", message: `int value should be less than or equal to ${issue.maximum}.` };
    case "too_small":
      if (issue.origin === "string" || issue.origin === "array") {
        return { code: "BASE_TYPE_BAD_LENGTH", message: `Must be at least ${issue.minimum} in length.` };
      }
      return { code: "NUMBER_TYPE_MIN", message: `int value should be greater than or equal to ${issue.minimum}.` };
    case "invalid_union":
      return {
        code: "UNION_TYPE_CHOICES",
        message: 'Value of field "type" is not one of those that are possible here.',
      };
    case "invalid_type":
      return issue.input === undefined
        ? { code: "BASE_TYPE_REQUIRED", message: "This field is required" }
        : { code: "BASE_TYPE_INVALID", message: `Could not interpret this value as ${issue.expected}.` };
    default:
      return { code: "BASE_TYPE_CHOICES", message: issue.message };
  }
}

/** `null` says "leave it empty" all over Discord's bodies; only at the top does a message tell it from absence. */
function withoutNulls(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutNulls(one, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([, one]) => one !== null || depth === 0);
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutNulls(one, depth + 1)]));
}

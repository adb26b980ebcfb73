// A value within blocks or a view in; what Slack has against it out, in its words and with the place.
import { asFields } from "./fields.ts";

/** Says what is wrong with what stands at a place, e.g. "/blocks/0/text". */
export type Complain = (what: string, at: string) => void;

export function checkText(value: unknown, limit: number, at: string, complain: Complain): void {
  const { type, text } = asFields(value);
  if (type === "plain_text" || type === "mrkdwn") checkString(text, limit, `${at}/text`, complain);
  else complain("must be a text object", at);
}

export function checkPlain(value: unknown, limit: number, at: string, complain: Complain): void {
  if (asFields(value).type !== "plain_text") complain("must be a plain_text object", at);
  checkText(value, limit, at, complain);
}

export function checkString(value: unknown, limit: number, at: string, complain: Complain): void {
  if (typeof value !== "string") complain("must be a string", at);
  else if (value === "") complain("must be more than 0 characters", at);
  else if (value.length > limit) complain(`must be less than ${limit + 1} characters`, at);
}

/** Absent is fine. */
export function checkOptional(value: unknown, limit: number, at: string, complain: Complain): void {
  if (value !== undefined) checkString(value, limit, at, complain);
}

export function checkCount(items: unknown[], least: number, most: number, at: string, complain: Complain): void {
  if (items.length < least) complain(`must have at least ${least} item`, at);
  if (items.length > most) complain(`no more than ${most} items allowed`, at);
}

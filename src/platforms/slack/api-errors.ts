// An error of Slack's API in; whether trying again can help out. By codes, never by texts.
import { WebAPIPlatformError, WebAPIRateLimitedError } from "@slack/web-api";
import { NeverPosted } from "../platform.ts";

/** The code of what Slack answered; null when it did not answer, or not in its own words. */
export function codeOf(error: unknown): string | null {
  return error instanceof WebAPIPlatformError ? error.data.error : null;
}

export function retryAfterMsOf(error: unknown): number | null {
  return error instanceof WebAPIRateLimitedError ? error.retryAfter * 1000 : null;
}

const FOR_EVER = new Map([
  ["channel_not_found", "The conversation is gone, or Tillhand may not see it any more."],
  ["is_archived", "The channel is archived."],
  ["not_in_channel", "Tillhand is not a member of this channel."],
  ["no_permission", "Tillhand may not write here."],
  ["restricted_action", "Tillhand may not write here."],
  ["restricted_action_read_only_channel", "Only some may write in this channel."],
  ["restricted_action_thread_only_channel", "This channel takes answers in threads alone."],
  ["restricted_action_non_threadable_channel", "This channel takes no threads."],
  ["restricted_action_thread_locked", "The thread is locked."],
  ["thread_locked", "The thread is locked."],
  ["thread_not_found", "The thread is gone."],
  ["invalid_thread_ts", "The thread is gone."],
  ["cannot_reply_to_message", "Nobody can answer to this message."],
  ["messages_tab_disabled", "This person cannot be written to."],
  ["cannot_dm_bot", "This person cannot be written to."],
  ["user_disabled", "This person is not with the workspace any more."],
  ["user_not_found", "This person is not with the workspace any more."],
  ["user_not_visible", "This person cannot be seen."],
  ["access_denied", "Tillhand may not reach this conversation."],
  ["team_access_not_granted", "Tillhand is not admitted to this workspace."],
  ["team_not_found", "The workspace is gone."],
  ["ekm_access_denied", "The workspace's keys were withdrawn."],
]);

/** Our message, or where it stood, is not there any more; changing it is of no use, and of no harm. */
const GONE = new Set(["message_not_found", "cant_update_message", "edit_window_closed", "cant_delete_message"]);

/** What a token that does not do is told by. */
const TOKEN = new Set([
  "invalid_auth",
  "not_authed",
  "account_inactive",
  "token_revoked",
  "token_expired",
  "not_allowed_token_type",
]);

/** What a workspace without a feature answers. */
const LACKING = new Set([
  "unknown_method",
  "method_not_supported_for_channel_type",
  "feature_not_enabled",
  "missing_scope",
  "not_allowed_token_type",
  "not_allowed",
  "method_deprecated",
]);

export function isForEver(error: unknown): boolean {
  return FOR_EVER.has(codeOf(error) ?? "");
}

export function isGone(error: unknown): boolean {
  return GONE.has(codeOf(error) ?? "") || isForEver(error);
}

export function isTokenFault(error: unknown): boolean {
  return TOKEN.has(codeOf(error) ?? "");
}

export function isLacking(error: unknown): boolean {
  return LACKING.has(codeOf(error) ?? "");
}

export function isUnfit(error: unknown): boolean {
  return ["invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long", "msg_too_long"].includes(
    codeOf(error) ?? "",
  );
}

/** To be thrown in its place: an outbox gives up by it, or tries again. */
export function postFault(error: unknown): unknown {
  const sentence = FOR_EVER.get(codeOf(error) ?? "");
  return sentence === undefined ? error : new NeverPosted(sentence, { cause: error });
}

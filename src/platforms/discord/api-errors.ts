// What Discord refused a call with in, whether trying again is any use out.
import { DiscordAPIError } from "@discordjs/rest";
import { RESTJSONErrorCodes as Code } from "discord-api-types/v10";
import { NeverPosted } from "../platform.ts";

export { Code };

const FOR_EVER: [number, string][] = [
  [Code.UnknownChannel, "The channel or thread is gone."],
  [Code.UnknownGuild, "The server is gone, or the bot was removed from it."],
  [Code.MissingAccess, "The bot may not see this channel any more."],
  [Code.MissingPermissions, "The bot may not write in this channel."],
  [Code.CannotSendMessagesToThisUser, "This person takes no messages from the bot."],
  [Code.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds, "This person takes no messages from the bot."],
  [Code.ThreadLocked, "The thread is locked."],
  [Code.InvalidActionOnArchivedThread, "The thread is archived."],
  [
    Code.MessageWasBlockedByAutomaticModeration,
    "The server's AutoMod took the message for something else and blocked it.",
  ],
  [Code.MessageBlockedByHarmfulLinksFilter, "Discord took a link in the message for a harmful one."],
];

/** The same error, as `NeverPosted` where it will be so for ever. */
export function asNever(error: unknown): unknown {
  const found = FOR_EVER.find(([code]) => hasCode(error, code));
  return found === undefined ? error : new NeverPosted(found[1], { cause: error });
}

export function hasCode(error: unknown, ...codes: number[]): boolean {
  return error instanceof DiscordAPIError && codes.some((code) => error.code === code);
}

/** What was to be changed, or where, is not there any more; nobody misses the change. */
export function isGone(error: unknown): boolean {
  return hasCode(error, Code.UnknownMessage, Code.UnknownChannel, Code.UnknownGuild, Code.MissingAccess);
}

/** The interaction cannot be answered by its token: too old, never acknowledged, or answered by somebody else. */
export function isVoid(error: unknown): boolean {
  const codes = [Code.UnknownWebhook, Code.InvalidWebhookToken, Code.UnknownInteraction, Code.UnknownMessage];
  return hasCode(error, ...codes);
}

export function isWrongToken(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.status === 401;
}

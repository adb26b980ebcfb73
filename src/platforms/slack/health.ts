// Whether people are reached and heard in Slack: resolves, or rejects with a sentence that names the setting.
import type { ChatSettings } from "../../chat-settings.ts";
import type { SlackApi } from "./api.ts";
import { codeOf, isTokenFault } from "./api-errors.ts";
import { SlackError, tokenSentence } from "./slack-error.ts";
import type { Socket } from "./socket.ts";

/** Without these something that is promised does not work; see docs/slack.md. */
const NEEDED = ["chat:write", "users:read", "im:write"];

export function createPing(
  { web }: SlackApi,
  { deadMs }: Pick<ChatSettings, "deadMs">,
  socketOf: () => Socket | null,
): () => Promise<void> {
  return async () => {
    const scopes = await scopesOf(web);
    // A token of another kind does not tell.
    const lacking = scopes === null ? [] : NEEDED.filter((scope) => !scopes.includes(scope));
    if (lacking.length > 0) {
      throw new SlackError(
        `SLACK_BOT_TOKEN lacks the scope ${lacking.join(", ")}: add it to the app, install it again, and set the new token. See docs/slack.md.`,
      );
    }
    const refusal = socketOf()?.refusal() ?? null;
    if (refusal !== null) throw new SlackError(refusal);
    const silentMs = socketOf()?.silentMs() ?? 0;
    if (silentMs > deadMs) {
      throw new SlackError(
        `Slack has not been heard for ${Math.round(silentMs / 1000)} s; the socket is being made anew.`,
      );
    }
  };
}

async function scopesOf(web: SlackApi["web"]): Promise<string[] | null> {
  try {
    const { response_metadata } = await web.auth.test();
    return response_metadata?.scopes ?? null;
  } catch (error) {
    if (isTokenFault(error)) throw new SlackError(tokenSentence("SLACK_BOT_TOKEN", codeOf(error)), { cause: error });
    throw new SlackError(`Slack cannot be reached (${codeOf(error) ?? "no answer"}).`, { cause: error });
  }
}

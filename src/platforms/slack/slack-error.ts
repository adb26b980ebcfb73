// Slack cannot be served as it is set up; the message says which setting to change.

export class SlackError extends Error {
  override name = "SlackError";
}

/** Of a token that Slack does not take, by its own code. */
export function tokenSentence(setting: string, code: string | null): string {
  return `Slack does not take ${setting} (${code}): it is wrong, or it was revoked. Set the one that the app's settings show. See docs/slack.md.`;
}

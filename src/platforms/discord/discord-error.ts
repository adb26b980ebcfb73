// Discord cannot be served; the message says which setting to change, or what to do there.

export class DiscordError extends Error {
  override name = "DiscordError";
}

export const WRONG_TOKEN = "Discord refuses the token: set DISCORD_TOKEN to the bot's token. See docs/discord.md.";

// The settings in; every word of them that nobody may read out.
import type { Config } from "../config.ts";

export function secretsOf({ servers, modelApi, web, chat }: Config): string[] {
  const addresses = [servers?.databaseUrl, servers?.redisUrl, modelApi?.baseUrl, chat.mail?.url];
  const tokens = [modelApi?.apiKey, web.token, chat.slack?.botToken, chat.slack?.appToken, chat.discord?.token];
  return [...addresses.map(passwordOf), ...tokens, chat.slack?.signingSecret]
    .flatMap((secret) => (secret == null || secret === "" ? [] : [secret, decoded(secret)]))
    .toSorted((one, other) => other.length - one.length);
}

function passwordOf(address: string | undefined): string | null {
  if (address === undefined) return null;
  // An address that cannot be read may still be told about; then all between the colon and the last @ is kept back.
  return URL.canParse(address) ? new URL(address).password : (/:\/\/[^:]*:(.*)@/.exec(address)?.[1] ?? null);
}

function decoded(secret: string): string {
  try {
    return decodeURIComponent(secret);
  } catch {
    return secret;
  }
}

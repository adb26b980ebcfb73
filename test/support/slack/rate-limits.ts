// Calls in; how many seconds a call has to wait out, 0 if it may go on.
import { asText, type Fields } from "./fields.ts";

interface Rule {
  /** What shares one allowance. */
  key: (method: string, args: Fields) => string;
  perMs: number;
  /** Calls at once before the rate counts. */
  burst: number;
}

const perMinute = (count: number): Rule => ({ key: (method) => method, perMs: count / 60_000, burst: count });
const perChannel: Rule = { key: (_, args) => `post ${asText(args.channel)}`, perMs: 1 / 1000, burst: 4 };

const RULES: { [method: string]: Rule } = {
  "chat.postMessage": perChannel,
  "chat.postEphemeral": perChannel,
  "chat.update": perMinute(50),
  "chat.delete": perMinute(50),
  "chat.startStream": perMinute(20),
  "chat.appendStream": perMinute(100),
  "chat.stopStream": perMinute(20),
  "conversations.history": perMinute(50),
  "conversations.replies": perMinute(50),
  "conversations.list": perMinute(20),
  "users.list": perMinute(20),
};

export function createRateLimits(): (method: string, args: Fields) => number {
  const levels = new Map<string, { level: number; at: number }>();
  return (method, args) => {
    const rule = RULES[method];
    if (rule === undefined) return 0;
    const key = rule.key(method, args);
    const now = Date.now();
    const before = levels.get(key) ?? { level: 0, at: now };
    const level = Math.max(0, before.level - (now - before.at) * rule.perMs);
    if (level + 1 > rule.burst) return Math.max(1, Math.ceil((level + 1 - rule.burst) / rule.perMs / 1000));
    levels.set(key, { level: level + 1, at: now });
    return 0;
  };
}

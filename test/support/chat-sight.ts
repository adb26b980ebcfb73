// A shop on Slack and Discord after a long day in, what stands there to be seen out: cards, buttons, signs of work, texts.
import { stageWords } from "../../src/platforms/stage-words.ts";
import type { Stage } from "../../src/report.ts";
import { textsOf } from "../../src/texts/texts-of.ts";
import type { ChatServers } from "./chat-servers.ts";

export interface SeenPost {
  platform: "discord" | "slack";
  /** Channel, or the thread's own id. */
  at: string;
  id: string;
  shown: string;
  buttons: string[];
}

const DECISIONS = ["Confirm", "Cancel", "Approve", "Decline", "Take it back"];
const STAGES: Stage[] = ["received", "delayed", "planning", "running", "checking", "waiting", "committing"];
const SIGNS = new Set(STAGES.map((stage) => stageWords({ stage, atMs: 0 }, textsOf("en"))));

/** Everything of ours in every place, threads too. */
export function ourPosts({ discord, slack, where }: ChatServers): SeenPost[] {
  const onDiscord = [where.customers, where.discordStaff].flatMap((channel) =>
    [channel, ...discord.threads(channel).map(({ id }) => id)].flatMap((at) =>
      discord
        .seen(at)
        .filter(({ authorId }) => authorId === discord.applicationId)
        .map(({ id, shown, buttons, isThinking }) => ({
          ...{ platform: "discord" as const, at, id, shown: isThinking ? "thinking" : shown },
          buttons: buttons.map(({ label }) => label ?? ""),
        })),
    ),
  );
  const onSlack = [where.shop, where.staff].flatMap((channel) => {
    const roots = slack.seen(channel);
    return [...roots, ...roots.flatMap(({ ts }) => slack.seen(channel, { threadTs: ts }).slice(1))]
      .filter(({ isBot, ephemeralFor, userId }) => isBot && ephemeralFor === null && userId === slack.botUserId)
      .map(({ ts, threadTs, shown, buttons }) => ({
        ...{ platform: "slack" as const, at: threadTs ?? channel, id: ts, shown },
        buttons: buttons.map(({ label }) => label),
      }));
  });
  return [...onDiscord, ...onSlack];
}

export const canBeDecided = ({ buttons }: SeenPost): boolean => buttons.some((label) => DECISIONS.includes(label));

export const saysItWorks = ({ shown }: SeenPost): boolean => SIGNS.has(shown) || shown === "thinking";

/** What a card that says "Done" has moved, in pieces of this item and in the till's cents; null for any other text. */
export function movedBy({ shown }: SeenPost, itemId: string): { pieces: number; cents: number } | null {
  if (!/^(?:.*\n)?Done\n/.test(shown)) return null;
  const line = new RegExp(`(Sell|Restock) (\\d+) × [^\\n]*\\(${itemId}\\)`).exec(shown);
  if (line === null) return null;
  const pieces = Number(line[2]) * (line[1] === "Sell" ? -1 : 1);
  const amount = /\+?\$([\d,]+)\.(\d\d) (into|out of) the till/.exec(shown);
  const cents = amount === null ? 0 : Number(`${amount[1]?.replaceAll(",", "")}${amount[2]}`);
  return { pieces, cents: amount?.[3] === "into" ? cents : -cents };
}

/** Posts that Slack took more than once for the same part of the same reply. */
export function repeatedOnSlack({ slack }: ChatServers): string[] {
  const counts = new Map<string, number>();
  for (const { method, args, isDone } of slack.calls) {
    if (method !== "chat.postMessage" || !isDone || args.metadata === undefined) continue;
    const mark = typeof args.metadata === "string" ? args.metadata : JSON.stringify(args.metadata);
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 1).map(([mark]) => mark);
}

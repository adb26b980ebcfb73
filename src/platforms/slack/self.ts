// Who we are to Slack: asked once, and again when that failed.
import type { SlackApi } from "./api.ts";

interface SelfFacts {
  team: string;
  userId: string;
  botId: string;
}

export type Self = () => Promise<SelfFacts>;

export function createSelf({ web }: SlackApi): Self {
  let asked: Promise<SelfFacts> | null = null;
  const ask = async (): Promise<SelfFacts> => {
    const { team_id: team, user_id: userId, bot_id: botId } = await web.auth.test();
    if (team === undefined || userId === undefined || botId === undefined) {
      throw new Error("Slack does not say whose token this is.");
    }
    return { team, userId, botId };
  };
  return () => {
    asked ??= ask().catch((error) => {
      asked = null;
      throw error;
    });
    return asked;
  };
}

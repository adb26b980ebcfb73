// What Slack's libraries have to say in; a warning in our log out, with codes and never with what they were handed.
import { type Logger, LogLevel } from "@slack/web-api";
import type { Log } from "../../telemetry/log.ts";

const MOST_CHARS = 300;

export function slackLogger(log: Log): Logger {
  let level: LogLevel = LogLevel.WARN;
  const note = (first: unknown) => {
    // Their texts name methods, codes and reasons; the arguments behind them may hold anything.
    const told = first instanceof Error ? { type: first.name } : { says: String(first).slice(0, MOST_CHARS) };
    log.warn(told, "a library of Slack complains");
  };
  return {
    debug: () => {},
    info: () => {},
    warn: note,
    error: note,
    setLevel: (given) => {
      level = given;
    },
    getLevel: () => level,
    setName: () => {},
  };
}

// A logger for Slack's libraries that keeps quiet where a test makes them complain.
import { type Logger, LogLevel } from "@slack/web-api";

const ignore = () => {};

export const silentLogger: Logger = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  setLevel: ignore,
  getLevel: () => LogLevel.ERROR,
  setName: ignore,
};

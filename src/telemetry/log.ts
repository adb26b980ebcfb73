// Structured lines on stderr. They carry ids and codes, never what a person wrote or who they are.
import { type Logger, pino } from "pino";

export type Log = Logger;

export function createLog(level: string): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: maskedError } };
  return pino(options, pino.destination({ fd: 2, sync: true }));
}

/** A database's words may quote the row that they are about. */
function maskedError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const { message, stack, ...rest } = pino.stdSerializers.err(error);
  return {
    type: rest.type,
    code: "code" in error ? error.code : undefined,
    message: masked(message),
    stack: masked(stack),
  };
}

const EMAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g;
const ROW = /Failing row contains \(.*?\)\./gs;
const LONG_NUMBER = /\b\d(?:[ -]?\d){8,}\b/g;

function masked(text: string): string {
  return text.replaceAll(EMAIL, "(e-mail)").replaceAll(ROW, "(row)").replaceAll(LONG_NUMBER, "(number)");
}

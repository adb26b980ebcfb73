// A code of Discord's out, with the words it comes with: what a call is refused with.

const WORDS: { [code: number]: string } = {
  0: "401: Unauthorized",
  10002: "Unknown Application",
  10003: "Unknown Channel",
  10004: "Unknown Guild",
  10007: "Unknown Member",
  10008: "Unknown Message",
  10013: "Unknown User",
  10014: "Unknown Emoji",
  10015: "Unknown Webhook",
  10062: "Unknown interaction",
  10063: "Unknown application command",
  20016: "This action cannot be performed due to slowmode rate limit",
  20028: "The write action you are performing on the channel has hit the write rate limit",
  30046: "Maximum number of edits to messages older than 1 hour reached",
  40005: "Request entity too large",
  40060: "Interaction has already been acknowledged",
  50001: "Missing Access",
  50005: "Cannot edit a message authored by another user",
  50006: "Cannot send an empty message",
  50007: "Cannot send messages to this user",
  50013: "Missing Permissions",
  50021: "Cannot execute action on a system message",
  50024: "Cannot execute action on this channel type",
  50027: "Invalid Webhook Token",
  50035: "Invalid Form Body",
  50083: "Thread is archived",
  50109: "The request body contains invalid JSON.",
  50278: "Cannot send messages to this user due to having no mutual guilds",
  160002: "Cannot reply without permission to read message history",
  160004: "A thread has already been created for this message",
  160005: "Thread is locked",
  160006: "Maximum number of active threads reached",
  200000: "Message was blocked by automatic moderation",
  240000: "Message blocked by harmful links filter",
};

export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: object | null;

  constructor(status: number, code: number, errors: object | null = null) {
    super(WORDS[code] ?? "Unknown error");
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

export function errorBody(error: ApiError): object {
  const { message, code, errors } = error;
  return errors === null ? { message, code } : { message, code, errors };
}

/** Errors of one field, as 50035 nests them. */
export function refuseField(path: (string | number)[], code: string, message: string): never {
  throw new ApiError(400, 50035, nestErrors([{ path, code, message }]));
}

export function nestErrors(found: { path: (string | number)[]; code: string; message: string }[]): object {
  const root: { [key: string]: unknown } = {};
  for (const { path, code, message } of found) {
    let place = root;
    for (const key of path) {
      const next = (place[String(key)] ?? {}) as { [key: string]: unknown };
      place[String(key)] = next;
      place = next;
    }
    place._errors = [...((place._errors as object[] | undefined) ?? []), { code, message }];
  }
  return root;
}

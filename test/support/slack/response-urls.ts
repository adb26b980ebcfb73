// A command or press in; an address for up to five answers within half an hour out, and what those answers do.
import { readContent } from "./chat-methods.ts";
import { asFlag, asText, type Fields } from "./fields.ts";
import { Refusal, refuse } from "./method.ts";
import type { Posting } from "./posting.ts";
import { randomName } from "./stamps.ts";
import { type Channel, findMessage, type Workspace } from "./workspace.ts";

const MAX_USES = 5;
const LIFE_MS = 30 * 60_000;

interface Issued {
  channel: Channel;
  userId: string;
  /** The message whose button was pressed. */
  originTs: string | null;
  uses: number;
  expiresAt: number;
}

export interface ResponseUrls {
  issue(kind: "commands" | "actions", channel: Channel, userId: string, originTs: string | null): string;
  /** The HTTP status and body of a post to one. */
  take(path: string, body: Fields): { status: number; body: Fields };
  /** As if the half hour were over. */
  expireAll(): void;
  /** What an acknowledgement's body or a response says, stored as a message. */
  show(channel: Channel, userId: string, body: Fields, originTs: string | null): void;
}

export function createResponseUrls(workspace: Workspace, posting: Posting): ResponseUrls {
  const issued = new Map<string, Issued>();
  const { app } = workspace;

  function show(channel: Channel, userId: string, body: Fields, originTs: string | null): void {
    const original = originTs === null ? undefined : findMessage(channel, originTs);
    if (asFlag(body.delete_original)) {
      if (original === undefined) refuse("message_not_found");
      posting.remove(channel, original);
      return;
    }
    const { hasBareNames, ...content } = readContent(workspace, body, false);
    if (asFlag(body.replace_original)) {
      if (original === undefined) refuse("message_not_found");
      posting.edit(channel, original, content, { hasBareNames });
      return;
    }
    const isForAll = body.response_type === "in_channel";
    posting.post(channel, {
      userId: app.botUserId,
      botId: app.botId,
      appId: app.id,
      ...content,
      hasBareNames,
      // Without one it stands in the channel, even if the button stood in a thread.
      threadTs: asText(body.thread_ts) ?? null,
      ephemeralFor: isForAll ? null : userId,
    });
  }

  return {
    issue: (kind, channel, userId, originTs) => {
      const path = `/${kind}/${workspace.team.id}/${Math.floor(Math.random() * 1e13)}/${randomName()}`;
      issued.set(path, { channel, userId, originTs, uses: 0, expiresAt: Date.now() + LIFE_MS });
      return `${workspace.origin}${path}`;
    },
    take: (path, body) => {
      const url = issued.get(path);
      if (url === undefined) return { status: 404, body: { ok: false, error: "no_such_url" } };
      if (url.expiresAt < Date.now()) return { status: 404, body: { ok: false, error: "expired_url" } };
      if (url.uses >= MAX_USES) return { status: 404, body: { ok: false, error: "used_url" } };
      url.uses += 1;
      try {
        show(url.channel, url.userId, body, url.originTs);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { status: 400, body: error.answer };
      }
      return { status: 200, body: { ok: true } };
    },
    expireAll: () => {
      for (const url of issued.values()) url.expiresAt = 0;
    },
    show,
  };
}

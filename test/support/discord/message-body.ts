// The body of a call and its files in; the message to post, or the change to one, out. Refuses what would be empty.
import { ApiError, refuseField } from "./api-error.ts";
import { IS_V2, type MessageBody } from "./message-shapes.ts";
import type { MessageChange } from "./messages.ts";
import type { UploadedFile } from "./router.ts";
import type { Attachment, Message, World } from "./world.ts";

type Files = Map<string, UploadedFile>;

const SETTABLE_FLAGS = 4 | 4096 | IS_V2;

export function contentOfNew(world: World, body: MessageBody, files: Files) {
  const content = {
    content: body.content ?? "",
    embeds: body.embeds ?? [],
    components: body.components ?? [],
    attachments: attachmentsOf(world, body, files, []),
    flags: (body.flags ?? 0) & SETTABLE_FLAGS,
  };
  requireSomething(content);
  requireReferredFiles(content);
  return content;
}

export function contentOfChange(world: World, body: MessageBody, files: Files, message: Message): MessageChange {
  const change: MessageChange = {
    ...(body.content === undefined ? {} : { content: body.content ?? "" }),
    ...(body.embeds === undefined ? {} : { embeds: body.embeds ?? [] }),
    ...(body.components === undefined ? {} : { components: body.components ?? [] }),
    ...(body.attachments === undefined && files.size === 0
      ? {}
      : { attachments: attachmentsOf(world, body, files, message.attachments) }),
    flags: (message.flags & ~4) | ((body.flags ?? message.flags) & (4 | IS_V2)),
  };
  const after = { ...message, ...change };
  if ((after.flags & IS_V2) !== 0) {
    for (const field of ["content", "embeds"] as const) {
      if (after[field].length === 0) continue;
      const words = `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`;
      refuseField([field], "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", words);
    }
  }
  requireSomething(after);
  requireReferredFiles(after);
  return change;
}

type Content = Pick<Message, "content" | "embeds" | "components" | "attachments" | "flags">;

function requireSomething(message: Content): void {
  const isV2 = (message.flags & IS_V2) !== 0;
  const parts = [message.content.trim(), message.embeds, message.components, message.attachments];
  const hasSomething = isV2 ? message.components.length > 0 : parts.some((part) => part.length > 0);
  if (!hasSomething) throw new ApiError(400, 50006);
}

function requireReferredFiles(message: Content): void {
  const names = message.attachments.map((one) => one.filename);
  for (const [, name] of JSON.stringify(message.components).matchAll(/"attachment:\/\/([^"]+)"/g)) {
    if (name === undefined || names.includes(name)) continue;
    const code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND";
    refuseField(["components"], code, `The referenced attachment '${name}' was not found`);
  }
}

/** A list in the body names what stays, and describes the new files by their number; without a list all stays. */
function attachmentsOf(world: World, body: MessageBody, files: Files, before: Attachment[]): Attachment[] {
  const listed = body.attachments ?? null;
  const kept = before.filter((one) => body.attachments === undefined || listed?.some((entry) => entry.id === one.id));
  const added = [...files].map(([index, file]): Attachment => {
    const entry = listed?.find((one) => one.id === index);
    return {
      id: world.newId(),
      filename: entry?.filename ?? file.name,
      contentType: file.contentType,
      description: entry?.description ?? null,
      bytes: file.bytes,
    };
  });
  const all = [...kept, ...added];
  if (all.length > 10) refuseField(["attachments"], "BASE_TYPE_BAD_LENGTH", "Must be between 0 and 10 in length.");
  return all;
}

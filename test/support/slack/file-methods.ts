// The workspace in; the external upload in its three steps out. The message with the file comes after the answer.
import { readBlocks } from "./chat-methods.ts";
import { asFields, asList, asText } from "./fields.ts";
import { fileJson, mimetypeOf } from "./file-json.ts";
import { type Methods, namesIn, postableChannel, refuse, required, threadIn } from "./method.ts";
import type { Posting } from "./posting.ts";
import { randomName } from "./stamps.ts";
import type { StoredFile, Workspace } from "./workspace.ts";

export interface Files {
  methods: Methods;
  /** Takes the bytes for an upload address; `false` if there is no such address. */
  receive(uploadKey: string, bytes: Buffer): boolean;
  /** A file that a person drops into a message. */
  add(userId: string, file: { name: string; bytes: Buffer }): StoredFile;
  /** `null` unless the app may read it. */
  read(fileId: string): StoredFile | null;
  close(): void;
}

export function createFiles(workspace: Workspace, posting: Posting, shareMs: number): Files {
  const { app, stamps, files } = workspace;
  const timers = new Set<NodeJS.Timeout>();

  function create(userId: string, name: string, length: number, altText: string | null): StoredFile {
    const file: StoredFile = {
      id: stamps.id("F"),
      name,
      title: name,
      altText,
      mimetype: mimetypeOf(name),
      userId,
      length,
      bytes: null,
      uploadKey: randomName(),
      created: Math.floor(Date.now() / 1000),
    };
    files.set(file.id, file);
    return file;
  }

  function later(work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, shareMs);
    timers.add(timer);
  }

  const methods: Methods = {
    "files.getUploadURLExternal": {
      scopes: ["files:write"],
      run: (args) => {
        const length = Number(required(args, "length"));
        if (!(length > 0))
          refuse("invalid_arguments", { response_metadata: { messages: ["[ERROR] length must be > 0"] } });
        const altText = asText(args.alt_txt) ?? asText(args.alt_text) ?? null;
        const file = create(app.botUserId, required(args, "filename"), length, altText);
        return { ok: true, upload_url: `${workspace.origin}/upload/v1/${file.uploadKey}`, file_id: file.id };
      },
    },
    "files.completeUploadExternal": {
      scopes: ["files:write"],
      run: (args) => {
        const named = asList(args.files).map(asFields);
        if (named.length === 0) refuse("invalid_arguments");
        const completed = named.map(({ id, title }) => {
          const file = files.get(String(id));
          if (file === undefined || file.bytes === null) refuse("file_not_found");
          file.title = asText(title) ?? file.name;
          return file;
        });
        const places = [...namesIn(args.channel_id), ...namesIn(args.channels)];
        const blocks = args.blocks === undefined ? null : readBlocks(workspace, asList(args.blocks), true);
        const shares = places.map((place) => {
          const channel = postableChannel(workspace, { channel: place });
          return { channel, threadTs: threadIn(channel, args) };
        });
        later(() => {
          for (const { channel, threadTs } of shares) {
            posting.post(channel, {
              userId: app.botUserId,
              botId: app.botId,
              appId: app.id,
              text: asText(args.initial_comment) ?? "",
              blocks,
              threadTs,
              fileIds: completed.map((file) => file.id),
              subtype: "file_share",
            });
          }
        });
        return { ok: true, files: completed.map((file) => fileJson(workspace, file)) };
      },
    },
    "files.info": {
      scopes: ["files:read"],
      run: (args) => {
        const file = files.get(required(args, "file", "file_not_found"));
        if (file === undefined) refuse("file_not_found");
        return { ok: true, file: fileJson(workspace, file) };
      },
    },
  };

  return {
    methods,
    receive: (uploadKey, bytes) => {
      const file = [...files.values()].find((one) => one.uploadKey === uploadKey && one.bytes === null);
      if (file === undefined || bytes.length !== file.length) return false;
      file.bytes = bytes;
      return true;
    },
    add: (userId, { name, bytes }) => Object.assign(create(userId, name, bytes.length, null), { bytes }),
    read: (fileId) => files.get(fileId) ?? null,
    close: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

// A command's place in; the thread where its talk goes on out, begun by a message that says who asks for what.
import type { Post, Posts } from "../../records/posts.ts";
import type { Log } from "../../telemetry/log.ts";
import { NeverPosted, type Opening } from "../platform.ts";
import type { SlackApi } from "./api.ts";
import { codeOf, isForEver, postFault } from "./api-errors.ts";
import { type Draft, plainOf, richText } from "./blocks.ts";
import { cleaned, cut } from "./escape.ts";
import type { Messages } from "./messages.ts";
import { isDirect, type Place, placeText, readPlace, type Target } from "./place.ts";
import type { Self } from "./self.ts";
import { sentBefore } from "./sent-before.ts";

/** A place as it is written to: of a command, the thread that was opened for it; null where there is none. */
export type Opened = (placeText: string) => Promise<Place | null>;

const REQUEST_CHARS = 2_000;
const ELSEWHERE = "I cannot write in that channel, so I answer you in a direct message.";

const about = (place: string) => `open ${place}`;
/** On record before the thread is begun: should it be found, a process has died over it. */
const beginning = (place: string) => `begin ${place}`;

export function createOpened(posts: Posts): Opened {
  return async (text) => {
    const place = readPlace(text);
    if (place?.kind !== "command") return place;
    const [post] = await posts.find([about(text)]);
    return post === undefined ? null : threadOfPost(post);
  };
}

function threadOfPost({ place, messageId }: Post): Place | null {
  const at = readPlace(place);
  return at === null || at.kind === "staff" ? null : { ...at, kind: "thread", thread: messageId };
}

/** `whisper`: tells the person who typed the command, and nobody else. */
export function createOpenTalk(
  api: SlackApi,
  messages: Messages,
  posts: Posts,
  self: Self,
  whisper: (answerTo: string | null, text: string) => Promise<void>,
  log: Log,
): (place: string, opening: Opening) => Promise<string> {
  const { web } = api;
  const opened = createOpened(posts);

  async function begin(command: string, target: Target, draft: Draft): Promise<string> {
    const mark = { id: about(command), part: 0 };
    const began = { about: beginning(command), place: command, messageId: target.channel };
    if ((await posts.find([began.about])).some(({ messageId }) => messageId === target.channel)) {
      const { botId } = await self();
      const { parts } = await sentBefore(api, target, { id: mark.id, inReplyTo: [], botId });
      const ts = parts.get(mark.part);
      if (ts !== undefined) return ts;
    }
    await posts.save(began);
    return messages.send(target, draft, mark);
  }

  async function keep(command: string, team: string, target: Target, draft: Draft): Promise<string> {
    const ts = await begin(command, target, draft);
    const place: Place = { kind: "thread", team, channel: target.channel, thread: ts };
    await posts.save({ about: about(command), place: placeText({ ...place, kind: "direct" }), messageId: ts });
    return placeText(place);
  }

  return async (text, opening) => {
    const asked = readPlace(text);
    if (asked?.kind !== "command") return text;
    const known = await opened(text);
    if (known !== null) return placeText(known);
    const { team, channel } = asked;
    try {
      return await keep(text, team, { channel, thread: null }, rootDraft(opening, ""));
    } catch (error) {
      if (!isForEver(error)) throw error;
      log.info({ channel, code: codeOf(error) }, "a command's talk goes on in a direct message");
    }
    try {
      const user = opening.person.person.split(":").at(-1) ?? "";
      const { channel: direct } = await web.conversations.open({ users: user });
      if (direct?.id === undefined) throw new NeverPosted("This person cannot be written to.");
      const root = rootDraft(opening, isDirect(channel) ? "" : ELSEWHERE);
      const place = await keep(text, team, { channel: direct.id, thread: null }, root);
      await whisper(opening.answerTo, ELSEWHERE);
      return place;
    } catch (error) {
      throw postFault(error);
    }
  };
}

function rootDraft({ person, text }: Opening, remark: string): Draft {
  const name = cleaned(person.name ?? "Somebody");
  const words = ` asks: ${cut(cleaned(text), REQUEST_CHARS)}`;
  const said = [{ kind: "prose" as const, spans: [bold(name), plain(words)] }];
  const remarked = remark === "" ? [] : [{ kind: "prose" as const, spans: [plain(`\n${remark}`)] }];
  return { text: plainOf(`${name}${words}`), blocks: [richText([...said, ...remarked])] };
}

const bold = (text: string) => ({ text, style: "bold" as const });
const plain = (text: string) => ({ text, style: "plain" as const });

// People on one platform, what they do there and what each of them sees: what the suite of all platforms is written in.
import type { Decision, Opening, Platform, ProgressOf } from "../../src/platforms/platform.ts";
import type { ApprovalCard } from "../../src/report.ts";

/** Somebody wrote something. */
export interface Asked {
  key: string;
  place: string;
}

/** One of our messages, as somebody sees it. */
export interface Seen {
  shown: string;
  /** What stands on its buttons; thumbs are left out. */
  buttons: string[];
  files: { name: string; altText: string | null; bytes: Uint8Array | null }[];
}

interface Pressed {
  key: string;
  approvalId: string;
  decision: Decision;
  answerTo: string | null;
}

export type Who = "asker" | "other";

export interface Talk {
  /** As one worker has it, and as another one has it. */
  platform: Platform;
  another: Platform;
  /** The asker writes where nobody wrote before, and somebody else looks on. */
  ask(text: string): Promise<Asked>;
  /** Of the answers there, in order. */
  seen(asked: Asked, who: Who): Seen[];
  /** What stands there to say that it is worked on. */
  working(asked: Asked): string[];
  /** By the asker; resolves when the shop has it. */
  press(asked: Asked, label: string): Promise<Pressed>;
  /** Asked by a command: its place, and what the platform is told to open it. */
  command(text: string): Promise<{ place: string; opening: Opening }>;
  /** How many places of a command's talk there are. */
  openedPlaces(): number;
  /** Where the staff read. */
  staffPlace: string;
  staffSee(): Seen[];
  /** The records have changed, and the platform is told. */
  redraw(card: ApprovalCard): Promise<void>;
  /** Whoever was rung by us, in any place. */
  pings(): unknown[];
  close(): Promise<void>;
}

/** Where the platform is a service of its own. */
export interface ChatTalk extends Talk {
  /** How many calls the service has had from us. */
  calls(): number;
  /** The place is gone for ever. */
  lose(asked: Asked): void;
  /** The token counts no more. */
  revoke(): void;
  /** For a process that serves the same people. */
  environment: { [name: string]: string };
}

export const aboutOf = (platform: Platform, { place, key }: Asked): ProgressOf => ({
  ...{ conversationId: `cnv_${place}`, platform: platform.name, place, keys: [key], language: "en" as const },
});

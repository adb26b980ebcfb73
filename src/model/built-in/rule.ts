// One rule of the grammar: a pattern for the whole sentence and what it means.
import type { Role } from "../../requester.ts";
import type { Intent } from "./intent.ts";
import type { Sentence } from "./sentence.ts";

export interface Context {
  sentence: Sentence;
  role: Role;
}

export type Parts = { [name: string]: string | undefined };

export interface Rule {
  /** Matched against `sentence.text`. Rules that change something are anchored at both ends: no word goes unread. */
  pattern: RegExp;
  /** null: on a closer look the sentence says something else, so the next rule has its turn. */
  meaning(parts: Parts, context: Context): Intent | null;
}

export function firstMeaning(rules: Rule[], text: string, context: Context): Intent | null {
  for (const { pattern, meaning } of rules) {
    const match = pattern.exec(text);
    const intent = match === null ? null : meaning(match.groups ?? {}, context);
    if (intent !== null) return intent;
  }
  return null;
}

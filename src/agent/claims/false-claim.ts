// An answer and what its run staged and read in; the first thing that it says to be done, or ready, although it is not, out.
// When in doubt nothing is: a false refusal costs a turn of the model, and the card shows what is true.
import type { HostCallRecord } from "../../changeset/host.ts";
import type { Json } from "../../json.ts";
import { LANGUAGES as HOUSE_LANGUAGES } from "../../language.ts";
import type { PlanRequest } from "../../model/model.ts";
import { textsOf } from "../../texts/texts-of.ts";
import { sentencesOf, withoutQuotes } from "../sentences.ts";
import type { ClaimLanguage, Deed } from "./claim-words.ts";
import { ENGLISH } from "./english.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import { PORTUGUESE } from "./portuguese.ts";
import { SPANISH } from "./spanish.ts";
import { TURKISH } from "./turkish.ts";

interface FalseClaim {
  kind: "not-staged" | "as-done";
  text: string;
}

interface ClaimSources {
  /** Names of the operations that were staged. */
  staged: string[];
  hostCalls: Pick<HostCallRecord, "name" | "args" | "result">[];
  history: PlanRequest["history"];
  /** The run takes back a wish that was open or waited on a card: that may be told as cancelled. */
  dropsWish: boolean;
}

interface Claim {
  deed: Deed | "any" | "ready" | "promise";
  /** The speaker says to have done it themselves: no state that was read can make that true. */
  isOwn: boolean;
  text: string;
  /** The sentence, or the next, says that it waits. */
  saysItWaits: boolean;
}

export function falseClaim(answer: string, sources: ClaimSources): FalseClaim | null {
  for (const claim of claimsIn(answer)) {
    const isStaged = operationsOf(claim.deed).some((name) => sources.staged.includes(name)) || isOfAny(claim, sources);
    const isAnnounced = claim.deed === "ready" || claim.deed === "promise";
    if (isStaged && !isAnnounced && !claim.saysItWaits) return { kind: "as-done", text: claim.text };
    if (!isStaged && claim.deed !== "any" && !isSupported(claim, sources)) {
      return { kind: "not-staged", text: claim.text };
    }
  }
  return null;
}

/** "Booked" may be said of whatever was staged. */
function isOfAny({ deed }: Claim, { staged }: ClaimSources): boolean {
  return (deed === "any" || deed === "booked" || deed === "ready") && staged.length > 0;
}

function operationsOf(deed: Claim["deed"]): string[] {
  switch (deed) {
    case "ordered":
      return ["purchase"];
    case "returned":
      return ["returnItem", "undo"];
    case "refunded":
      return ["refund", "returnItem", "cancelOrder", "undo"];
    case "cancelled":
      return ["cancelOrder", "undo"];
    case "changed":
      return ["updateOrder", "undo"];
    case "restocked":
      return ["restock", "adjustStock", "undo"];
    case "opened":
    case "handed-over":
    case "promise":
      return ["openTicket"];
    case "closed":
      return ["closeTicket"];
    case "booked":
    case "any":
    case "ready":
      return [];
  }
}

/** Whether something that was read, or said by the shop before, may be what the answer speaks of. */
function isSupported({ deed, isOwn }: Claim, { hostCalls, history, dropsWish }: ClaimSources): boolean {
  const said = history.filter(({ who }) => who === "shop").map(({ text }) => text);
  const saidBefore = said.some((text) => claimsIn(text).length > 0 || isOfHouse(text));
  if (deed === "cancelled" && dropsWish) return true;
  const isOfState = !isOwn;
  if (isOfState && saidBefore) return true;
  switch (deed) {
    case "ready":
      return said.length > 0;
    case "handed-over":
    case "promise":
      return saidBefore || hasRead(hostCalls, "tickets", []);
    case "booked":
      if (isOfState && hasRead(hostCalls, "", ["undone"])) return true;
      return isOfState && (hasRead(hostCalls, "orders", []) || hasRead(hostCalls, "transactions", []));
    case "ordered":
      return isOfState && (hasRead(hostCalls, "orders", []) || hasRead(hostCalls, "transactions", []));
    case "returned":
      return (
        isOfState &&
        (hasRead(hostCalls, "transactions", ["return"]) || hasRead(hostCalls, "", ["returned", "refunded"]))
      );
    case "refunded":
      return (
        isOfState && (hasRead(hostCalls, "", ["refunded", "refund"]) || hasRead(hostCalls, "transactions", ["return"]))
      );
    case "cancelled":
      return isOfState && hasRead(hostCalls, "", ["cancelled", "cancellation"]);
    case "restocked":
      return isOfState && hasRead(hostCalls, "transactions", ["restock", "adjustment"]);
    case "opened":
      return isOfState && hasRead(hostCalls, "tickets", []);
    case "closed":
      return isOfState && hasRead(hostCalls, "", ["closed"]);
    case "changed":
    case "any":
      return false;
  }
}

/** "Done: it is booked", and the number of a ticket, as the house itself says them. */
function isOfHouse(text: string): boolean {
  return (
    /(?<!\p{L})(?:ticket|talep) \d/iu.test(text) || HOUSE_LANGUAGES.some((one) => text.includes(textsOf(one).booked))
  );
}

/** Whether a read of that table ("": of any) gave something in which, or in what was asked for, one of the words occurs. */
function hasRead(hostCalls: ClaimSources["hostCalls"], table: string, words: string[]): boolean {
  return hostCalls.some(({ name, args, result }) => {
    if (result.ok && (!name.startsWith(`db.${table}`) || isNothing(result.value))) return false;
    if (!result.ok && table !== "") return false;
    const told = JSON.stringify(result.ok ? [args, result.value] : result.error.facts).toLowerCase();
    return words.length === 0 || words.some((word) => told.includes(word));
  });
}

function isNothing(value: Json): boolean {
  return value === null || value === 0 || (Array.isArray(value) && value.length === 0);
}

const LANGUAGES = [ENGLISH, GERMAN, SPANISH, FRENCH, PORTUGUESE, TURKISH].map(patternsOf);

interface Patterns {
  deeds: { deed: Deed; pattern: RegExp; thing: RegExp | null; isOwn: boolean }[];
  ready: RegExp;
  promise: RegExp;
  allDone: RegExp;
  negations: RegExp;
  conditions: RegExp;
  waits: RegExp;
}

function patternsOf(language: ClaimLanguage): Patterns {
  const { byMe, isDone, gap, after, habits } = language;
  const rule = `(?! (?:${habits})(?!\\p{L}))`;
  const deeds = language.deeds.flatMap(({ deed, words, thing }) => {
    const named = { deed, thing: thing === null ? null : asWords(thing) };
    const passive = `${isDone}${gap}(?:${words})(?!\\p{L})${rule}${after === null ? "" : `|(?:${words}) ${after}`}`;
    return [
      { ...named, pattern: asWords(`${byMe}${gap}(?:${words})`), isOwn: true },
      { ...named, pattern: asWords(passive), isOwn: false },
    ];
  });
  const phrases = language.phrases.map(({ deed, words, thing }) => {
    return { deed, thing: thing === null ? null : asWords(thing), pattern: asWords(words), isOwn: true };
  });
  return {
    deeds: [...deeds, ...phrases],
    ready: asWords(language.ready),
    promise: asWords(language.promise),
    allDone: new RegExp(`^¡?(?:${language.allDone})(?=\\s?[.!:,]|$)`, "iu"),
    negations: asWords(language.negations),
    conditions: asWords(language.conditions),
    waits: asWords(language.waits),
  };
}

/** Unlike `\b`, this knows that an accented letter is one. */
function asWords(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, "iu");
}

const NO_NEGATION =
  /\b(?:no problem|not a problem|no worries|kein problem|sin problema|pas de problème|sem problema)\b/giu;
const CLAUSE_END = /[,;:–—]|(?<!\p{L})(?:but|aber|sondern|pero|mais|mas|ama|fakat|and|und|et|y|e|ve)(?!\p{L})/iu;

function claimsIn(answer: string): Claim[] {
  const text = withoutQuotes(answer.normalize("NFC"))
    .replaceAll("İ", "I")
    .replaceAll("’", "'")
    .replaceAll(/'s been\b/g, " has been")
    .replaceAll(/'ve\b/g, " have");
  const sentences = sentencesOf(text.replaceAll(NO_NEGATION, "well"));
  return sentences.flatMap((sentence, index) => {
    if (sentence.endsWith("?")) return [];
    const next = sentences[index + 1] ?? "";
    return LANGUAGES.flatMap((language) => claimsOf(sentence, next, language));
  });
}

/** It denies or asks something, or says what may be, in whatever language. */
export function isUnsure(sentence: string): boolean {
  const words = sentence.replaceAll("’", "'");
  return (
    words.endsWith("?") ||
    LANGUAGES.some(({ negations, conditions }) => negations.test(words) || conditions.test(words))
  );
}

function claimsOf(sentence: string, next: string, language: Patterns): Claim[] {
  if (language.conditions.test(sentence)) return [];
  const saysItWaits = language.waits.test(sentence) || language.waits.test(next);
  const found = (deed: Claim["deed"], isOwn: boolean, pattern: RegExp): Claim[] => {
    const match = pattern.exec(sentence);
    if (match === null) return [];
    const clause =
      sentence
        .slice(0, match.index + match[0].length)
        .split(CLAUSE_END)
        .at(-1) ?? "";
    return language.negations.test(clause) ? [] : [{ deed, isOwn, text: match[0], saysItWaits }];
  };
  return [
    ...language.deeds
      .filter(({ thing }) => thing?.test(sentence) ?? true)
      .flatMap(({ deed, isOwn, pattern }) => found(deed, isOwn, pattern)),
    ...found("ready", false, language.ready),
    ...found("promise", false, language.promise),
    ...found("any", true, language.allDone),
  ];
}

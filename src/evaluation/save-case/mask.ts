// The people whom a run knows in; what puts stand-ins in their place, in texts, code and rows alike, out. The same person is
// the same stand-in everywhere, so that whatever the run compared still compares as it did.
import { maskNumbers } from "./mask-numbers.ts";

export interface KnownPerson {
  name: string | null;
  email: string | null;
  isCustomer: boolean;
}

export interface Mask {
  text(text: string): string;
  /** Texts at any depth; keys stay, for they are columns or the ids of items. */
  json<Value>(value: Value): Value;
}

/** `kept`: what items are called stays as it is, even where somebody has the same name. */
export function createMask(people: KnownPerson[], kept: string[]): Mask {
  const names = standInsFor(people, kept);
  const emails = new Map<string, string>();
  const numbers = new Map<string, string>();
  for (const { email, name } of people)
    if (email !== null) standInFor(emails, email.toLowerCase(), emailOf(name, names));

  const text = (given: string): string => {
    if (ISO_TIME.test(given)) return given;
    const placed = given
      .replaceAll(EMAIL, (found) => standInFor(emails, found.toLowerCase(), (n) => `person-${n}@example.com`))
      .replaceAll(ADDRESS, "1 Example Street");
    return maskNumbers(placed, (found) =>
      standInFor(numbers, found.replaceAll(/\D/g, ""), (n) => `555 01${n + 9}`),
    ).replaceAll(/\p{L}+/gu, (word) => nameIn(word, names));
  };
  const json = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(json);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, json(inner)]));
  };
  return { text, json: <Value>(value: Value) => json(value) as Value };
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;
const EMAIL = /[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,}/gu;
/** "12 Baker Street", "Hauptstraße 5", "12 rue de la Paix", "Calle Mayor 7", "Rua Augusta 10", "Lale Sokak No 3". */
const ADDRESS = new RegExp(
  [
    String.raw`\b\d{1,5}[a-z]? (?:\p{Lu}[\p{L}'.-]* ){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Square|Terrace)\b`,
    String.raw`\b\p{Lu}[\p{L}-]*(?:straße|strasse|str\.|weg|platz|gasse|allee) \d{1,4}[a-z]?\b`,
    String.raw`\b\d{1,4},? (?:rue|avenue|boulevard|place|allée) (?:(?:de|du|des|la|le|les) )*(?:l')?\p{Lu}[\p{L}-]*`,
    String.raw`\b(?:Calle|Avenida|Paseo|Rua|Travessa) (?:(?:de|del|la|da|do|dos|das) )*\p{Lu}[\p{L}-]*,? \d{1,4}\b`,
    String.raw`\b\p{Lu}\p{L}* (?:Sokak|Sokağı|Cadde|Caddesi)(?:,? No:?)? \d{1,4}\b`,
  ].join("|"),
  "gu",
);

/** These are words too, in a text and in code: only the name itself is masked, not what is written without a capital. */
const ALSO_WORDS = new Set(
  "art bill chance dawn date day faith grace grant guy hope joy june mark max may min page pat price rich rose sue summer will".split(
    " ",
  ),
);
const PARTICLES = new Set("al bin da de del der di dos du el la le ten ter van von y".split(" "));

/** By each word of the names, in small letters. */
function standInsFor(people: KnownPerson[], kept: string[]): Map<string, string> {
  const names = new Map<string, string>();
  const isKept = new Set(kept.flatMap(wordsOf));
  for (const [index, { name, isCustomer }] of people.entries()) {
    const letter = letterOf(index);
    for (const [place, word] of wordsOf(name ?? "").entries()) {
      if (isKept.has(word) || PARTICLES.has(word) || word.length < 2 || names.has(word)) continue;
      names.set(word, place === 0 ? `${isCustomer ? "Customer" : "Person"}${letter}` : `Family${letter}`);
    }
  }
  return names;
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().match(/\p{L}+/gu) ?? [];
}

/** A word whole, or as a part of a name in code such as `aliceOrders`. */
function nameIn(word: string, names: Map<string, string>): string {
  return (
    known(word, names) ??
    word
      .split(/(?<=\p{Ll})(?=\p{Lu})/u)
      .map((part) => known(part, names) ?? part)
      .join("")
  );
}

function known(word: string, names: Map<string, string>): string | undefined {
  const small = word.toLowerCase();
  return ALSO_WORDS.has(small) && word === small ? undefined : names.get(small);
}

/** "customera@example.com", after the name's own stand-in. */
function emailOf(name: string | null, names: Map<string, string>): (count: number) => string {
  const [first = ""] = wordsOf(name ?? "");
  const standIn = names.get(first)?.toLowerCase();
  return (count) => (standIn === undefined ? `person-${count}@example.com` : `${standIn}-${count}@example.com`);
}

function standInFor(known: Map<string, string>, key: string, make: (count: number) => string): string {
  const standIn = known.get(key) ?? make(known.size + 1);
  known.set(key, standIn);
  return standIn;
}

/** A to Z, then AA. */
function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${letterOf(Math.floor(index / 26) - 1)}${letter}`;
}

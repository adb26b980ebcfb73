// A phrase in, the words that name an item out. Searches may drop what they do not know; changes may not.
import type { ItemWords } from "./intent.ts";

/** What every pair of sunglasses is called; says nothing about which one. */
const EYEWEAR = /^(?:pairs?|sunglasses|glasses|shades|frames?|specs|spectacles|eyewear|eyeglasses)$/u;
const NEUTRAL = /^(?:ones?|items?|units?|pieces?|models?|styles?|things?|products?|pcs|pc)$/u;
const ARTICLE = /^(?:the|a|an|some|any|those|these|this|that|your|my|our|of|more|another|extra|additional|'s)$/u;
const CHEAPEST =
  /\b(?:cheapest|least expensive|least costly|lowest priced?|most affordable|lowest price|least dear|costs? the least)\b/u;
const DEAREST =
  /\b(?:dearest|most expensive|priciest|costliest|highest priced?|most costly|highest price|costs? the most)\b/u;

/**
 * Words that never belong to an item's name. One of them inside of what should be one means that the sentence says
 * more than was understood, and a change must not be made of it.
 */
const RESERVED = new Set(
  `not no nor never none nothing without except unless until if when whether only but instead rather or either maybe
  perhaps might could would should shall will may can cannot want wants wanted need needs like love wish think thinking
  consider wonder to at by from than then because since so as for with about how what why who whom whose which where
  is are was were be been am do does did done has have had having i you he she it we they me him us them mine yours
  buy bought purchase purchased order ordered orders get got getting take taking give return returned returning refund
  refunds cancel cancelled restock sell sold send sent bring set change update swap replace add remove close open ticket
  tickets stock inventory price prices priced cost costs each apiece total together customer customers money balance
  help person human rules later soon tomorrow yesterday today week month sometime someday point everything all every
  both many much few several lots lot enough possible left stop wait ignore please nein nicht kein keine und und oder
  history status list menu details info tracking account discount coupon card gift chart figures and while against between into during above below up down in out on off over under further once such own same
  very other most myself yourself next back credit half part partly delivered via through per there here hers his their its too also again still yet just`.split(
    /\s+/u,
  ),
);

const MAX_ITEM_WORDS = 5;

/** Strict: null when a word is in there that changes the meaning. */
export function readItem(phrase: string): ItemWords | null {
  const { rest, pick } = takePick(phrase);
  const words: string[] = [];
  let eyewearOnly = false;
  for (const word of rest.split(" ")) {
    if (EYEWEAR.test(word)) eyewearOnly = true;
    else if (word === "" || NEUTRAL.test(word) || ARTICLE.test(word)) continue;
    else if (RESERVED.has(word) || !/^(?:\p{L}[\p{L}'-]*|\p{L}{1,4}\d{2,})$/u.test(word)) return null;
    else words.push(word);
  }
  if (words.length > MAX_ITEM_WORDS) return null;
  return { words: words.join(" "), pick, eyewearOnly };
}

/** Asides of a question that say nothing about the item wanted. */
const ASIDE = new Set(
  `i you we they he she it me us my your our their is are am be do does did have has got get can could would will shall
  may the a an some any all every each this that these those there here what which who whom whose how many much when
  where why show list find see look looking search searching tell give want need like love please to for of in on at
  by with from and or as about into than then so too also still just only really very currently presently now at today
  sell sells selling offer offers carry stock stocked shop store range collection catalogue catalog inventory available
  availability anything something everything else kind kinds sort sorts type types option options choice choices budget
  recommend suggest suggestion interested seeing know let browse hand other different good nice great best cheap
  cheaper affordable inexpensive expensive cost costs price prices priced worth dollars around items left remaining
  remain maybe perhaps thinking think consider considering someday point later take buy buying purchase order should
  ones if might possibly going one two not sure yet probably eventually soon wondering wonder hi hello
  worn wear wearing looks ' 's , . : ?`.split(/\s+/u),
);

/** Lenient: only for reading. */
export function readSearchWords(phrase: string): ItemWords {
  const { rest, pick } = takePick(phrase);
  const tokens = rest.split(" ");
  const words = tokens.filter(
    (word) =>
      word !== "" && !ASIDE.has(word) && !EYEWEAR.test(word) && !NEUTRAL.test(word) && !/^[\d$.,%-]+$/u.test(word),
  );
  return { words: words.join(" "), pick, eyewearOnly: tokens.some((word) => EYEWEAR.test(word)) };
}

function takePick(phrase: string): { rest: string; pick: ItemWords["pick"] } {
  if (CHEAPEST.test(phrase)) return { rest: phrase.replace(CHEAPEST, "").trim(), pick: "cheapest" };
  if (DEAREST.test(phrase)) return { rest: phrase.replace(DEAREST, "").trim(), pick: "dearest" };
  return { rest: phrase, pick: null };
}

// A text that is not ours in; out the same text as Discord shows it: without effect as markup, and pinging nobody.
import { fencesOf } from "../fences.ts";

// Where Discord's markdown begins: code, emphasis, spoilers, links, mentions and timestamps, quotes; headings and small
// print at a line's start.
const MARKS = /[\\*_`[<>]|~(?=~)|\|(?=\|)|#(?=[#\s]|$)|-(?=#)/g;
const WEB_ADDRESS = /https?:\/\/[^\s<>"'`|*\\[\]]+[^\s<>"'`|*\\[\].,:;!?)]/gi;
const ZERO_WIDTH = "\u200b";

/** For places without markup: labels, alt texts, names of threads. */
export function label(text: string): string {
  return text.replace(/@(?=everyone|here)|<@/gi, (mark) => mark + ZERO_WIDTH);
}

/** For texts with markup: everything is shown as it stands, and only web addresses can be clicked. */
export function literal(text: string): string {
  let shown = "";
  let end = 0;
  for (const { 0: address, index } of text.matchAll(WEB_ADDRESS)) {
    shown += marked(text.slice(end, index)) + link(address);
    end = index + address.length;
  }
  return shown + marked(text.slice(end));
}

/** The same, but code between fences stays code. Takes a text whose fences are closed. */
export function literalWithCode(text: string): string {
  const fences = fencesOf(text);
  let shown = "";
  let end = 0;
  for (let index = 0; index + 1 < fences.length; index += 2) {
    const [opening, closing] = [fences[index], fences[index + 1]];
    if (opening === undefined || closing === undefined) break;
    const code = text.slice(opening.end, closing.start);
    // Of an empty fence Discord makes something else.
    if (code.trim() === "") continue;
    shown +=
      literal(text.slice(end, opening.start)) + fenced(code, text.slice(opening.start, opening.end).replace(/^`+/, ""));
    end = closing.end;
  }
  return shown + literal(text.slice(end));
}

function fenced(code: string, language: string): string {
  return `\`\`\`${language}\n${label(code.replace(/^\r?\n|\r?\n[ \t]*$/g, ""))}\n\`\`\``;
}

function marked(text: string): string {
  return label(text.replace(MARKS, "\\$&"));
}

/** In angle brackets an address has no preview, and nothing in it is markup. */
function link(address: string): string {
  return `<${address.replace(/@(?=everyone|here)/gi, "%40")}>`;
}

/** As much of a text as `most` characters hold once it is shown; the rest is an ellipsis. */
export function clipped(text: string, most: number, show: (text: string) => string): string {
  if (most < 1) return "";
  const whole = show(text);
  if (whole.length <= most) return whole;
  const characters = [...text];
  let [low, high] = [0, Math.min(characters.length, most)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (show(`${characters.slice(0, middle).join("")}…`).length <= most) low = middle;
    else high = middle - 1;
  }
  return show(`${characters.slice(0, low).join("").trimEnd()}…`);
}

// Blocks as an app sends them in; the complaints Slack has about them out, none if they are fit.
import { type Complain, checkCount, checkOptional, checkPlain, checkString, checkText } from "./complaints.ts";
import { checkElement, isActionElement } from "./element-rules.ts";
import { asFields, asList, asText, type Fields } from "./fields.ts";

const MAX_BLOCKS = 50;
export const MAX_VIEW_BLOCKS = 100;
const MAX_ID = 255;
const MAX_MARKDOWN = 12_000;

type Rule = (block: Fields, at: string, complain: Complain) => void;

const RULES: { [type: string]: Rule } = {
  section: (block, at, complain) => {
    if (block.text === undefined && block.fields === undefined) complain("missing required field: text", at);
    if (block.text !== undefined) checkText(block.text, 3000, `${at}/text`, complain);
    checkCount(asList(block.fields), 0, 10, `${at}/fields`, complain);
    for (const [index, field] of asList(block.fields).entries()) {
      checkText(field, 2000, `${at}/fields/${index}`, complain);
    }
    if (block.accessory !== undefined) checkElement(asFields(block.accessory), `${at}/accessory`, complain);
  },
  header: (block, at, complain) => checkPlain(block.text, 150, `${at}/text`, complain),
  context: (block, at, complain) => {
    checkCount(asList(block.elements), 1, 10, `${at}/elements`, complain);
    for (const [index, element] of elementsOf(block).entries()) {
      const place = `${at}/elements/${index}`;
      if (element.type === "image") checkString(element.alt_text, 2000, `${place}/alt_text`, complain);
      else checkText(element, 3000, place, complain);
    }
  },
  actions: (block, at, complain) => {
    checkCount(asList(block.elements), 1, 25, `${at}/elements`, complain);
    for (const [index, element] of elementsOf(block).entries()) {
      if (!isActionElement(element)) complain("unsupported element", `${at}/elements/${index}/type`);
      checkElement(element, `${at}/elements/${index}`, complain);
    }
  },
  context_actions: (block, at, complain) => {
    checkCount(asList(block.elements), 1, 5, `${at}/elements`, complain);
    for (const [index, element] of elementsOf(block).entries()) {
      const isKnown = element.type === "feedback_buttons" || element.type === "icon_button";
      if (!isKnown) complain("unsupported element", `${at}/elements/${index}/type`);
      checkElement(element, `${at}/elements/${index}`, complain);
    }
  },
  divider: () => {},
  image: (block, at, complain) => {
    const hasOneSource = (block.image_url === undefined) !== (block.slack_file === undefined);
    if (!hasOneSource) complain("one of image_url and slack_file is required", at);
    checkString(block.alt_text, 2000, `${at}/alt_text`, complain);
  },
  input: (block, at, complain) => {
    checkPlain(block.label, 2000, `${at}/label`, complain);
    checkElement(asFields(block.element), `${at}/element`, complain);
  },
  markdown: (block, at, complain) => checkString(block.text, MAX_MARKDOWN, `${at}/text`, complain),
  rich_text: (block, at, complain) => {
    checkCount(asList(block.elements), 1, Number.POSITIVE_INFINITY, `${at}/elements`, complain);
    checkRichText(block.elements, `${at}/elements`, complain);
  },
  table: (block, at, complain) => {
    checkCount(asList(block.rows), 1, 100, `${at}/rows`, complain);
    for (const [y, row] of asList(block.rows).entries()) {
      checkCount(asList(row), 1, 20, `${at}/rows/${y}`, complain);
      for (const [x, cell] of asList(row).map(asFields).entries()) checkCell(cell, `${at}/rows/${y}/${x}`, complain);
    }
  },
  video: (block, at, complain) => {
    checkPlain(block.title, 199, `${at}/title`, complain);
    for (const name of ["alt_text", "video_url", "thumbnail_url"]) {
      checkString(block[name], 3000, `${at}/${name}`, complain);
    }
  },
  file: (block, at, complain) => checkString(block.external_id, MAX_ID, `${at}/external_id`, complain),
};

export function checkBlocks(blocks: unknown[], maxBlocks = MAX_BLOCKS): string[] {
  const complaints: string[] = [];
  const complain: Complain = (what, at) => void complaints.push(`[ERROR] ${what} [json-pointer:${at}]`);
  checkCount(blocks, 0, maxBlocks, "/blocks", complain);
  for (const [index, block] of blocks.map(asFields).entries()) {
    const at = `/blocks/${index}`;
    const rule = RULES[String(block.type)];
    if (rule === undefined) complain(`unsupported type: ${String(block.type)}`, `${at}/type`);
    checkOptional(block.block_id, MAX_ID, `${at}/block_id`, complain);
    rule?.(block, at, complain);
  }
  checkUnique(blocks.map(asFields), complain);
  const markdown = blocks.map(asFields).filter((block) => block.type === "markdown");
  const total = markdown.reduce((sum, block) => sum + (asText(block.text)?.length ?? 0), 0);
  if (markdown.length > 1 && total > MAX_MARKDOWN)
    complain(`must be less than ${MAX_MARKDOWN + 1} characters`, "/blocks");
  return complaints;
}

function elementsOf(block: Fields): Fields[] {
  return asList(block.elements).map(asFields);
}

function checkCell(cell: Fields, at: string, complain: Complain): void {
  if (cell.type === "rich_text") checkRichText(cell.elements, `${at}/elements`, complain);
  else if (cell.type === "raw_text") checkString(cell.text, 3000, `${at}/text`, complain);
  else if (cell.type !== "raw_number") complain("unsupported type", `${at}/type`);
}

function checkRichText(elements: unknown, at: string, complain: Complain): void {
  for (const [index, element] of asList(elements).map(asFields).entries()) {
    if (element.type === "text") checkString(element.text, 40_000, `${at}/${index}/text`, complain);
    checkRichText(element.elements, `${at}/${index}/elements`, complain);
  }
}

function checkUnique(blocks: Fields[], complain: Complain): void {
  const seen = new Set<string>();
  const check = (name: "block_id" | "action_id", value: unknown, at: string) => {
    if (typeof value !== "string") return;
    if (seen.has(`${name} ${value}`)) complain(`${name} "${value}" already exists`, `${at}/${name}`);
    seen.add(`${name} ${value}`);
  };
  for (const [index, block] of blocks.entries()) {
    check("block_id", block.block_id, `/blocks/${index}`);
    for (const element of [...elementsOf(block), asFields(block.accessory), asFields(block.element)]) {
      check("action_id", element.action_id, `/blocks/${index}`);
    }
  }
}

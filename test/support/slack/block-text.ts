// Blocks in; what people read in them, whom they ring and what can be pressed out.
import { asFields, asList, asText, type Fields, textIn } from "./fields.ts";
import { type FoundPing, findPings, renderMarkdown, renderMrkdwn, unescapeEntities } from "./markup.ts";
import type { Block, Workspace } from "./workspace.ts";

export interface Button {
  label: string;
  actionId: string;
  blockId: string;
  value: string | null;
  style: string | null;
  url: string | null;
}

export function drawBlocks(workspace: Workspace, blocks: Block[]): string {
  return blocks
    .map((block) => drawBlock(workspace, block))
    .filter((text) => text !== "")
    .join("\n");
}

function drawBlock(workspace: Workspace, block: Fields): string {
  const draw = (value: unknown) => drawText(workspace, value);
  const lines = (...values: unknown[]) =>
    values
      .map(draw)
      .filter((text) => text !== "")
      .join("\n");
  switch (block.type) {
    case "section":
      return lines(block.text, ...asList(block.fields));
    case "context":
      return asList(block.elements)
        .map((element) =>
          asFields(element).type === "image" ? (asText(asFields(element).alt_text) ?? "") : draw(element),
        )
        .join(" ");
    case "markdown":
      return renderMarkdown(workspace, textIn(block));
    case "rich_text":
      return asList(block.elements)
        .map((element) => drawRichText(workspace, asFields(element)))
        .join("\n");
    case "table":
      return asList(block.rows)
        .map((row) =>
          asList(row)
            .map((cell) => drawCell(workspace, asFields(cell)))
            .join("\t"),
        )
        .join("\n");
    case "image":
      return lines(block.title, { type: "plain_text", text: block.alt_text });
    case "input":
      return lines(block.label, block.hint);
    case "video":
      return lines(block.title, block.description);
    default:
      return lines(block.text, block.title, block.subtitle, block.body);
  }
}

function drawText(workspace: Workspace, value: unknown): string {
  const text = textIn(value);
  return asFields(value).type === "mrkdwn" ? renderMrkdwn(workspace, text) : unescapeEntities(text);
}

function drawCell(workspace: Workspace, cell: Fields): string {
  if (cell.type !== "rich_text") return textIn(cell);
  return asList(cell.elements)
    .map((element) => drawRichText(workspace, asFields(element)))
    .join("\n");
}

function drawRichText(workspace: Workspace, element: Fields): string {
  const inner = asList(element.elements).map((one) => drawRichText(workspace, asFields(one)));
  switch (element.type) {
    case "rich_text_list":
      return inner.map((line, index) => `${element.style === "ordered" ? `${index + 1}.` : "•"} ${line}`).join("\n");
    case "text":
      return textIn(element);
    case "link":
      return textIn(element) || (asText(element.url) ?? "");
    case "user":
      return `@${workspace.users.get(asText(element.user_id) ?? "")?.name ?? element.user_id}`;
    case "usergroup":
      return `@${workspace.groups.get(asText(element.usergroup_id) ?? "")?.handle ?? element.usergroup_id}`;
    case "channel":
      return `#${workspace.channels.get(asText(element.channel_id) ?? "")?.name ?? element.channel_id}`;
    case "broadcast":
      return `@${element.range}`;
    case "emoji":
      return `:${element.name}:`;
    case "date":
      return asText(element.fallback) ?? String(element.timestamp);
    default:
      return inner.join("");
  }
}

/** Everything below a block that Slack reads mentions in. */
export function findBlockPings(value: unknown): FoundPing[] {
  if (Array.isArray(value)) return value.flatMap(findBlockPings);
  const fields = asFields(value);
  const inner = Object.values(fields).flatMap((child) => (typeof child === "object" ? findBlockPings(child) : []));
  switch (fields.type) {
    case "mrkdwn":
    case "markdown":
      return [...findPings(textIn(fields)), ...inner];
    case "user":
      return [{ kind: "user", targetId: asText(fields.user_id) ?? null }];
    case "usergroup":
      return [{ kind: "subteam", targetId: asText(fields.usergroup_id) ?? null }];
    case "broadcast": {
      const { range } = fields;
      return range === "channel" || range === "here" || range === "everyone" ? [{ kind: range, targetId: null }] : [];
    }
    default:
      return inner;
  }
}

/** The elements of a message or view that carry an action_id, each with its block. */
export function actionElements(blocks: Block[]): { blockId: string; element: Fields }[] {
  return blocks.flatMap((block) =>
    [...asList(block.elements), block.accessory, block.element, ...asList(block.actions)]
      .map(asFields)
      .filter((element) => typeof element.action_id === "string")
      .map((element) => ({ blockId: block.block_id, element })),
  );
}

export function findButtons(blocks: Block[]): Button[] {
  return actionElements(blocks).flatMap(({ blockId, element }) => {
    const base = { actionId: asText(element.action_id) ?? "", blockId };
    const button = (face: Fields): Button => ({
      ...base,
      label: unescapeEntities(textIn(face.text)),
      value: asText(face.value) ?? null,
      style: asText(face.style) ?? null,
      url: asText(face.url) ?? null,
    });
    if (element.type === "feedback_buttons") {
      return [element.positive_button, element.negative_button].map((face) => button(asFields(face)));
    }
    return element.type === "button" || element.type === "icon_button" ? [button(element)] : [];
  });
}

// Blocks as an app sends them in; as Slack stores and hands them back out: every one named, defaults written out.
import { asFields, asList, asText, type Fields } from "./fields.ts";
import type { Block } from "./workspace.ts";

const DEFAULTS: { [type: string]: Fields } = {
  plain_text: { emoji: true },
  mrkdwn: { verbatim: false },
  input: { optional: false, dispatch_action: false },
  plain_text_input: { multiline: false, dispatch_action_config: { trigger_actions_on: ["on_enter_pressed"] } },
};

const NEEDS_ACTION_ID =
  /^(?:button|icon_button|feedback_buttons|overflow|checkboxes|radio_buttons|.*_select|.*picker|.*_input)$/;

export function storeBlocks(blocks: unknown[], name: () => string): Block[] {
  return blocks.map((block) => {
    const stored = asFields(store(block, name));
    return { ...stored, type: asText(stored.type) ?? "", block_id: asText(stored.block_id) ?? name() };
  });
}

function store(value: unknown, name: () => string): unknown {
  if (Array.isArray(value)) return asList(value).map((one) => store(one, name));
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, store(one, name)]));
  const type = asText(inner.type) ?? "";
  const actionId = NEEDS_ACTION_ID.test(type) ? { action_id: name() } : {};
  return { ...actionId, ...(Object.hasOwn(DEFAULTS, type) ? DEFAULTS[type] : {}), ...inner };
}

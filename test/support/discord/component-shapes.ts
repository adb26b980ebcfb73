// The components of messages and of forms as Discord takes them, with its limits.
import { z } from "zod";
import { complain } from "./form-errors.ts";

const id = z.int().min(0).optional();
const customId = z.string().min(1).max(100);
const media = z.object({ url: z.string().min(1).max(2048) });
const emoji = z.object({ id: z.string().optional(), name: z.string().optional(), animated: z.boolean().optional() });

const button = z
  .object({
    type: z.literal(2),
    id,
    style: z.int().min(1).max(5),
    label: z.string().max(80).optional(),
    emoji: emoji.optional(),
    custom_id: customId.optional(),
    url: z.string().min(1).max(512).optional(),
    disabled: z.boolean().optional(),
  })
  .superRefine((sent, context) => {
    const required = (field: string) => complain(context, [field], "BASE_TYPE_REQUIRED", "This field is required");
    if (sent.style === 5) {
      if (sent.url === undefined) required("url");
      if (sent.custom_id !== undefined) {
        complain(
          context,
          [],
          "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
          "A custom id and url cannot both be specified",
        );
      }
      if (sent.url !== undefined && !/^(?:https?|discord):\/\//.test(sent.url)) {
        complain(context, ["url"], "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https', 'discord').");
      }
    } else if (sent.custom_id === undefined) required("custom_id");
    if ((sent.label ?? "") === "" && sent.emoji === undefined) {
      complain(context, [], "BUTTON_COMPONENT_INVALID_EMOJI_OR_LABEL", "A button needs a label or an emoji");
    }
  });

const selectFields = {
  id,
  custom_id: customId,
  placeholder: z.string().max(150).optional(),
  min_values: z.int().min(0).max(25).optional(),
  max_values: z.int().min(1).max(25).optional(),
  disabled: z.boolean().optional(),
  required: z.boolean().optional(),
};

const stringSelect = z.object({
  type: z.literal(3),
  ...selectFields,
  options: z
    .array(
      z.object({
        label: z.string().min(1).max(100),
        value: z.string().min(1).max(100),
        description: z.string().max(100).optional(),
        emoji: emoji.optional(),
        default: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(25),
});

const entitySelect = z.object({
  type: z.union([z.literal(5), z.literal(6), z.literal(7), z.literal(8)]),
  ...selectFields,
});

const row = z
  .object({
    type: z.literal(1),
    id,
    components: z
      .array(z.discriminatedUnion("type", [button, stringSelect, entitySelect]))
      .min(1)
      .max(5),
  })
  .superRefine((sent, context) => {
    if (sent.components.length > 1 && sent.components.some((one) => one.type !== 2)) {
      complain(
        context,
        ["components"],
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
        "The specified component exceeds the maximum width",
      );
    }
  });

const textDisplay = z.object({ type: z.literal(10), id, content: z.string().min(1).max(4000) });
const thumbnail = z.object({ type: z.literal(11), id, media, description: z.string().max(1024).optional() });
const section = z.object({
  type: z.literal(9),
  id,
  components: z.array(textDisplay).min(1).max(3),
  accessory: z.discriminatedUnion("type", [button, thumbnail]),
});
const gallery = z.object({
  type: z.literal(12),
  id,
  items: z
    .array(z.object({ media, description: z.string().max(1024).optional() }))
    .min(1)
    .max(10),
});
const file = z.object({ type: z.literal(13), id, file: media });
const separator = z.object({
  type: z.literal(14),
  id,
  divider: z.boolean().optional(),
  spacing: z.int().min(1).max(2).optional(),
});
const container = z.object({
  type: z.literal(17),
  id,
  components: z.array(z.discriminatedUnion("type", [row, textDisplay, section, gallery, file, separator])).min(1),
  accent_color: z.int().min(0).max(0xffffff).optional(),
});

export const messageComponent = z.discriminatedUnion("type", [
  row,
  section,
  textDisplay,
  gallery,
  file,
  separator,
  container,
]);

const textInput = z.object({
  type: z.literal(4),
  id,
  custom_id: customId,
  style: z.int().min(1).max(2),
  label: z.string().min(1).max(45).optional(),
  placeholder: z.string().max(100).optional(),
  value: z.string().max(4000).optional(),
  required: z.boolean().optional(),
  min_length: z.int().min(0).max(4000).optional(),
  max_length: z.int().min(1).max(4000).optional(),
});

const formRow = z
  .object({ type: z.literal(1), id, components: z.array(textInput).min(1).max(1) })
  .superRefine((sent, context) => {
    if (sent.components[0]?.label !== undefined) return;
    complain(context, ["components", 0, "label"], "BASE_TYPE_REQUIRED", "This field is required");
  });

const formLabel = z.object({
  type: z.literal(18),
  id,
  label: z.string().min(1).max(45),
  description: z.string().max(100).optional(),
  component: z.discriminatedUnion("type", [textInput, stringSelect, entitySelect]),
});

export const formComponent = z.discriminatedUnion("type", [formRow, formLabel, textDisplay]);

export type Component = z.infer<typeof messageComponent>;
export type FormComponent = z.infer<typeof formComponent>;
export type Button = z.infer<typeof button>;
type Leaf =
  | Component
  | Button
  | z.infer<typeof stringSelect>
  | z.infer<typeof entitySelect>
  | z.infer<typeof thumbnail>;

/** All components of a message, each before those inside it. */
export function flatten(components: readonly Component[]): Leaf[] {
  return components.flatMap(withInside);
}

function withInside(one: Component): Leaf[] {
  switch (one.type) {
    case 1:
      return [one, ...one.components];
    case 9:
      return [one, ...one.components, one.accessory];
    case 17:
      return [one, ...flatten(one.components)];
    case 10:
    case 12:
    case 13:
    case 14:
      return [one];
  }
}

/** The input of a form's line, if it has one. */
export function inputOf(component: FormComponent) {
  switch (component.type) {
    case 1:
      return component.components[0] ?? null;
    case 18:
      return component.component;
    case 10:
      return null;
  }
}

/** Components as they come back: each with a number. */
export function numbered<T>(components: T): T {
  let last = 0;
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    const isComponent = "type" in value && !("id" in value && value.id !== 0);
    const own = isComponent ? { id: ++last } : {};
    return { ...Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one)])), ...own };
  };
  return walk(components) as T;
}

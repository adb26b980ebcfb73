// The body of a message in, as a call sent it; what it may hold out, or 50035. Counted in UTF-16 units: Discord's own
// count is never greater, so what passes here passes there.
import { z } from "zod";
import { flatten, formComponent, inputOf, messageComponent } from "./component-shapes.ts";
import { complain, parseForm } from "./form-errors.ts";

export const IS_V2 = 32_768;
export const EPHEMERAL = 64;
export const LOADING = 128;

const link = z
  .string()
  .max(2048)
  .refine((url) => /^(?:https?|attachment):\/\//.test(url), {
    params: { code: "URL_TYPE_INVALID_SCHEME" },
    message: "Scheme must be one of ('http', 'https').",
  });

const embed = z.object({
  title: z.string().max(256).optional(),
  description: z.string().max(4096).optional(),
  url: link.optional(),
  color: z.int().min(0).max(0xffffff).optional(),
  timestamp: z.string().optional(),
  footer: z.object({ text: z.string().min(1).max(2048), icon_url: link.optional() }).optional(),
  author: z.object({ name: z.string().min(1).max(256), url: link.optional(), icon_url: link.optional() }).optional(),
  image: z.object({ url: link }).optional(),
  thumbnail: z.object({ url: link }).optional(),
  fields: z
    .array(
      z.object({
        name: z.string().min(1).max(256),
        value: z.string().min(1).max(1024),
        inline: z.boolean().optional(),
      }),
    )
    .max(25)
    .optional(),
});

/** `type` is set for previews that Discord makes itself. */
export type Embed = z.infer<typeof embed> & { type?: string };

const allowedMentions = z
  .object({
    parse: z.array(z.enum(["users", "roles", "everyone"])).optional(),
    users: z.array(z.string()).max(100).optional(),
    roles: z.array(z.string()).max(100).optional(),
    replied_user: z.boolean().optional(),
  })
  .superRefine((sent, context) => {
    for (const kind of ["users", "roles"] as const) {
      if (!sent.parse?.includes(kind) || (sent[kind] ?? []).length === 0) continue;
      const message = `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`;
      complain(context, [], "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
    }
  });

export type AllowedMentions = z.infer<typeof allowedMentions>;

const body = z
  .object({
    content: z.union([z.string(), z.number().transform(String)]).nullish(),
    embeds: z.array(embed).max(10).nullish(),
    components: z.array(messageComponent).nullish(),
    flags: z.int().nullish(),
    allowed_mentions: allowedMentions.nullish(),
    message_reference: z
      .object({
        type: z.int().optional(),
        message_id: z.string(),
        channel_id: z.string().optional(),
        fail_if_not_exists: z.boolean().optional(),
      })
      .nullish(),
    attachments: z
      .array(
        z.object({
          id: z.union([z.string(), z.number()]).transform(String),
          filename: z.string().optional(),
          description: z.string().max(1024).optional(),
        }),
      )
      .max(10)
      .nullish(),
    nonce: z.union([z.string().max(25), z.int()]).nullish(),
    enforce_nonce: z.boolean().nullish(),
  })
  .superRefine((sent, context) => {
    if ((sent.content ?? "").length > 2000) {
      complain(context, ["content"], "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length.");
    }
    if ((sent.embeds ?? []).reduce((sum, one) => sum + embedLength(one), 0) > 6000) {
      complain(context, ["embeds"], "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000");
    }
    for (const [index, one] of (sent.embeds ?? []).entries()) {
      const { color: _color, timestamp: _timestamp, url: _url, ...visible } = one;
      if (Object.keys(visible).length > 0) continue;
      complain(context, ["embeds", index, "description"], "BASE_TYPE_REQUIRED", "This field is required");
    }
    const seen = new Set<string>();
    for (const one of flatten(sent.components ?? [])) {
      const id = "custom_id" in one ? one.custom_id : undefined;
      if (id === undefined) continue;
      if (seen.has(id)) {
        complain(context, ["components"], "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated");
      }
      seen.add(id);
    }
  });

export type MessageBody = z.infer<typeof body>;

function embedLength(one: Embed): number {
  const fields = (one.fields ?? []).flatMap((field) => [field.name, field.value]);
  const texts = [one.title, one.description, one.footer?.text, one.author?.name, ...fields];
  return texts.reduce((sum, text) => sum + (text ?? "").trim().length, 0);
}

/** `wasV2`: the message that is edited has the flag, which never comes off. */
export function parseMessageBody(sent: unknown, wasV2 = false): MessageBody {
  const parsed = parseForm(body, sent);
  const isV2 = wasV2 || ((parsed.flags ?? 0) & IS_V2) !== 0;
  parseForm(isV2 ? v2Rules : legacyRules, parsed);
  return parsed;
}

const legacyRules = z.custom<MessageBody>().superRefine((sent, context) => {
  const components = sent.components ?? [];
  if (components.length > 5) {
    complain(context, ["components"], "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.");
  }
  for (const [index, one] of components.entries()) {
    if (one.type === 1) continue;
    complain(
      context,
      ["components", index, "type"],
      "UNION_TYPE_CHOICES",
      'Value of field "type" must be one of (1,).',
    );
  }
});

const v2Rules = z.custom<MessageBody>().superRefine((sent, context) => {
  for (const field of ["content", "embeds"] as const) {
    if ((sent[field] ?? "").length === 0) continue;
    const message = `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`;
    complain(context, [field], "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message);
  }
  const all = flatten(sent.components ?? []);
  if (all.length > 40) {
    complain(context, ["components"], "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "A message has 40 components at most");
  }
  const textLength = all.reduce((sum, one) => sum + (one.type === 10 ? one.content.length : 0), 0);
  if (textLength > 4000) {
    const message = "Components displayable text size exceeds maximum size of 4000";
    complain(context, ["components"], "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message);
  }
});

const modal = z
  .object({
    custom_id: z.string().min(1).max(100),
    title: z.string().min(1).max(45),
    components: z.array(formComponent).min(1).max(5),
  })
  .superRefine((sent, context) => {
    const ids = sent.components.map((one) => inputOf(one)?.custom_id).filter((id) => id !== undefined);
    if (new Set(ids).size === ids.length) return;
    complain(context, ["components"], "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated");
  });

export function parseModal(sent: unknown): z.infer<typeof modal> {
  return parseForm(modal, sent);
}

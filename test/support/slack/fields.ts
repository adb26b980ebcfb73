// A value of unknown shape in; its parts as objects, lists, texts and flags out, empty where there is none.

export type Fields = { [name: string]: unknown };

export function asFields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function asFlag(value: unknown): boolean {
  return value === true || value === "true" || value === "1" || value === 1;
}

/** The text of a plain_text, mrkdwn or raw_text object. */
export function textIn(value: unknown): string {
  return asText(asFields(value).text) ?? "";
}

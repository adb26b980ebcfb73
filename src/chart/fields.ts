// Parts of a specification whose form nobody has checked yet in; their fields, or a short quotation of them, out.

export type Fields = { [key: string]: unknown };

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

const MOST_QUOTED_CHARS = 40;

/** As it may stand in a sentence for the model: a name out of data cannot go on as an instruction. */
export function quoted(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return JSON.stringify(text.length <= MOST_QUOTED_CHARS ? text : `${text.slice(0, MOST_QUOTED_CHARS - 1)}…`);
}

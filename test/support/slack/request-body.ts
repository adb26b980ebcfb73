// The body of a request in; its arguments out, whether they came as JSON, as a form or in the address.
import { asFields, type Fields } from "./fields.ts";

// In a form these are JSON within a string.
const NESTED = new Set([
  "blocks",
  "attachments",
  "metadata",
  "view",
  "chunks",
  "files",
  "prompts",
  "loading_messages",
  "unfurls",
]);

export async function readArgs(contentType: string, body: Buffer, query: URLSearchParams): Promise<Fields> {
  const fromQuery = Object.fromEntries(query);
  if (contentType.startsWith("application/json")) return { ...fromQuery, ...asFields(parse(body.toString() || "{}")) };
  if (contentType.startsWith("multipart/form-data")) {
    const form = await new Response(new Uint8Array(body), { headers: { "content-type": contentType } }).formData();
    return { ...fromQuery, ...unnest([...form].map(([name, value]) => [name, String(value)])) };
  }
  return { ...fromQuery, ...unnest([...new URLSearchParams(body.toString())]) };
}

/** The bytes of an upload, bare or as a form's only file. */
export async function readMultipart(contentType: string, body: Buffer): Promise<Buffer> {
  if (!contentType.startsWith("multipart/form-data")) return body;
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": contentType } }).formData();
  for (const [, value] of form) if (typeof value !== "string") return Buffer.from(await value.arrayBuffer());
  return Buffer.alloc(0);
}

function unnest(pairs: [string, string][]): Fields {
  return Object.fromEntries(pairs.map(([name, value]) => [name, NESTED.has(name) ? parse(value) : value]));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

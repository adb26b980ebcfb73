// A PNG and the size that it should have in; null, or why it is no picture, out.
import { inflateSync } from "node:zlib";

const SIGNATURE = "89504e470d0a1a0a";
const HEADER_BYTES = 8;
const RGBA_BYTES = 4;

export function pngProblem(
  png: Uint8Array,
  size: { width: number; height: number },
  pixels: Uint8Array,
): string | null {
  const file = Buffer.from(png);
  if (file.subarray(0, HEADER_BYTES).toString("hex") !== SIGNATURE) return "the picture is no PNG";
  const chunks = chunksOf(file);
  const header = chunks.find(({ type }) => type === "IHDR")?.bytes;
  if (header?.readUInt32BE(0) !== size.width || header.readUInt32BE(4) !== size.height) {
    return "the picture has another size than was asked for";
  }
  const packed = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ bytes }) => bytes));
  // Each line has a byte more, which says how it is packed.
  if (inflateSync(packed).length !== size.height * (1 + size.width * RGBA_BYTES)) return "the picture breaks off";
  return isOfOneColour(pixels) ? "the picture is empty" : null;
}

function chunksOf(file: Buffer): { type: string; bytes: Buffer }[] {
  const chunks: { type: string; bytes: Buffer }[] = [];
  for (let at = HEADER_BYTES; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    chunks.push({ type: file.toString("latin1", at + 4, at + 8), bytes: file.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function isOfOneColour(pixels: Uint8Array): boolean {
  return pixels.every((byte, index) => byte === pixels[index % RGBA_BYTES]);
}

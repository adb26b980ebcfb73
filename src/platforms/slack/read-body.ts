// A call at Slack's address in; its body out, or the status by which it is refused. Nobody has shown yet who they are, so
// what is kept of all such calls together has a bound, and each has to end soon.
import type { IncomingMessage } from "node:http";

// Slack's own bodies are some kilobytes; only its check of the certificate comes without a signature.
const MOST_BYTES = 1024 * 1024;
const MOST_BYTES_UNSIGNED = 4 * 1024;
const MOST_BYTES_AT_ONCE = 32 * 1024 * 1024;

export type ReadBody = (request: IncomingMessage) => Promise<Buffer | 413 | 503>;

/** `withinMs`: Slack itself does not wait for longer. */
export function createReadBody(withinMs: number): ReadBody {
  let kept = 0;
  return async (request) => {
    const most = request.headers["x-slack-signature"] === undefined ? MOST_BYTES_UNSIGNED : MOST_BYTES;
    const chunks: Buffer[] = [];
    let length = 0;
    const late = setTimeout(() => request.destroy(new Error("a body that does not end")), withinMs);
    try {
      for await (const chunk of request) {
        chunks.push(chunk);
        length += chunk.length;
        kept += chunk.length;
        if (length > most) return 413;
        if (kept > MOST_BYTES_AT_ONCE) return 503;
      }
      return Buffer.concat(chunks);
    } finally {
      clearTimeout(late);
      kept -= length;
    }
  };
}

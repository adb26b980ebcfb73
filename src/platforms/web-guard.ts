// A request in; let through, or refused with a sentence, out. With a token only its holder passes; without one only
// this machine's own pages and scripts do: another site's page must not act through the browser of who sits here.
import { timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { WebError } from "./web-error.ts";

const LOCAL_NAMES = new Set(["127.0.0.1", "localhost", "[::1]"]);

export function guard(token: string | null): MiddlewareHandler {
  return async (context, next) => {
    const header = (name: string) => context.req.header(name);
    if (token !== null && !isToken(header("authorization"), token)) {
      throw new WebError(401, "TOKEN_NEEDED", "Send the console's token as `Authorization: Bearer …`.");
    }
    if (token === null && !LOCAL_NAMES.has(hostname(header("host")))) {
      throw new WebError(403, "NOT_LOCAL", "Without CONSOLE_TOKEN the shop answers on 127.0.0.1 and localhost only.");
    }
    const origin = header("origin");
    if (token === null && origin !== undefined && origin !== `http://${header("host")}`) {
      throw new WebError(403, "OTHER_ORIGIN", "Pages of other sites may not use this shop.");
    }
    const isWrite = context.req.method !== "GET" && context.req.method !== "HEAD";
    if (isWrite && !(header("content-type") ?? "").startsWith("application/json")) {
      throw new WebError(415, "JSON_NEEDED", "Send JSON with the header `content-type: application/json`.");
    }
    await next();
  };
}

function hostname(host: string | undefined): string {
  return (host ?? "").replace(/:\d+$/, "").toLowerCase();
}

function isToken(authorization: string | undefined, token: string): boolean {
  const given = Buffer.from(authorization ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

// The names that somebody goes by, the first choice first, in; the first that can be seen out: on one line, and with nothing
// in it that turns around or hides what stands beside it.
import { printableLine } from "../storable.ts";

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800\s]/gu;

export function personName(...names: (string | null | undefined)[]): string | null {
  const shown = names.map((name) => printableLine((name ?? "").replaceAll("\u061c", "").replaceAll(/\s+/g, " ")));
  return shown.find((name) => name.replaceAll(UNSEEN, "") !== "")?.replaceAll(/ +/g, " ") ?? null;
}

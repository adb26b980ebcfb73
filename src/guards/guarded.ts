// What a person wrote in; what may be stored and shown to a model, and which guards had something to take away, out.
import { storableText } from "../storable.ts";
import { CARD_MASK, withoutCardNumbers } from "./card-numbers.ts";
import { visibleText } from "./characters.ts";
import type { GuardName } from "./guard.ts";
import { SECRET_MASK, withoutSecrets } from "./secrets.ts";

interface Guarded {
  text: string;
  fired: GuardName[];
}

export function guarded(written: string): Guarded {
  const visible = visibleText(written);
  const plain = storableText(visible);
  const text = withoutSecrets(withoutCardNumbers(plain)).trim();
  const isSame = visible === written.replaceAll(/\r\n?/g, "\n");
  return {
    text,
    fired: [...(isSame ? [] : ["characters" as const]), ...(text === plain.trim() ? [] : removedFrom(text))],
  };
}

const MASKS = [
  ["card-number", CARD_MASK],
  ["secret", SECRET_MASK],
] as const;

/** What was masked in a stored text: the masks stay in it, so that nothing else need be kept. */
export function removedFrom(text: string): (typeof MASKS)[number][0][] {
  return MASKS.filter(([, mask]) => text.includes(mask)).map(([guard]) => guard);
}

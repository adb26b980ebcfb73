// A language in, the house's fixed texts in it out.
import type { Language } from "../language.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { pt } from "./pt.ts";
import type { Texts } from "./texts.ts";
import { tr } from "./tr.ts";

const ALL: { [language in Language]: Texts } = { en, de, es, fr, pt, tr };

export function textsOf(language: Language): Texts {
  return ALL[language];
}

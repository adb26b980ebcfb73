// A customer's words in; whether they want one of the shop's people, and nothing else, out. Asked before any plan: this
// wish is never for a model to grant. The languages are those of the fixed texts.

interface Language {
  /** What one wishes to do, before whom. */
  wishes: string;
  people: string;
}

const LANGUAGES: Language[] = [
  {
    wishes:
      "talk|speak|chat|connect|put me through|transfer|hand me over|escalate|want|need|i'd like|would like|get me|give me",
    people:
      "(?:an? |the |some |your |a real |an actual |real )(?:human(?: being)?|person|agent|manager|representative|colleague|employee)|someone from .*staff|your staff|real person|human being",
  },
  {
    wishes: "möchte|will|kann ich|könnte ich|brauche|gib mir|verbinde\\w*|sprechen|reden",
    people:
      "(?:einem|einer|einen|ihrem|eurem|ihrer) (?:\\p{L}+en )?(?:menschen?|mitarbeiter(?:in)?|person|kollegen|kollegin|berater(?:in)?)|(?:echten|richtigen) menschen",
  },
  {
    wishes: "quiero|quisiera|necesito|puedo|hablar|comunicarme|contactar",
    people: "(?:una?|el|la|con) (?:persona|humano|agente|alguien|empleado|encargado)",
  },
  {
    wishes: "parler|discuter|échanger|veux|voudrais|besoin d'",
    people: "(?:une? |un vrai |une vraie )?(?:vraie? )?(?:personne|humain|conseillère|conseiller|employé)|quelqu'un",
  },
  {
    wishes: "falar|conversar|quero|preciso de",
    people: "(?:uma? |algum |o |a |com )(?:pessoa|humano|atendente|funcionário|alguém)",
  },
  { wishes: "bir|canlı|gerçek|müşteri", people: "(?:insanla|biriyle|yetkiliyle|temsilciyle|temsilcisiyle|çalışanla)" },
];

const WHOLE_WISHES = ["human", "a human", "real person", "a real person", "agent", "representative", "mensch", "insan"];

/** Words by which it is not meant, or something else beside it. */
const SOMETHING_ELSE = asWords(
  "do not|don't|no need|never mind|not a|are you|is this|are there|how many|keinen?|nicht|bist du|no quiero|je ne|não|buy|purchase|refund|return|restock|price|told|commande|pedido",
);

const MOST_CHARS = 200;

/** Unlike `\b`, this knows that an accented letter is one. */
function asWords(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, "u");
}

const PATTERNS = LANGUAGES.map(({ wishes, people }) => asWords(`(?:${wishes}).{0,30}?(?<!\\p{L})(?:${people})`));

export function wantsPerson(text: string): boolean {
  const words = text
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(/[.!?,;:"¿¡]+/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim();
  if (words.length > MOST_CHARS || SOMETHING_ELSE.test(words)) return false;
  return WHOLE_WISHES.includes(words.replace(/ please$/, "")) || PATTERNS.some((pattern) => pattern.test(words));
}

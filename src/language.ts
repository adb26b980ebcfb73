// A platform's locale, or what somebody wrote, in; the language in which they are answered out.

export const LANGUAGES = ["en", "de", "es", "fr", "pt", "tr"] as const;
export type Language = (typeof LANGUAGES)[number];

/** "pt-BR" → "pt"; null for a language that the fixed texts do not have. */
export function languageOfLocale(locale: string | null): Language | null {
  const language = locale?.toLowerCase().split(/[-_]/)[0];
  return LANGUAGES.find((known) => known === language) ?? null;
}

// Words that are frequent in requests and stand in one of the languages only.
const WORDS: { [language in Language]: string } = {
  en: "the and you your have what how many please want would like with are there show me my is it do can order buy sell i'd",
  de: "der die das und ich du sie ihr haben habe hast was wie viele bitte möchte will hätte gerne mit sind gibt mir meine mein ist auf kann können eine einen welche bestellung kaufen noch nicht",
  es: "el los las usted tengo tienen qué cuántos cuántas por favor quiero quisiera con hay muéstrame mi mis una unas es pedido comprar cuánto cuesta gafas devolver",
  fr: "le les vous je j'ai avez quel quelle combien s'il plaît voudrais veux avec sont y'a montrez ma mes est une des commande acheter coûte lunettes puis-je bonjour",
  pt: "você vocês tenho têm quantos quantas quero queria gostaria com mostre minha meu meus é uma umas pedido comprar quanto custa óculos devolver olá não",
  tr: "ve bir bu ben siz kaç tane lütfen istiyorum ister misiniz var mı mi göster benim sipariş siparişim almak satın fiyatı ne kadar gözlük iade merhaba",
};
const LETTERS: { [language in Language]: RegExp | null } = {
  en: null,
  de: /[ßä]/u,
  es: /[ñ¿¡]/u,
  fr: /[èêœëù]/u,
  pt: /[ãõ]/u,
  tr: /[ğışİ]/u,
};

const SETS = LANGUAGES.map((language) => ({ language, words: new Set(WORDS[language].split(" ")) }));

/** null when it is too short, or could be several: "2 Aviator" is every language. */
export function languageOfText(text: string): Language | null {
  const words =
    text
      .toLowerCase()
      .normalize("NFC")
      .match(/[\p{L}'’-]+/gu) ?? [];
  const scores = SETS.map(({ language, words: known }) => {
    const hits = words.filter((word) => known.has(word.replace("’", "'"))).length;
    return { language, score: hits + (LETTERS[language]?.test(text) ? 1.5 : 0) };
  }).toSorted((a, b) => b.score - a.score);
  const [best, second] = scores;
  if (best === undefined || second === undefined || best.score < 1 || best.score - second.score < 1) return null;
  return best.language;
}

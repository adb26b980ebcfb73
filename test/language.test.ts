import { expect, test } from "vitest";
import { languageOfLocale, languageOfText } from "../src/language.ts";

test.each([
  ["en", "Do you have any round sunglasses in stock?"],
  ["en", "I want to buy two pouches please"],
  ["en", "How many Aviators are there?"],
  ["de", "Haben Sie runde Sonnenbrillen unter 100 $?"],
  ["de", "Ich möchte zwei Etuis kaufen"],
  ["de", "Wie viele Aviator sind noch da?"],
  ["es", "¿Tienen gafas redondas?"],
  ["es", "Quiero comprar dos fundas por favor"],
  ["fr", "Je voudrais acheter deux étuis"],
  ["fr", "Avez-vous des lunettes rondes ? Combien coûte la Classic ?"],
  ["pt", "Vocês têm óculos redondos?"],
  ["pt", "Quero comprar duas bolsas, quanto custa?"],
  ["tr", "Yuvarlak gözlük var mı?"],
  ["tr", "İki tane almak istiyorum"],
])("what somebody wrote in %s is known for it: %s", (language, text) => {
  expect(languageOfText(text)).toBe(language);
});

test.each(["2 Aviator", "SG001", "", "ok", "3 x Wayfarer 95.00"])("nothing is guessed from %s", (text) => {
  expect(languageOfText(text)).toBeNull();
});

test("a platform's locale names the language, and one that is not spoken here names none", () => {
  expect(["de-DE", "pt_BR", "en-US", "tr"].map(languageOfLocale)).toEqual(["de", "pt", "en", "tr"]);
  expect([languageOfLocale("ja-JP"), languageOfLocale(null)]).toEqual([null, null]);
});

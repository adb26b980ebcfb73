import { expect, test } from "vitest";
import { wantsPerson } from "../../src/worker/wish-for-person.ts";

test.each([
  "I want a person",
  "Can I talk to a human?",
  "I'd like to speak with someone from your staff",
  "get me a real person",
  "please connect me to an agent",
  "human please",
  "Ich möchte mit einem Menschen sprechen",
  "Kann ich bitte mit einer Mitarbeiterin reden?",
  "Quiero hablar con una persona",
  "necesito una persona real",
  "Je voudrais parler à un conseiller",
  "Puis-je parler à quelqu'un ?",
  "Quero falar com uma pessoa",
  "Posso falar com um atendente?",
  "Bir insanla konuşmak istiyorum",
  "Müşteri temsilcisiyle görüşmek istiyorum",
])("a wish for a person is heard: %s", (text) => {
  expect(wantsPerson(text)).toBe(true);
});

test.each([
  "Do you have sunglasses for one person?",
  "are you a human?",
  "I want to buy 3 classic",
  "I don't want a human, just the price",
  "Is this a real person?",
  "How many people work there?",
  "The mirror coating of my order 1003 is peeling off, please have someone look at it",
  "I want a refund",
  "a person told me the Aviator is $80",
  "Return 2 Aviator sunglasses.",
  "je veux parler de ma commande",
  "quero falar do meu pedido",
  "",
])("other talk is not taken for one: %s", (text) => {
  expect(wantsPerson(text)).toBe(false);
});

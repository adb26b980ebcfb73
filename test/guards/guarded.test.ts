import fc from "fast-check";
import { expect, test } from "vitest";
import { guarded, removedFrom } from "../../src/guards/guarded.ts";

test.each([
  ["4111 1111 1111 1111"],
  ["4111-1111-1111-1111"],
  ["4111111111111111"],
  ["3782 822463 10005"],
  ["5555\u00a05555\u00a05555\u00a04444"],
  ["4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"],
  ["6304 0000 0000 0000 00"],
  ["4111\u200b1111\u200b1111\u200b1111"],
])("a card number is masked before anything is kept: %s", (number) => {
  const { text, fired } = guarded(`2 pouches please, my card is ${number}, thanks`);
  expect(text).toBe("2 pouches please, my card is (card number removed), thanks");
  expect(fired).toContain("card-number");
});

test("a card number among other numbers is found, and the others stay", () => {
  expect(guarded("send 2 4111 1111 1111 1111 12 to order 1002").text).toBe(
    "send 2 (card number removed) 12 to order 1002",
  );
});

test.each([
  "Where are orders 1001 1002 1003 1004?",
  "prices 250 260 270 280 290 and 300",
  "call me at +49 170 1234567 or (555) 010-9999",
  "4111 1111 1111 1112",
  "set the stock to 23 6 3 11 10 10 40",
  "TXN0004111111111111111",
  "my password does not work",
  "I forgot my password, what now?",
  "my password is wrong",
  "the key token of our friendship",
  "10 × SG005 at $60.00, and a sk-8er look",
  "Passwort vergessen!",
])("what is no secret stays as it was written: %s", (text) => {
  expect(guarded(text)).toEqual({ text, fired: [] });
});

test.each([
  ["my password is hunter2!", "my password is (secret removed)"],
  ["Mein Passwort lautet Geheim123", "Mein Passwort lautet (secret removed)"],
  ["mi contraseña es Sol.2024", "mi contraseña es (secret removed)"],
  ["mon mot de passe : soleil99", "mon mot de passe : (secret removed)"],
  ["minha senha é abc123", "minha senha é (secret removed)"],
  ["şifrem: kedi123", "şifrem: (secret removed)"],
  ["use sk-abc123def456ghi789", "use (secret removed)"],
  ["xoxb-1234567890-abcdefghij", "(secret removed)"],
  ["ghp_abcdefghijklmnopqrst12345", "(secret removed)"],
  ["AKIAIOSFODNN7EXAMPLE", "(secret removed)"],
  ["Authorization: Bearer abcdefghijklmnop", "Authorization: Bearer (secret removed)"],
  ["api_key=9f8e7d6c5b4a", "api_key=(secret removed)"],
  ["the CVV is 123", "the CVV is (secret removed)"],
  ["-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----", "(secret removed)"],
])("a password or key is masked before anything is kept: %s", (text, masked) => {
  expect(guarded(text)).toEqual({ text: masked, fired: ["secret"] });
});

test("what nobody sees is taken out, and nothing that people write with", () => {
  expect(guarded("buy\u200b 2\u202e moon\u0007\u{e0041}").text).toBe("buy 2 moon");
  expect(guarded("buy\u200b").fired).toEqual(["characters"]);
  for (const text of ["👨‍👩‍👧 ❤️ 1️⃣", "می‌خواهم", "क्‍ष", "line\nline\ttab", "Größe", "naïve café"]) {
    expect(guarded(text)).toEqual({ text, fired: [] });
  }
  expect(guarded("one\r\ntwo\u2028three").text).toBe("one\ntwo\nthree");
});

test("masking twice is masking once, and the masks tell what was removed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      const once = guarded(text).text;
      expect(guarded(once).text).toBe(once);
    }),
  );
  const { text } = guarded("4111 1111 1111 1111, my password is hunter2!");
  expect(removedFrom(text)).toEqual(["card-number", "secret"]);
  expect(removedFrom("2 moon please")).toEqual([]);
});

test("whatever is written around a card number, no 13 digits of it are left", () => {
  const separators = fc.constantFrom("", " ", "-");
  fc.assert(
    fc.property(
      fc.array(fc.nat(9), { minLength: 14, maxLength: 14 }),
      separators,
      fc.lorem(),
      (digits, between, words) => {
        const body = [4, ...digits];
        const sum = body.toReversed().reduce((total, digit, index) => {
          const weighed = index % 2 === 0 ? digit * 2 : digit;
          return total + (weighed > 9 ? weighed - 9 : weighed);
        }, 0);
        const number = [...body, (10 - (sum % 10)) % 10].join("");
        const written = (number.match(/.{4}/g) ?? []).join(between);
        expect(guarded(`${words} ${written} ${words}`).text).toBe(`${words} (card number removed) ${words}`.trim());
      },
    ),
  );
});

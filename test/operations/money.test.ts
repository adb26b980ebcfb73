// Money is exact to the cent, whatever the sums.
import fc from "fast-check";
import { expect, test } from "vitest";
import { Prisma } from "../../src/database/generated/client.ts";
import { decimalText, dollars, fitsLedger, plainNumber } from "../../src/operations/money.ts";

const decimal = (text: string | number) => new Prisma.Decimal(text);
const cents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });
const ofCents = (value: number) => decimal(value).div(100);

test("amounts read as people write them", () => {
  expect(["5890", "0.5", "-160", "0", "-0", "1234567.8"].map((amount) => dollars(decimal(amount)))).toEqual([
    "$5,890.00",
    "$0.50",
    "-$160.00",
    "$0.00",
    "$0.00",
    "$1,234,567.80",
  ]);
});

test("a text and a number of an amount are the same cents, and neither is minus zero", () => {
  fc.assert(
    fc.property(cents, (value) => {
      expect(decimalText(ofCents(value))).toMatch(/^-?\d+\.\d{2}$/);
      expect(
        decimal(decimalText(ofCents(value)))
          .mul(100)
          .toNumber(),
      ).toBe(value === 0 ? 0 : value);
      expect(Math.round(plainNumber(ofCents(value)) * 100)).toBe(value === 0 ? 0 : value);
    }),
  );
  expect([decimalText(decimal(-0)), Object.is(plainNumber(decimal(-0)), 0)]).toEqual(["0.00", true]);
});

test("a price times a quantity is exact where floating point is not", () => {
  fc.assert(
    fc.property(fc.nat({ max: 9_999_999 }), fc.integer({ min: 1, max: 100_000 }), (price, quantity) => {
      const [whole, part] = decimalText(ofCents(price).mul(quantity)).split(".");
      expect(BigInt(`${whole}${part}`)).toBe(BigInt(price) * BigInt(quantity));
    }),
  );
  expect(decimalText(decimal("1.10").mul(3))).toBe("3.30");
});

test("the words of an amount hold all its digits", () => {
  fc.assert(
    fc.property(cents, (value) => {
      const words = dollars(ofCents(value));
      expect(words).toMatch(/^-?\$\d{1,3}(,\d{3})*\.\d{2}$/);
      expect(words.replace(/[$,]/g, "")).toBe(decimalText(ofCents(value)));
    }),
  );
});

test("the ledger's columns end at ten digits before the point", () => {
  expect(["9999999999.99", "-9999999999.99", "10000000000"].map((amount) => fitsLedger(decimal(amount)))).toEqual([
    true,
    true,
    false,
  ]);
});

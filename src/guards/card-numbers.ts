// What a person wrote in, the same with the numbers of payment cards masked out.

export const CARD_MASK = "(card number removed)";

const RUN = /(?<![\p{L}\d])\d+(?:[\s.\-–_/]{1,3}\d+)*(?![\p{L}\d])/gu;
const FEWEST_DIGITS = 13;
const MOST_DIGITS = 19;

/** A row of numbers may hold a card's among others: "2 4111 1111 1111 1111". */
export function withoutCardNumbers(text: string): string {
  return text.replaceAll(RUN, (run) => {
    const groups = [...run.matchAll(/\d+/g)];
    let masked = "";
    let at = 0;
    for (let first = 0; first < groups.length; ) {
      const last = cardEnd(groups.map(([digits]) => digits).slice(first, first + MOST_DIGITS));
      const start = groups[first]?.index ?? 0;
      if (last !== null) {
        const end = groups[first + last];
        masked += run.slice(at, start) + CARD_MASK;
        at = (end?.index ?? 0) + (end?.[0].length ?? 0);
      }
      first += (last ?? 0) + 1;
    }
    return masked + run.slice(at);
  });
}

/** The index of the group with which a card's number ends that begins with the first one; the longest such number. */
function cardEnd(groups: string[]): number | null {
  for (let last = groups.length - 1; last >= 0; last--) {
    const number = groups.slice(0, last + 1);
    if (isGrouped(number) && isCard(number.join(""))) return last;
  }
  return null;
}

/** In fours and more, as on the card, or digit by digit; other rows of numbers are prices or counts. */
function isGrouped(groups: string[]): boolean {
  return groups.slice(0, -1).every(({ length }) => length >= 4) || groups.every(({ length }) => length === 1);
}

/** No issuer's numbers begin with 0 or 1, as the shop's orders do. */
function isCard(digits: string): boolean {
  if (digits.length < FEWEST_DIGITS || digits.length > MOST_DIGITS || !/^[2-9]/.test(digits)) return false;
  // "4444 4444 4444 4444" would pass the check sum of Luhn.
  if (new Set(digits).size === 1) return false;
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const weighed = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0;
}

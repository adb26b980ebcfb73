// A finite number in, "$5,890.00" out.
import { describeValue } from "./describe.js";
import { codedError } from "./errors.js";
import { isFiniteNumber, slice, toBigInt, toFixed, toText } from "./primordials.js";

// From here on toFixed writes exponents, and a double has no fraction any more.
const EXPONENT_FROM = 1e21;

export function money(amount) {
  if (typeof amount !== "number" || !isFiniteNumber(amount)) {
    throw codedError("INVALID_ARGUMENT", `money() needs a finite number, not ${describeValue(amount, 60)}.`, {});
  }
  const size = amount < 0 ? -amount : amount;
  const digits = size < EXPONENT_FROM ? toFixed(size, 2) : `${toText(toBigInt(size))}.00`;
  const sign = amount < 0 && digits !== "0.00" ? "-" : "";
  let start = digits.length - 3;
  let text = slice(digits, start);
  for (; start > 3; start -= 3) text = `,${slice(digits, start - 3, start)}${text}`;
  return `${sign}$${slice(digits, 0, start)}${text}`;
}

/** The days of a span, as of now: from (null: whenever it began) until the last one, and the span in words. */
export function daysOf(span) {
  const today = now.slice(0, 10);
  const [year, month] = numbersOf(today);
  switch (span.kind) {
    case "always":
      return { from: null, until: today, words: "so far" };
    case "day": {
      const day = dayAfter(today, -span.ago);
      return { from: day, until: day, words: span.ago === 0 ? "today" : "yesterday" };
    }
    case "past":
      // "The last 7 days" ends today, and today is one of them.
      return {
        from: dayAfter(shifted(today, span.unit, -span.count), 1),
        until: today,
        words: `over the last ${span.count === 1 ? "" : `${span.count} `}${span.unit}${span.count === 1 ? "" : "s"}`,
      };
    case "this":
      return { from: startOf(today, span.unit), until: today, words: `this ${span.unit} so far` };
    case "last": {
      const start = startOf(today, span.unit);
      const until = dayAfter(start, -1);
      const from = startOf(until, span.unit);
      const words = { day: "yesterday", month: `in ${monthWords(from)}`, year: `in ${numbersOf(from)[0]}` }[span.unit];
      return { from, until, words: words ?? `last ${span.unit} (${rangeWords(from, until)})` };
    }
    case "last-and-this": {
      const from = startOf(dayAfter(startOf(today, span.unit), -1), span.unit);
      return { from, until: today, words: `last ${span.unit} and this ${span.unit} so far` };
    }
    case "month": {
      // The latest one: "in December", asked in November, is last year's.
      const of = span.year ?? (span.month > month ? year - 1 : year);
      const from = `${of}-${twoDigits(span.month)}-01`;
      if (span.since) return { from, until: today, words: `since ${monthWords(from)}` };
      return untilToday(from, dayAfter(shifted(from, "month", 1), -1), `in ${monthWords(from)}`);
    }
    case "year": {
      const from = `${span.year}-01-01`;
      if (span.since) return { from, until: today, words: `since ${span.year}` };
      return untilToday(from, `${span.year}-12-31`, `in ${span.year}`);
    }
  }
}

/** Of days to come there is nothing to tell. */
function untilToday(from, until, words) {
  const today = now.slice(0, 10);
  if (until < today) return { from, until, words };
  return { from, until: today, words: from <= today ? `${words} so far` : words };
}

export function dayAfter(day, count) {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** The same day of another month; the last one where that has fewer. */
export function shifted(day, unit, count) {
  if (unit === "day" || unit === "week") return dayAfter(day, unit === "week" ? count * 7 : count);
  const months = unit === "year" ? count * 12 : count;
  const [year, ofYear, ofMonth] = numbersOf(day);
  const at = year * 12 + ofYear - 1 + months;
  const month = `${Math.floor(at / 12)}-${twoDigits((at % 12) + 1)}`;
  const last = new Date(Date.UTC(Math.floor(at / 12), (at % 12) + 1, 0)).getUTCDate();
  return `${month}-${twoDigits(Math.min(ofMonth, last))}`;
}

/** The first day of the week, month, quarter or year that a day is in. */
export function startOf(day, unit) {
  const [year, month] = numbersOf(day);
  switch (unit) {
    case "day":
      return day;
    case "week":
      return dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
    case "month":
      return `${year}-${twoDigits(month)}-01`;
    case "quarter":
      return `${year}-${twoDigits(Math.floor((month - 1) / 3) * 3 + 1)}-01`;
    case "year":
      return `${year}-01-01`;
  }
}

export function monthWords(day) {
  const names = "January February March April May June July August September October November December".split(" ");
  const [year, month] = numbersOf(day);
  return `${names[month - 1]} ${year}`;
}

export function dayWords(day) {
  const [, , date] = numbersOf(day);
  return `${date} ${monthWords(day).replace(/(?<=^\p{L}{3})\p{L}+/u, "")}`;
}

function numbersOf(day) {
  return day.split("-").map(Number);
}

function twoDigits(number) {
  return `0${number}`.slice(-2);
}

function rangeWords(from, until) {
  return `${dayWords(from)} to ${dayWords(until)}`;
}

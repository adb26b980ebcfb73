// What an admin is told about the age of a purchase that comes back.
import { expect, test } from "vitest";
import { type Changeset, EMPTY_CHANGESET } from "../../src/changeset/changeset.ts";
import { withReturnWindow } from "../../src/changeset/return-window.ts";
import { termsOf } from "../../src/operations/define.ts";

const RECORD = "Order 1008 of 25 Sep 2025 is on record.";
const returned = termsOf({
  operation: "returnItem",
  subject: "SG001",
  orderId: 1008,
  before: { boughtAt: "2025-09-25T10:00:00.000Z" },
});
const changeset: Changeset = { ...EMPTY_CHANGESET, terms: [returned], remarks: [RECORD] };

test.each([
  ["2025-09-25T10:00:01Z", 30, "Order 1008 is 0 days old, within the return window of 30 days."],
  ["2025-09-26T10:00:01Z", 0, "Order 1008 is 1 day old, outside the return window of 0 days."],
  ["2025-10-25T23:00:00Z", 30, "Order 1008 is 30 days old, within the return window of 30 days."],
  ["2025-10-26T10:00:00Z", 30, "Order 1008 is 31 days old, outside the return window of 30 days."],
])("on %s with a window of %i days the card says: %s", (now, days, remark) => {
  expect(withReturnWindow(changeset, new Date(now), days).remarks).toEqual([RECORD, remark]);
});

test("without a purchase on record, and for anything but a return, nothing is added", () => {
  const others = [termsOf({ operation: "returnItem", subject: "SG001" }), { ...returned, operation: "purchase" }];
  const plain = { ...changeset, terms: others, remarks: ["No purchase on record."] };
  expect(withReturnWindow(plain, new Date(), 30)).toEqual(plain);
});

test("the remark is no part of what is agreed to: a card does not go stale because a day has passed", () => {
  expect(withReturnWindow(changeset, new Date(), 30).digest).toBe(changeset.digest);
});

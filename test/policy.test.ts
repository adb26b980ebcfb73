// Who may call what, whose button is needed, and who may press it.
import { describe, expect, test } from "vitest";
import { type Changeset, EMPTY_CHANGESET } from "../src/changeset/changeset.ts";
import { operations } from "../src/operations/catalog.ts";
import { termsOf } from "../src/operations/define.ts";
import { buttonsNeeded, mayCall, mayPress } from "../src/policy.ts";
import type { Person, Role } from "../src/requester.ts";

function changesetOf(...parts: [operation: string, amount?: string][]): Changeset {
  return {
    ...EMPTY_CHANGESET,
    calls: parts.map(([name]) => ({ name, args: {} })),
    terms: parts.map(([operation, amount = "0.00"]) => termsOf({ operation, subject: "x", amount })),
  };
}

const LIMITS = { refundNeedsAdminFrom: "10.00" };
const needs = (role: Role, ...parts: [string, string?][]) =>
  buttonsNeeded(role, changesetOf(...parts), LIMITS).join("+");

test("a customer has what a customer does; staff and admins have everything", () => {
  const open = (role: Role) => operations.filter((operation) => mayCall(role, operation)).map(({ name }) => name);
  expect(open("customer")).toEqual(["purchase", "returnItem", "refund", "updateOrder", "cancelOrder", "openTicket"]);
  expect(open("staff")).toEqual(operations.map(({ name }) => name));
  expect(open("admin")).toEqual(open("staff"));
});

describe("buttons", () => {
  test("nothing to change needs nobody", () => {
    expect(buttonsNeeded("customer", EMPTY_CHANGESET, LIMITS)).toEqual([]);
  });

  test.each(["purchase", "updateOrder", "cancelOrder", "openTicket", "closeTicket", "noteOnTicket"])(
    "%s needs the one who asked",
    (name) => {
      for (const role of ["customer", "staff", "admin"] as const)
        expect(needs(role, [name, "5000.00"])).toBe("requester");
    },
  );

  test.each(["returnItem", "restock", "adjustStock", "correctTransaction", "undo"])(
    "%s needs an admin, after the customer's own word",
    (name) => {
      expect(needs("customer", [name])).toBe("requester+admin");
      expect(needs("staff", [name])).toBe("admin");
      expect(needs("admin", [name])).toBe("admin");
    },
  );

  test("a refund needs an admin from 10.00 on, to the cent", () => {
    expect(needs("customer", ["refund", "-9.99"])).toBe("requester");
    expect(needs("customer", ["refund", "-10.00"])).toBe("requester+admin");
    expect(needs("staff", ["refund", "-9.99"])).toBe("requester");
    expect(needs("staff", ["refund", "-10.00"])).toBe("admin");
  });

  test("a large refund cannot be cut into small ones", () => {
    expect(needs("customer", ["refund", "-6.50"], ["refund", "-3.50"])).toBe("requester+admin");
    expect(needs("customer", ["refund", "-6.50"], ["refund", "-3.49"])).toBe("requester");
  });

  test("one part that needs an admin takes the whole to an admin", () => {
    expect(needs("customer", ["purchase", "80.00"], ["returnItem", "-80.00"])).toBe("requester+admin");
  });

  test("what is unknown needs an admin", () => {
    expect(needs("customer", ["giveAway"])).toBe("requester+admin");
  });
});

describe("B88: presses", () => {
  const person = (id: string, role: Role): Person => ({ person: id, role, customerId: null, name: id, language: "en" });
  const bea = person("slack:T1:bea", "customer");
  const eve = person("slack:T1:eve", "customer");
  const sam = person("slack:T1:sam", "staff");
  const ada = person("slack:T1:ada", "admin");
  const ann = person("discord:G1:ann", "admin");

  test("only the person who asked confirms, admins included", () => {
    expect(mayPress(bea, "requester", { requester: bea })).toBe("allowed");
    for (const other of [eve, sam, ada])
      expect(mayPress(other, "requester", { requester: bea })).toBe("not-the-requester");
  });

  test("only an admin approves, and nobody their own request", () => {
    for (const other of [bea, eve, sam]) expect(mayPress(other, "admin", { requester: bea })).toBe("not-an-admin");
    expect(mayPress(ada, "admin", { requester: bea })).toBe("allowed");
    expect(mayPress(ada, "admin", { requester: ada })).toBe("own-request");
    expect(mayPress(ann, "admin", { requester: ada })).toBe("allowed");
  });
});

// Each person sees the buttons that would count, and a sentence where there are none.
import { expect, test } from "vitest";
import { buttonsFor, stateWords, type Viewer } from "../../src/console/card/buttons-for.ts";
import { aliceCard } from "./card-fixture.ts";

const now = new Date("2026-11-30T10:05:00Z");
const alice: Viewer = { role: "customer", name: "Alice", conversationIds: ["con_1"] };
const bruno: Viewer = { role: "customer", name: "Bruno", conversationIds: ["con_2"] };
const ada: Viewer = { role: "admin", name: "Ada", conversationIds: [] };

test("the requester confirms, and nobody else", () => {
  expect(buttonsFor(aliceCard(), alice, now)).toBe("requester");
  expect(buttonsFor(aliceCard(), bruno, now)).toBe("none");
  expect(buttonsFor(aliceCard(), ada, now)).toBe("none");
  expect(stateWords(aliceCard(), ada, now).sentence).toBe("Alice has to confirm this first.");
});

test("an admin approves what another person asked for, never their own request", () => {
  const card = aliceCard({ needs: ["admin"] });
  const own = aliceCard({ needs: ["admin"], requester: { name: "Ada", role: "admin", person: "local:admin:Ada" } });
  expect(buttonsFor(card, ada, now)).toBe("admin");
  expect(buttonsFor(own, ada, now)).toBe("withdraw");
  expect(stateWords(own, ada, now).sentence).toBe("You asked for this, so another admin has to approve it.");
});

test("a second admin of another name may approve the first one's request", () => {
  const card = aliceCard({ needs: ["admin"], requester: { name: "Ada", role: "admin", person: "local:admin:Ada" } });
  expect(buttonsFor(card, { role: "admin", name: "Noor", conversationIds: [] }, now)).toBe("admin");
});

test("whoever asked may take it back while an admin decides", () => {
  expect(buttonsFor(aliceCard({ needs: ["admin"] }), alice, now)).toBe("withdraw");
});

test("a card that ended or ran out has no buttons and says what became of it", () => {
  for (const state of ["committed", "stale", "expired", "cancelled", "rejected", "replaced"] as const) {
    expect(buttonsFor(aliceCard({ state }), alice, now)).toBe("none");
    expect(stateWords(aliceCard({ state }), alice, now).sentence).not.toBe("");
  }
  const late = new Date("2026-11-30T10:15:00Z");
  expect(buttonsFor(aliceCard(), alice, late)).toBe("none");
  expect(stateWords(aliceCard(), alice, late).label).toBe("Expired");
});

test("a stale card says what moved", () => {
  const card = aliceCard({ state: "stale", staleReason: "The price of Moon moved", replacedById: "apr_2" });
  expect(stateWords(card, alice, now).sentence).toBe(
    "The price of Moon moved. Nothing was changed. A new card shows how it stands now.",
  );
});

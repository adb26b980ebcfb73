// An open card of Alice's for the page's tests; what matters to a test is said in the test.
import type { ApprovalCard } from "../../src/report.ts";

export const aliceCard = (changed: Partial<ApprovalCard> = {}): ApprovalCard => ({
  id: "apr_1",
  runId: "run_1",
  conversationId: "con_1",
  state: "pending",
  needs: ["requester"],
  request: "Buy 2 Moon",
  requester: { name: "Alice", role: "customer", person: "local:customer:1" },
  language: "en",
  lines: ["Sell 2 × Moon (SG006) at $120.00 = $240.00"],
  staffLines: ["Sell 2 × Moon (SG006) at $120.00 = $240.00"],
  remarks: [],
  changes: [],
  amount: "240.00",
  expiresAt: "2026-11-30T10:15:00.000Z",
  createdAt: "2026-11-30T10:00:00.000Z",
  decisions: [],
  staleReason: null,
  replacedById: null,
  ...changed,
});

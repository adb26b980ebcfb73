// Who asks in; null, or which of today's caps is reached, out. What is under way is not counted yet, so a cap can be
// exceeded by as many requests as are worked side by side.
import { addNotice } from "../records/notices.ts";
import { type Spent, spenderOf, spentTodayByAll } from "../records/spending.ts";
import { tellStaff } from "../records/staff.ts";
import { inWords } from "../reply.ts";
import { nameOf, type Person } from "../requester.ts";
import type { ReachedCap, WorkerParts } from "./worker.ts";

/** Admins hear of a reached cap once a day. */
export function createSpendingCaps(
  parts: Pick<WorkerParts, "database" | "config" | "log" | "metrics" | "staffPlaces" | "wake">,
): WorkerParts["reachedCap"] {
  const { database, config, log, metrics, staffPlaces, wake } = parts;
  const { customer, service, lookMs } = config.spending;
  let byAll: Spent = { tokens: 0, usd: 0 };
  let readAt = Number.NEGATIVE_INFINITY;

  return async (who, spentToday) => {
    if (performance.now() - readAt > lookMs) {
      byAll = await spentTodayByAll(database.client);
      readAt = performance.now();
    }
    const cap = isReached(byAll, service)
      ? "service"
      : who.role === "customer" && isReached(spentToday, customer)
        ? "customer"
        : null;
    if (cap === null) return null;
    metrics.capped(cap);
    const text = noticeText(cap, who);
    const told = await database.transaction(async (tx) => {
      const subject = cap === "service" ? "service" : spenderOf(who);
      const isNews = await addNotice(tx, { kind: "spending", subject, text });
      return isNews ? tellStaff(tx, staffPlaces, inWords(text)) : null;
    });
    if (told !== null) {
      log.warn({ cap }, "a spending cap is reached; requests over it are declined until tomorrow (UTC)");
      wake(told);
    }
    return cap;
  };
}

function isReached(spent: Spent, cap: Spent): boolean {
  return spent.usd >= cap.usd || spent.tokens >= cap.tokens;
}

function noticeText(cap: ReachedCap, who: Person): string {
  return cap === "service"
    ? "The whole shop's cap for the language model is reached: nobody is answered until tomorrow (UTC), or until MAX_SERVICE_USD_PER_DAY or MAX_SERVICE_TOKENS_PER_DAY is raised."
    : `${nameOf(who)} has reached the daily cap of one customer (MAX_CUSTOMER_USD_PER_DAY, MAX_CUSTOMER_TOKENS_PER_DAY) and is asked to come back tomorrow (UTC).`;
}

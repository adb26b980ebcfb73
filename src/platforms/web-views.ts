// The service's records in, what the page shows out: open approvals, runs, the shop.
import { cardOf } from "../card.ts";
import { openApprovals } from "../records/approvals.ts";
import { todaysNotices } from "../records/notices.ts";
import { PersonSchema } from "../records/person.ts";
import type { ApprovalCard, RunDetail } from "../report.ts";
import { nameOf } from "../requester.ts";
import { readDetail, shownDetail } from "../run-detail.ts";
import type { Service } from "../service.ts";
import { localPeople } from "./local-people.ts";
import { WebError } from "./web-error.ts";

export async function listApprovals({ database }: Service): Promise<{ approvals: ApprovalCard[] }> {
  return { approvals: (await openApprovals(database.client)).map(cardOf) };
}

export async function listNotices({ database }: Service) {
  return { notices: await todaysNotices(database.client) };
}

const NEWEST_RUNS = 50;

export async function listRuns({ database }: Service) {
  const runs = await database.client.run.findMany({
    orderBy: { createdAt: "desc" },
    take: NEWEST_RUNS,
    include: { request: true, approvals: { orderBy: { createdAt: "desc" }, take: 1 } },
  });
  return {
    runs: runs.map((run) => {
      const { name, role } = PersonSchema.parse(run.request.requester);
      const approval = run.approvals[0];
      return {
        runId: run.id,
        request: run.request.text,
        status: run.status,
        action: run.action,
        requester: { name: nameOf({ name, role }), role },
        approval: approval === undefined ? null : { id: approval.id, state: approval.state },
        createdAt: run.createdAt.toISOString(),
      };
    }),
  };
}

export async function showRun({ database }: Service, runId: string): Promise<RunDetail> {
  const detail = await readDetail(database.client, runId);
  if (detail === null) throw new WebError(404, "NO_SUCH_RUN", `There is no run ${runId}; /api/runs lists the newest.`);
  return shownDetail(detail);
}

const NEWEST_TRANSACTIONS = 20;
const SHOWN_ITEMS = 500;

export async function readShop({ database, config, model }: Service) {
  const { client } = database;
  const isLocal = config.web.token === null;
  const inventory = await client.item.findMany({ orderBy: { itemId: "asc" }, take: SHOWN_ITEMS });
  const transactions = await client.transaction.findMany({
    orderBy: { position: "desc" },
    take: NEWEST_TRANSACTIONS,
    omit: { position: true, runId: true, day: true, week: true, month: true, year: true },
  });
  return {
    isLocal,
    model: model.name,
    people: isLocal ? await localPeople(client) : [],
    inventory: inventory.map((item) => ({ ...item, price: item.price.toFixed(2) })),
    balance: transactions[0]?.balanceAfter.toFixed(2) ?? "0.00",
    transactions: transactions.map((row) => ({
      ...row,
      amount: row.amount.toFixed(2),
      balanceAfter: row.balanceAfter.toFixed(2),
      createdAt: row.createdAt.toISOString(),
    })),
  };
}

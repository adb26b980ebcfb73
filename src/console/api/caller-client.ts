// Who calls in; the calls of docs/http.md that depend on it out.
import type {
  CustomerRow,
  CustomerView,
  LedgerPage,
  SearchResult,
  TalkView,
  TicketView,
} from "../../platforms/web-answers.ts";
import type { Requester } from "../../requester.ts";
import type { Table } from "../../table/table.ts";
import type { Page } from "../staff/pages.ts";
import type { Requests } from "./request.ts";

export type Verdict = "up" | "down";

export interface TicketNews {
  message: string;
  ticket: TicketView;
}

export type CallerClient = ReturnType<typeof createCallerClient>;

const deskMs = 30_000;

export function createCallerClient({ request, call }: Requests, who: Requester | null) {
  const caller = callerFields(who);

  function address(path: string, query: { [name: string]: string | number | null } = {}): string {
    const given = Object.entries({ ...caller, ...query }).filter(([, value]) => value !== null);
    const words = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    return words.size === 0 ? path : `${path}?${words}`;
  }

  return {
    readTalk: (id: string) => call<TalkView>(address(`/api/conversations/${encodeURIComponent(id)}`)),
    rate: (runId: string, verdict: Verdict) =>
      call<{ message: string }>(`/api/runs/${encodeURIComponent(runId)}/feedback`, { verdict, ...caller }),
    readTable: (runId: string) => call<Table>(address(`/api/runs/${encodeURIComponent(runId)}/table`)),
    readCsv: async (runId: string): Promise<Blob> =>
      (await request(address(`/api/runs/${encodeURIComponent(runId)}/table.csv`), null, deskMs)).blob(),
    search: (q: string) => call<SearchResult>(address("/api/search", { q })),
    readTicket: (id: number) => call<TicketView>(address(`/api/tickets/${id}`)),
    readTickets: async (status: TicketView["status"], before: number | null): Promise<Page<TicketView>> => {
      const query = { status, before };
      const { tickets, next } = await call<{ tickets: TicketView[]; next: number | null }>(
        address("/api/tickets", query),
      );
      return { rows: tickets, next };
    },
    /** `actId`: sent again after a broken connection, it is the same answer. */
    answerTicket: (id: number, text: string, actId: string) =>
      call<TicketNews>(`/api/tickets/${id}/answers`, { text, actId, ...caller }, deskMs),
    resolveTicket: (id: number, actId: string) =>
      call<TicketNews>(`/api/tickets/${id}/resolve`, { actId, ...caller }, deskMs),
    readCustomer: (id: number) => call<CustomerView>(address(`/api/customers/${id}`)),
    readCustomers: async (after: number | null): Promise<Page<CustomerRow>> => {
      const { customers, next } = await call<{ customers: CustomerRow[]; next: number | null }>(
        address("/api/customers", { after }),
      );
      return { rows: customers, next };
    },
    readLedger: async (before: number | null): Promise<Page<LedgerPage["entries"][number]>> => {
      const { entries, next } = await call<LedgerPage>(address("/api/ledger", { before }));
      return { rows: entries, next };
    },
  };
}

/** With a token the server knows who calls and refuses these fields: then `who` is null. */
export function callerFields(who: Requester | null): Partial<Requester> {
  if (who === null) return {};
  return {
    role: who.role,
    ...(who.customerId === null ? {} : { customerId: who.customerId }),
    ...(who.name === null ? {} : { name: who.name }),
  };
}

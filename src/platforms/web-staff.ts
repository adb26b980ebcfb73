// The service in; the calls that only the shop's people may make out: looking through customers, tickets and the ledger,
// and working tickets.
import type { Hono } from "hono";
import type { Service } from "../service.ts";
import { Claim } from "./local-people.ts";
import type { Callers } from "./web-caller.ts";
import { listCustomers, readCustomer } from "./web-customers.ts";
import { readLedger } from "./web-ledger.ts";
import { numberId, parse, parseQuery, readBody } from "./web-parse.ts";
import { searchShop } from "./web-search.ts";
import { createTicketDesk, listTickets, readTicket } from "./web-tickets.ts";

export function addStaffCalls(app: Hono, service: Service, callers: Callers): void {
  const { staffOnly } = callers;
  const desk = createTicketDesk(service);
  app.get("/api/search", staffOnly, async (context) => context.json(await searchShop(service, context)));
  app.get("/api/ledger", staffOnly, async (context) => context.json(await readLedger(service, context)));
  app.get("/api/customers", staffOnly, async (context) => context.json(await listCustomers(service, context)));
  app.get("/api/customers/:id", staffOnly, async (context) => {
    parseQuery({}, context);
    return context.json(await readCustomer(service, numberId(context)));
  });
  app.get("/api/tickets", staffOnly, async (context) => context.json(await listTickets(service, context)));
  app.get("/api/tickets/:id", staffOnly, async (context) => {
    parseQuery({}, context);
    return context.json(await readTicket(service, numberId(context)));
  });
  app.post("/api/tickets/:id/answers", async (context) => {
    const body = await readBody(context);
    const staff = await callers.staff(parse(Claim, body));
    return context.json(await desk.answer(staff, numberId(context), body));
  });
  app.post("/api/tickets/:id/resolve", async (context) => {
    const body = await readBody(context);
    const staff = await callers.staff(parse(Claim, body));
    return context.json(await desk.resolve(staff, numberId(context), body));
  });
}

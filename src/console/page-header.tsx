// The head of the page: the name, the views, and who uses it.
import { type ReactNode, useEffect, useRef } from "react";
import type { Route } from "./route.ts";

interface PageHeaderProps {
  route: Route;
  /** Staff or an admin. */
  isStaff: boolean;
  /** Cards that wait for this admin, and open tickets. */
  waiting: number;
  openTickets: number;
  children: ReactNode;
}

export function PageHeader({ route, isStaff, waiting, openTickets, children }: PageHeaderProps) {
  const current = sectionOf(route);
  const nav = useRef<HTMLElement>(null);
  // On a narrow screen the row of views is longer than what is seen of it.
  useEffect(() => {
    const open = current === "" ? null : nav.current?.querySelector("[aria-current]");
    open?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [current]);
  const link = (section: string, href: string, label: string, count = 0, isNarrowOnly = false) => (
    <a
      href={href}
      className={isNarrowOnly ? "narrow-only" : undefined}
      aria-current={section === current ? "page" : undefined}
    >
      {label} {count > 0 && <span className="count">{count}</span>}
    </a>
  );
  return (
    <header className="page-header" data-long={isStaff}>
      <a className="brand" href="#/">
        <Mark /> Tillhand
      </a>
      <nav aria-label="Views" ref={nav}>
        {link("chat", "#/", "Chat")}
        {isStaff && link("tickets", "#/tickets", "Tickets", openTickets)}
        {isStaff && link("approvals", "#/approvals", "Approvals", waiting)}
        {isStaff && link("customers", "#/customers", "Customers")}
        {isStaff && link("ledger", "#/ledger", "Ledger")}
        {isStaff && link("stock", "#/stock", "Stock")}
        {!isStaff && link("shop", "#/shop", "Shop", 0, true)}
        {link("runs", "#/runs", "Runs")}
      </nav>
      {children}
    </header>
  );
}

function sectionOf({ view }: Route): string {
  switch (view) {
    case "run":
      return "runs";
    case "customer":
    case "conversation":
      return "customers";
    case "chat":
    case "approvals":
    case "shop":
    case "runs":
    case "tickets":
    case "customers":
    case "ledger":
    case "stock":
    case "search":
      return view;
  }
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
      <rect width="32" height="32" rx="7" className="ground" />
      <path d="M8 7h16v19l-2.7-2-2.6 2-2.7-2-2.7 2-2.6-2L8 26z" className="slip" />
      <path d="M12 15.5l3 3 5.5-6" className="tick" />
    </svg>
  );
}

// The head of the page: the name, the views, and who uses it.
import type { ReactNode } from "react";
import type { Route } from "./route.ts";

interface PageHeaderProps {
  route: Route;
  isAdmin: boolean;
  waiting: number;
  children: ReactNode;
}

export function PageHeader({ route, isAdmin, waiting, children }: PageHeaderProps) {
  const current = route.view === "run" ? "runs" : route.view;
  const isCurrent = (view: string) => (view === current ? "page" : undefined);
  return (
    <header className="page-header">
      <a className="brand" href="#/">
        <Mark /> Tillhand
      </a>
      <nav aria-label="Views">
        <a href="#/" aria-current={isCurrent("chat")}>
          Chat
        </a>
        {isAdmin && (
          <a href="#/approvals" className="narrow-only" aria-current={isCurrent("approvals")}>
            Approvals {waiting > 0 && <span className="count">{waiting}</span>}
          </a>
        )}
        <a href="#/shop" className="narrow-only" aria-current={isCurrent("shop")}>
          Shop
        </a>
        <a href="#/runs" aria-current={isCurrent("runs")}>
          Runs
        </a>
      </nav>
      {children}
    </header>
  );
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

// Puts the reports that stand in the document on the page.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { EvaluationReport } from "../evaluation.ts";
import { ReportsView } from "./reports-view.tsx";
import "./page.css";
import "./figures.css";
import "./failures.css";
import "./print.css";

const page = document.getElementById("page");
if (page === null) throw new Error("The document has no element #page.");
// Written by `reportPage` alone.
const reports: EvaluationReport[] = JSON.parse(document.getElementById("reports")?.textContent ?? "[]");
createRoot(page).render(
  <StrictMode>
    <ReportsView reports={reports} />
  </StrictMode>,
);

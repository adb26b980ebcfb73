// Puts the page into the document.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import "./styles/type.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/counter.css";
import "./styles/chat.css";
import "./styles/figures.css";
import "./styles/card.css";
import "./styles/shop.css";
import "./styles/runs.css";
import "./styles/code.css";
import "./styles/desk.css";
import "./styles/tickets.css";

const page = document.getElementById("page");
if (page === null) throw new Error("The document has no element #page.");
createRoot(page).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

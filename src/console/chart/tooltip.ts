// The words beside the mark under the mouse, shown and hidden.
import { Handler } from "vega-tooltip";
import { tooltipHtml } from "./tooltip-html.ts";

const id = "chart-tooltip";

export const showTooltip = new Handler({ id, theme: "page", disableDefaultStyle: true, formatTooltip: tooltipHtml })
  .call;

/** A chart that is drawn anew has nothing under the mouse any more. */
export function hideTooltip(): void {
  document.getElementById(id)?.classList.remove("visible");
}

// A chart in, its picture out, as wide as its place and in the page's colours; drawn anew when either changes.
import { useEffect, useRef } from "react";
import { ON_DARK, ON_WHITE } from "../../chart/chart-look.ts";
import type { JsonObject } from "./chart-data.ts";
import type { DrawnChart } from "./draw-svg.ts";
import { useIsDark } from "./use-scheme.ts";
import { useWidth } from "./use-width.ts";

/** `chart` has to be stable. */
export function ChartPicture({ chart, onFail }: { chart: JsonObject; onFail: () => void }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const isDark = useIsDark();

  useEffect(() => {
    if (width === 0) return;
    let isOver = false;
    let shown: DrawnChart | null = null;
    async function draw(): Promise<void> {
      const { drawSvg } = await import("./draw-svg.ts");
      const drawn = await drawSvg(chart, isDark ? ON_DARK : ON_WHITE, width);
      if (isOver) return drawn.end();
      shown = drawn;
      frame.current?.replaceChildren(drawn.element);
    }
    draw().catch(() => {
      if (!isOver) onFail();
    });
    return () => {
      isOver = true;
      shown?.end();
    };
  }, [chart, isDark, width, onFail]);

  return (
    // Focusable, so that the keyboard can scroll a wide chart.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable.
    <div className="chart-picture" ref={frame} tabIndex={0} data-testid="chart-picture">
      <p className="nothing">Drawing the chart…</p>
    </div>
  );
}

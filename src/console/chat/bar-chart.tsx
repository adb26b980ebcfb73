// The picture of an answer: horizontal bars with their figures.
import type { Json } from "../../json.ts";
import { chartBars } from "./chart-bars.ts";

export function BarChart({ chart }: { chart: Json }) {
  const found = chartBars(chart);
  if (found === null) return null;
  const largest = Math.max(...found.bars.map(({ value }) => Math.abs(value)), 1e-9);
  return (
    <figure className="chart">
      <figcaption>{found.title ?? found.measure}</figcaption>
      <dl>
        {found.bars.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span className="bar" style={{ width: `${(Math.abs(value) / largest) * 100}%` }} />
              <span className="figure">{value.toLocaleString("en-US")}</span>
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}

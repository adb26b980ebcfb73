// The chart of an answer: its title, the picture, and its figures as a table for whoever wants or needs them.
import { useCallback, useMemo, useState } from "react";
import type { Json } from "../../json.ts";
import { RowTable } from "../table/row-table.tsx";
import { chartTable, isObject, type JsonObject, titleOf } from "./chart-data.ts";
import { ChartPicture } from "./chart-picture.tsx";

export function ChartFigure({ chart }: { chart: Json }) {
  // A talk that is read anew brings an equal chart, which is no reason to draw it again.
  const text = JSON.stringify(chart);
  const same = useMemo<Json>(() => JSON.parse(text), [text]);
  return isObject(same) ? <Figure key={text} chart={same} /> : null;
}

function Figure({ chart }: { chart: JsonObject }) {
  const [isTable, setIsTable] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const fail = useCallback(() => setHasFailed(true), []);
  const { title, subtitle } = titleOf(chart);
  return (
    <figure className="chart" data-testid="chart">
      <figcaption>
        <b>{title}</b>
        {subtitle !== "" && <small>{subtitle}</small>}
        {hasFailed && <small role="status">The chart cannot be drawn here; these are its figures.</small>}
      </figcaption>
      {isTable || hasFailed ? (
        <RowTable table={chartTable(chart)} caption={`Figures of the chart: ${title}`} elsewhere={null} />
      ) : (
        <ChartPicture chart={chart} onFail={fail} />
      )}
      {!hasFailed && (
        <button type="button" className="link" onClick={() => setIsTable(!isTable)}>
          {isTable ? "Show as chart" : "Show as table"}
        </button>
      )}
    </figure>
  );
}

// A specification and a look in; the view of its chart, worked out and ready to be drawn, out. It reaches nothing: no
// address is followed, and expressions are interpreted, not compiled.
import { type Loader, None, parse, type Spec, View } from "vega";
import { expressionInterpreter } from "vega-interpreter";
import { type Config, compile, type TopLevelSpec } from "vega-lite";
import type { ChartSpec } from "./chart.ts";

export interface Rendered {
  view: View;
  vegaSpec: Spec;
  /** What the library said while it compiled. */
  remarks: string[];
}

const refuse = async () => {
  throw new Error("A chart reaches nothing outside of it.");
};
const nothing: Loader = { load: refuse, sanitize: refuse, http: refuse, file: refuse };

function loggerTo(remarks: string[]) {
  const logger = {
    level: () => None,
    error: () => logger,
    warn: (...words: readonly unknown[]) => {
      remarks.push(words.map(String).join(" "));
      return logger;
    },
    info: () => logger,
    debug: () => logger,
  };
  return logger;
}

/** Rejects with the library's own words where it cannot be compiled. */
export async function render(spec: ChartSpec, look: Config): Promise<Rendered> {
  const remarks: string[] = [];
  // The library checks what it is given itself, and throws.
  const vegaSpec = compile(spec as unknown as TopLevelSpec, { config: look, logger: loggerTo(remarks) }).spec;
  const runtime = parse(vegaSpec, undefined, { ast: true });
  const view = new View(runtime, {
    renderer: "none",
    loader: nothing,
    logger: loggerTo([]),
    expr: expressionInterpreter,
  });
  await view.runAsync();
  return { view, vegaSpec, remarks };
}

const DISCRETE = new Set(["band", "point", "ordinal"]);

export interface DiscreteScale {
  name: string;
  domain: unknown[];
}

/** Of charts that a field splits into many, those that each of them has for itself are not among them. */
export function discreteScales({ view, vegaSpec }: Pick<Rendered, "view" | "vegaSpec">): DiscreteScale[] {
  return (vegaSpec.scales ?? []).flatMap(({ name, type }) => {
    if (!DISCRETE.has(type ?? "")) return [];
    const scale: unknown = view.scale(name);
    return typeof scale === "function" && "domain" in scale && typeof scale.domain === "function"
      ? [{ name, domain: [scale.domain()].flat() }]
      : [];
  });
}

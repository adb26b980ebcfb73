// A specification that reaches nothing in; null, or where it is no chart of the kind that is drawn, out: a part of
// Vega-Lite, checked for its form.
import { z } from "zod";
import type { ChartFault } from "./chart.ts";
import { type Fields, isFields } from "./fields.ts";

const words = (text: string): string[] => text.split(" ");

const MarkName = z.enum(
  words("bar line area arc point circle square rect rule text tick trail boxplot errorbar errorband"),
);
const ChannelName = z.enum([
  ...words("x y x2 y2 xOffset yOffset theta theta2 radius radius2 color fill stroke opacity fillOpacity strokeOpacity"),
  ...words("strokeWidth strokeDash size shape angle text tooltip detail order row column facet description"),
]);
const TRANSFORMS = words(
  "filter calculate aggregate joinaggregate window fold flatten bin timeUnit stack pivot regression",
);

const NameOrMore = z.union([z.string(), z.looseObject({})]);
const Channel = z.looseObject({
  // An aggregate may also name the field whose extreme is meant.
  field: NameOrMore.optional(),
  type: z.enum(["quantitative", "ordinal", "nominal", "temporal"]).optional(),
  aggregate: NameOrMore.optional(),
  timeUnit: NameOrMore.optional(),
});
const Encoding = z.partialRecord(ChannelName, z.union([Channel, z.array(Channel)]).nullable());
const Rows = z.array(z.union([z.record(z.string(), z.json()), z.number(), z.string()]), {
  error: "is no list of rows",
});
const Data = z.strictObject({
  values: Rows.optional(),
  name: z.string().optional(),
  format: z.strictObject({ type: z.literal("json").optional(), parse: z.json().optional() }).optional(),
});
const Size = z.union([z.number().positive(), z.literal("container"), z.strictObject({ step: z.number().positive() })], {
  error: "is no size",
});
const Transform = z.looseObject({}).refine((transform) => TRANSFORMS.some((name) => name in transform), {
  error: `is none of ${TRANSFORMS.join(", ")}`,
});
const Inner = z.array(z.looseObject({})).min(1);
const Loose = z.json().optional();
const COMMON = {
  name: z.string().optional(),
  title: z.union([z.string(), z.array(z.string()), z.looseObject({})]).nullish(),
  description: z.string().optional(),
  data: Data.nullish(),
  datasets: z.record(z.string(), Rows).optional(),
  transform: z.array(Transform).optional(),
  encoding: Encoding.optional(),
  width: Size.optional(),
  height: Size.optional(),
  config: z.looseObject({}).optional(),
  view: z.looseObject({}).optional(),
  resolve: z.looseObject({}).optional(),
  columns: z.int().positive().optional(),
  background: z.string().nullish(),
  ...{ autosize: Loose, padding: Loose, bounds: Loose, spacing: Loose, align: Loose, center: Loose },
};
const FORMS = {
  mark: z.strictObject({
    ...COMMON,
    mark: z.union([MarkName, z.looseObject({ type: MarkName })], {
      error: `is none of ${MarkName.options.join(", ")}`,
    }),
  }),
  layer: z.strictObject({ ...COMMON, layer: Inner }),
  hconcat: z.strictObject({ ...COMMON, hconcat: Inner }),
  vconcat: z.strictObject({ ...COMMON, vconcat: Inner }),
  concat: z.strictObject({ ...COMMON, concat: Inner }),
  facet: z.strictObject({ ...COMMON, facet: z.looseObject({}), spec: z.looseObject({}) }),
};
const NAMES = ["facet", "layer", "hconcat", "vconcat", "concat", "mark"] as const;

export function shapeProblem(spec: Fields, at = "chart"): ChartFault | null {
  const form = NAMES.find((name) => name in spec);
  if (form === undefined) return { code: "CHART_INVALID", why: `${at} has no mark` };
  const { error } = FORMS[form].safeParse(spec);
  if (error !== undefined) return { code: "CHART_INVALID", why: issueWords(error.issues[0], at) };
  for (const { unit, place } of innerSpecs(spec, at)) {
    const problem = shapeProblem(unit, place);
    if (problem !== null) return problem;
  }
  return null;
}

/** The charts that a chart is made of, each with where it stands. */
export function innerSpecs(spec: Fields, at: string): { unit: Fields; place: string }[] {
  const lists = (["layer", "hconcat", "vconcat", "concat"] as const).flatMap((name) => {
    const units = spec[name];
    return Array.isArray(units) ? units.map((unit, index) => ({ unit, place: `${at}.${name}[${index}]` })) : [];
  });
  return [...lists, { unit: spec.spec, place: `${at}.spec` }].flatMap(({ unit, place }) =>
    isFields(unit) ? [{ unit, place }] : [],
  );
}

function issueWords(issue: z.core.$ZodIssue | undefined, at: string): string {
  if (issue === undefined) return `${at} is no chart`;
  const place = issue.path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key).slice(0, 40)}`))
    .join("");
  const inner = issue.code === "invalid_union" ? issue.errors.flat()[0] : undefined;
  return `${at}${place}: ${(inner ?? issue).message.slice(0, 200)}`;
}

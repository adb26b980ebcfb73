// What Vega-Lite says while it compiles in; the first remark by which the chart would lose something that it was to show
// out. The library tells such things in sentences alone; these are the beginnings and ends of those of version 6.
const LOSSES = [
  /^Dropping .* from channel/s,
  / dropped as it is incompatible with /,
  /-encoding is dropped/,
  /^Facet encoding dropped/,
  /Offset dropped because/,
  /^Invalid (?:specification|field type "[^"]*"\.$|aggregation operator)/,
  /^Ignoring an invalid transform/,
  /^Line mark is for continuous lines/,
  / encoding should be discrete/,
  /^Cannot stack /,
  /^Scale type .* does not work with mark/,
];

export function lossIn(remarks: string[]): string | null {
  return remarks.find((remark) => LOSSES.some((loss) => loss.test(remark))) ?? null;
}

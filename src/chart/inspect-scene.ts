// A chart that was drawn in; null, or what the picture lacks, out: something to see, and a label for each category.
import type { ChartFault } from "./chart.ts";
import { quoted } from "./fields.ts";
import { discreteScales, type Rendered } from "./render.ts";
import { isSeen, marksIn, type SceneItem, type SceneMark } from "./scene.ts";
import { seenPart, textWidth } from "./text-width.ts";

// So near, two lines of text still can be told from each other.
const LEAST_LINE = 0.9;
const MOST_NAMED = 3;

/** `zoom`: how much larger the picture is than its plan. */
export function sceneProblem(rendered: Rendered, zoom: number, leastLabelPx: number): ChartFault | null {
  const marks = marksIn(rendered.view);
  if (!marks.some(showsData))
    return { code: "CHART_EMPTY", why: "nothing is drawn: no row has all the values that its mark needs" };
  const labels = marks.filter(({ role }) => role === "axis-label" || role === "legend-label");
  const crowded = labels.flatMap(({ items }) => crowdedIn(items.filter(isSeen)));
  if (crowded.length > 0) return unlabelled(crowded, "lie over each other, or read the same as the next");
  const missing = categoriesWithoutLabel(rendered, marks);
  if (missing.length > 0) return unlabelled(missing, "are missing in the picture");
  const smallest = Math.min(...labels.flatMap(({ items }) => items.map(({ fontSize = 12 }) => fontSize * zoom)));
  if (smallest >= leastLabelPx) return null;
  return { code: "CHART_UNLABELLED", why: "so much is to be shown that the labels become too small to be read" };
}

function unlabelled(categories: string[], how: string): ChartFault {
  const named = categories.slice(0, MOST_NAMED).map(quoted).join(", ");
  const more = categories.length - MOST_NAMED;
  const rest = more > 0 ? ` and ${more} more` : "";
  return { code: "CHART_UNLABELLED", why: `labels ${how}: those of ${named}${rest}` };
}

/** A line of one value is none. */
function showsData({ role, marktype, items }: SceneMark): boolean {
  if (role !== "mark" || marktype === "group") return false;
  const seen = items.filter((item) => isSeen(item) && Number.isFinite(item.x ?? 0) && Number.isFinite(item.y ?? 0));
  return seen.length >= (marktype === "line" || marktype === "area" ? 2 : 1);
}

/** Labels of one axis or legend that run into a neighbour, or of which so much is cut off that they are the same. */
function crowdedIn(items: SceneItem[]): string[] {
  return items.flatMap((item, index) => {
    const next = items[index + 1];
    return next !== undefined && (isOver(item, next) || readsTheSame(item, next)) ? [String(item.text)] : [];
  });
}

function isOver(one: SceneItem, other: SceneItem): boolean {
  const { fontSize = 12, angle = 0 } = one;
  const along = (angle * Math.PI) / 180;
  const [dx, dy] = [(other.x ?? 0) - (one.x ?? 0), (other.y ?? 0) - (one.y ?? 0)];
  const beside = Math.abs(dx * Math.cos(along) + dy * Math.sin(along));
  const below = Math.abs(dy * Math.cos(along) - dx * Math.sin(along));
  const width = Math.max(
    ...[one, other].map(({ text, limit = 0 }) => textWidth(seenPart(String(text), fontSize, limit), fontSize)),
  );
  return below < fontSize * LEAST_LINE && beside < width;
}

function readsTheSame(one: SceneItem, other: SceneItem): boolean {
  const [first, second] = [one, other].map(({ text, fontSize = 12, limit = 0 }) =>
    seenPart(String(text), fontSize, limit),
  );
  return first === second && String(one.text) !== String(other.text);
}

/** Labelled by an axis, a legend, a heading, or by words that are drawn beside it. */
function categoriesWithoutLabel(rendered: Rendered, marks: SceneMark[]): string[] {
  const texts = marks.filter(({ marktype }) => marktype === "text").flatMap(({ items }) => items.filter(isSeen));
  const written = new Set(texts.flatMap(({ text }) => (text === "" || text === undefined ? [] : [String(text)])));
  const labelled = new Set(
    texts.flatMap(({ text, datum }) => (text === "" || datum?.value === undefined ? [] : [keyOf(datum.value)])),
  );
  const categories = discreteScales(rendered).flatMap(({ domain }) => domain);
  return categories.filter((category) => !labelled.has(keyOf(category)) && !written.has(String(category))).map(String);
}

const keyOf = (value: unknown): string => (value instanceof Date ? String(value.getTime()) : String(value));

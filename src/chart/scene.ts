// A view that was drawn in; what lies in its picture out: marks, and words with their place. The library's types leave
// the scene open.
import type { View } from "vega";

export interface SceneItem {
  x?: number;
  y?: number;
  opacity?: number;
  fill?: string | null;
  stroke?: string | null;
  text?: unknown;
  angle?: number;
  fontSize?: number;
  /** Of a text, in pixels; longer ones are cut. */
  limit?: number;
  datum?: { value?: unknown };
  bounds?: { x1: number; y1: number; x2: number; y2: number };
  items?: SceneMark[];
}

export interface SceneMark {
  marktype: string;
  /** "mark" for what stands for data, "axis-label", "legend-label", "title-text" … for the rest. */
  role: string;
  items: SceneItem[];
}

export function marksIn(view: View): SceneMark[] {
  const { root } = view.scenegraph() as unknown as { root: SceneMark };
  return inner(root);
}

function inner(mark: SceneMark): SceneMark[] {
  return [mark, ...mark.items.flatMap((item) => (item.items ?? []).flatMap(inner))];
}

export const isSeen = ({ opacity }: SceneItem): boolean => opacity === undefined || opacity > 0;

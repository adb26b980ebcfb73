// A stored value in, its JSON out: on one line where it is short.
import type { Json } from "../../json.ts";

export function JsonText({ value }: { value: Json }) {
  const short = JSON.stringify(value) ?? "";
  return <code className="json">{short.length <= 110 ? short : JSON.stringify(value, null, 2)}</code>;
}

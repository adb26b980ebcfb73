// A run's status in a word or two, coloured: what it did, or why it could not.
import type { RunReport } from "../../report.ts";

export function StatusTag({ status, action }: Pick<RunReport, "status" | "action">) {
  const tone = status === "success" ? "good" : status === "failed" ? "bad" : "";
  const words = status.replaceAll("_", " ");
  return <span className={`tag ${tone}`}>{action === "mutate" ? `${words}, with changes` : words}</span>;
}

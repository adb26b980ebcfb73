// A model that writes text in; the plainest planner out: all tables in the prompt, one reply, nothing executed to come to it.
// A baseline to compare with: docs/decisions/023-three-planners.md.
import { callsOfferedTo } from "../../changeset/host.ts";
import type { Model, ModelReply, Turn } from "../../model/model.ts";
import { declarationParts } from "../../operations/declarations.ts";
import type { Role } from "../../requester.ts";
import { storableText } from "../../storable.ts";
import { askWithin } from "../budget.ts";
import { fixedText } from "../fixed-text.ts";
import { type LoopOutcome, replyText } from "../loop.ts";
import type { PlannerChoice, PlannerShop, PlannerTask, PlannerWatch } from "../planner.ts";
import { livePart, versionOf } from "../prompt.ts";
import type { Failure } from "../repair.ts";
import { addUsage, beginAttempt, conclude, failed, spentWith } from "./attempt.ts";
import { type DirectReply, readDirectReply } from "./direct-reply.ts";
import { pasteRows } from "./pasted-rows.ts";

const FIXED = fixedText("direct", "planners/direct.md", declarationParts());

export function directPlanner(model: Model): PlannerChoice {
  return {
    model,
    promptVersion: versionOf(FIXED),
    planner: (shop) => (task, watch) => askOnce(model, task, shop, watch),
  };
}

async function askOnce(
  model: Model,
  task: PlannerTask,
  { rehearseCalls, limits }: Pick<PlannerShop, "rehearseCalls" | "limits">,
  watch: PlannerWatch,
): Promise<LoopOutcome> {
  const deadline = AbortSignal.timeout(limits.wallMs);
  const { request } = task;
  const appliedFor = { requester: request.requester, now: new Date(request.now), runId: task.runId };
  watch.onStage("planning", 1);
  const pasted = await pasteRows(task.store, appliedFor, rehearseCalls);
  const turns: Turn[] = [
    { role: "system", text: FIXED },
    { role: "user", text: [...pasted.cut, livePart(request, pasted.store)].join("\n") },
  ];
  const attempt = beginAttempt();
  const askedAt = performance.now();
  const reply = await askWithin((signal) => model.write({ turns, request }, signal), deadline, watch.signal);
  attempt.timings.modelMs = performance.now() - askedAt;
  if (reply.kind === "unavailable") {
    const { reason, retryAfterMs } = reply;
    return deadline.aborted ? spentWith("time", []) : { kind: "model-unavailable", reason, retryAfterMs, attempts: [] };
  }
  addUsage(attempt, reply.usage);
  attempt.reply = storableText(replyText(reply));
  watch.onAttempt(attempt);
  const read = readOf(reply, attempt.reply, request.requester.role, limits);
  if (read.kind !== "answer") return failed(attempt, read);
  watch.onStage("running", 1);
  const ranAt = performance.now();
  const record = await rehearseCalls({ ...appliedFor, calls: read.calls });
  attempt.timings.runMs = performance.now() - ranAt;
  watch.onStage("checking", 1);
  const hostCalls = [...pasted.hostCalls, ...record.hostCalls];
  return conclude(attempt, read.answer, { ...record, hostCalls }, request, limits);
}

type Read = Extract<DirectReply, { kind: "answer" }> | Failure;

function readOf(
  reply: Exclude<ModelReply, { kind: "unavailable" }>,
  text: string,
  role: Role,
  limits: PlannerShop["limits"],
): Read {
  switch (reply.kind) {
    case "text":
    case "plan": {
      const read = readDirectReply(text, limits);
      if (read.kind === "unreadable") return read;
      const offered = callsOfferedTo(role);
      const foreign = read.calls.find(({ name }) => !offered.includes(name));
      if (foreign === undefined) return read;
      return { kind: "rule", rule: { code: "NOT_WITHIN_RIGHTS", operation: foreign.name } };
    }
    case "refused":
    case "cut-off":
    case "empty":
      return { kind: reply.kind };
  }
}

// A model that calls functions in; a planner that lets it read and stage step by step, until it answers, out. A baseline to
// compare with: docs/decisions/023-three-planners.md.
import type { ToolMessage, ToolModel } from "../../model/tool-model.ts";
import { declarationParts } from "../../operations/declarations.ts";
import { storableText } from "../../storable.ts";
import { askWithin, spentBudget } from "../budget.ts";
import { fixedText } from "../fixed-text.ts";
import type { Attempt, LoopOutcome } from "../loop.ts";
import type { PlannerChoice, PlannerShop, PlannerTask, PlannerWatch } from "../planner.ts";
import { livePart, versionOf } from "../prompt.ts";
import { addUsage, beginAttempt, conclude, failed, keepUnfinished, spentWith } from "./attempt.ts";
import { createServeCalls } from "./serve-calls.ts";
import { startStaging } from "./staging.ts";
import { toolBox } from "./tool-box.ts";

const LIMITS = {
  /** Replies of the model for one request. */
  turns: 20,
  /** That reach the shop, for one request: as many as a plan may make. */
  calls: 200,
  /** A longer result is not shown to the model. */
  resultChars: 40_000,
};

const FIXED = fixedText("tools", "planners/tools.md", declarationParts());

export function toolsPlanner(model: ToolModel): PlannerChoice {
  return {
    model,
    promptVersion: versionOf(FIXED),
    planner: (shop) => (task, watch) => talkWith(model, task, shop, watch),
  };
}

async function talkWith(
  model: ToolModel,
  { request, store, runId }: PlannerTask,
  { rehearseCalls, limits }: Pick<PlannerShop, "rehearseCalls" | "limits">,
  watch: PlannerWatch,
): Promise<LoopOutcome> {
  const startedAt = performance.now();
  const deadline = AbortSignal.timeout(limits.wallMs);
  const { requester } = request;
  const box = toolBox(requester.role, limits);
  const staging = startStaging(rehearseCalls, { requester, now: new Date(request.now), runId });
  const serve = createServeCalls(staging, LIMITS);
  const prompt: ToolMessage[] = [
    { role: "system", text: FIXED },
    { role: "user", text: livePart(request, store) },
  ];
  const attempt = beginAttempt();
  const attempts: Attempt[] = [];
  const said: ToolMessage[] = [];
  const say = (messages: ToolMessage[]) => {
    said.push(...messages);
    attempt.reply = storableText(JSON.stringify(said));
    keepUnfinished(attempt, staging.record());
  };

  for (let turn = 1; turn <= LIMITS.turns; turn++) {
    watch.onStage("planning", 1);
    const askedAt = performance.now();
    const messages = [...prompt, ...said];
    const reply = await askWithin(
      (signal) => model.converse({ messages, tools: box.tools }, signal),
      deadline,
      watch.signal,
    );
    attempt.timings.modelMs += performance.now() - askedAt;
    if (reply.kind === "unavailable") {
      const { reason, retryAfterMs } = reply;
      return deadline.aborted
        ? spentWith("time", attempts)
        : { kind: "model-unavailable", reason, retryAfterMs, attempts };
    }
    addUsage(attempt, reply.usage);
    if (turn === 1) {
      attempts.push(attempt);
      watch.onAttempt(attempt);
    }
    if (reply.kind !== "said") return failed(attempt, { kind: reply.kind });
    const { text, calls } = reply;
    say([{ role: "assistant", text, calls }]);
    const read = calls.map((given) => ({ given, read: box.read(given) }));
    const [only] = read;
    if (read.length === 1 && only?.read.kind === "answer") {
      watch.onStage("checking", 1);
      return conclude(attempt, only.read.answer, staging.record(), request, limits);
    }
    const spent = spentBudget(attempts, performance.now() - startedAt, limits);
    if (spent !== null) return spentWith(spent, attempts);
    watch.onStage("running", 1);
    const ranAt = performance.now();
    const results = await serve(read);
    attempt.timings.runMs += performance.now() - ranAt;
    say(results);
  }
  return spentWith("turns", attempts);
}

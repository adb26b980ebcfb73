// `npm run eval:smoke`: what must never fall, in under a minute: the built-in planner over every suite of our own, and a
// recorded model over the requests. For every night, and for `npm test`.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../config.ts";
import { figuresTable } from "../evaluation/figures-table.ts";
import { writeReportPages } from "../evaluation/write-evaluation.ts";
import { runCommand } from "./command.ts";
import { SUITES } from "./eval-flags.ts";
import { liveModel, playedModel, withModel } from "./eval-model.ts";
import { evaluate, isGood, readEvaluationFiles } from "./evaluate.ts";

const SMOKE = [
  { suite: "requests.json", replay: null },
  { suite: "dialogues.json", replay: null },
  { suite: "hostile.json", replay: null },
  { suite: "requests.json", replay: "requests.replay.jsonl" },
];

await runCommand("npm run --silent eval:smoke [-- --suites DIR]", async () => {
  const { values } = parseArgs({ options: { suites: { type: "string" } } });
  const folder = values.suites ?? SUITES;
  const config = withModel(readConfig(), "built-in");
  let isAllGood = true;
  for (const { suite: name, replay } of SMOKE) {
    const file = replay === null ? null : join(folder, replay);
    const { suite, recording } = await readEvaluationFiles(join(folder, name), file);
    const planner = "plan" as const;
    const model =
      recording === null ? await liveModel(config, null, { suite, planner }) : playedModel(recording, planner);
    const evaluated = await evaluate({ suite, planner, model, config, trials: 1, lanes: null, out: null });
    process.stdout.write(`${figuresTable(evaluated.report).join("\n")}\n\n`);
    await writeReportPages([evaluated]);
    isAllGood = isGood(evaluated.report, 1, true) && isAllGood;
  }
  return isAllGood ? "done" : "failed";
});

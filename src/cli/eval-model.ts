// The flags and the settings in; the planner of every trial with the model that it asks, kept in a file or played from one
// where that is wished, out.
import type { Config } from "../config.ts";
import type { PlannerName, Suite } from "../evaluation/evaluation.ts";
import {
  codePlannerAt,
  describePlanner,
  directPlannerAt,
  type PlaceOf,
  type PlannerAt,
  toolsPlannerAt,
} from "../evaluation/planner-at.ts";
import { recordedModel, recordedToolModel } from "../model/recording.ts";
import { createRecording, type Recording, RecordingError, type RecordingWriter } from "../model/recording-file.ts";
import { replayedModel, replayedToolModel } from "../model/replayed.ts";
import { modelOf, toolModelOf } from "../presets/model-of.ts";
import { UsageError } from "./command.ts";

export interface EvalModel {
  plannerAt: PlannerAt;
  /** Trials side by side that it can take: a model elsewhere is waited for, the others keep this machine busy. */
  lanes: number;
  notes(): string[];
  close(): Promise<void>;
}

const LANES_ELSEWHERE = 4;

/** `--model` in place of MODEL; "built-in" in place of any. */
export function withModel(config: Config, name: string | null): Config {
  if (name === null) return config;
  if (name === "built-in") return { ...config, modelApi: null };
  if (config.modelApi === null) {
    throw new UsageError(
      `--model ${name} needs somewhere to be asked: set OPENAI_API_KEY or OPENAI_BASE_URL, or use --model built-in.`,
    );
  }
  return { ...config, modelApi: { ...config.modelApi, model: name } };
}

export async function liveModel(
  config: Config,
  record: string | null,
  { suite, planner }: { suite: Suite; planner: PlannerName },
): Promise<EvalModel> {
  const plannerAt = await livePlannerAt(config, planner, null);
  const lanes = config.modelApi === null ? 1 : LANES_ELSEWHERE;
  if (record === null) return { plannerAt, lanes, notes: () => [], close: async () => {} };
  const header = { suite: suite.file, planner, ...describePlanner(plannerAt), recordedAt: new Date().toISOString() };
  const writer = await openRecording(record, header);
  return {
    plannerAt: await livePlannerAt(config, planner, writer),
    lanes,
    notes: () => [],
    close: writer.close,
  };
}

/** A file that is there already, or cannot be written, is for whoever named it to mend. */
async function openRecording(...[file, header]: Parameters<typeof createRecording>): Promise<RecordingWriter> {
  try {
    return await createRecording(file, header);
  } catch (error) {
    if (error instanceof RecordingError) throw new UsageError(error.message);
    throw error;
  }
}

async function livePlannerAt(config: Config, planner: PlannerName, writer: RecordingWriter | null): Promise<PlannerAt> {
  if (planner === "tools") {
    const model = await toolModelOf(apiFor(planner, config));
    return toolsPlannerAt((placeOf) => (writer === null ? model : recordedToolModel(model, placeOf, writer)));
  }
  if (planner === "direct") apiFor(planner, config);
  const model = await modelOf(config);
  const modelAt = (placeOf: PlaceOf) => (writer === null ? model : recordedModel(model, placeOf, writer));
  return planner === "plan" ? codePlannerAt(modelAt) : directPlannerAt(modelAt);
}

/** Rules write a plan; they call no functions, and answer nothing out of tables. */
function apiFor(planner: PlannerName, { modelApi }: Config): NonNullable<Config["modelApi"]> {
  if (modelApi !== null) return modelApi;
  throw new UsageError(
    `The built-in planner only writes plans, so --planner ${planner} needs a model: set OPENAI_API_KEY or OPENAI_BASE_URL, or play a recording of one with --replay.`,
  );
}

export function playedModel(recording: Recording, planner: PlannerName): EvalModel {
  let played = 0;
  let moved = 0;
  const onPlayed = (hasMoved: boolean) => {
    played += 1;
    if (hasMoved) moved += 1;
  };
  return {
    plannerAt: playedPlannerAt(recording, planner, onPlayed),
    lanes: 1,
    notes: () => notesOf(recording, played, moved),
    close: async () => {},
  };
}

function playedPlannerAt(recording: Recording, planner: PlannerName, onPlayed: (hasMoved: boolean) => void): PlannerAt {
  switch (planner) {
    case "plan":
      return codePlannerAt((placeOf) => replayedModel(recording, placeOf, onPlayed));
    case "direct":
      return directPlannerAt((placeOf) => replayedModel(recording, placeOf, onPlayed));
    case "tools":
      return toolsPlannerAt((placeOf) => replayedToolModel(recording, placeOf, onPlayed));
  }
}

function notesOf({ file, header, replies, tornLine }: Recording, played: number, moved: number): string[] {
  const { model, recordedAt } = header;
  return [
    `No model was asked: ${file} holds what ${model} said on ${recordedAt.slice(0, "2026-12-01".length)}.`,
    ...(moved === 0 ? [] : [`${moved} of ${played} replies were given to another prompt than today's.`]),
    ...(played === replies.size ? [] : [`${played} of the recording's ${replies.size} replies were asked for.`]),
    ...(tornLine === null ? [] : [`Line ${tornLine} of the recording broke off, and was left out.`]),
  ];
}

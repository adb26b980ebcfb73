// One job and a process in, the outcome out: the parent's side of a run. It owns the last clock, counts what the process
// asks for, and serves host calls while the run is open.
import type { SandboxLimits } from "../config.ts";
import type { Json } from "../json.ts";
import { storableJson, storableText } from "../storable.ts";
import { type BrokenLimit, breachError } from "./breach.ts";
import { type FromProcess, Report } from "./messages.ts";
import type { PlanProcess, ProcessEnd } from "./process.ts";
import type { HostResult, PlanAnswer, PlanError, PlanJob, PlanOutcome } from "./sandbox.ts";

// The process ends a late run itself, by twice the wall clock at most, because it can tell time from memory. This clock is
// for a process that does not.
const PATIENCE = 2;

// What a report may hold beside an answer: an error's message and facts.
const REPORT_CHARS = 20_000;

// The guest never sends such a thing, so it was not the guest who sent it.
const BROKE_OUT: PlanError = { code: "RUNTIME", message: "The plan made its process break the sandbox's rules." };

/** `isClean`: the process is idle and may take the next plan. Otherwise it has been killed. */
type RunEnd = { isClean: boolean } & ({ report: Report } | { error: PlanError } | { thrown: unknown });

/** `release` is called as soon as the process is free; the outcome comes when no host call is in flight any more. */
export async function runPlan(
  planProcess: PlanProcess,
  job: PlanJob,
  limits: SandboxLimits,
  release: (isClean: boolean) => void,
): Promise<PlanOutcome> {
  const startedAt = performance.now();
  const { promise: ended, resolve } = Promise.withResolvers<RunEnd>();
  let isOpen = true;
  const end = (how: RunEnd) => {
    isOpen = false;
    resolve(how);
  };
  const fail = (error: PlanError) => end({ isClean: false, error });
  const breach = (limit: BrokenLimit) => fail(breachError(limit, limits));
  const deadline = setTimeout(() => breach("wallMs"), limits.wallMs * PATIENCE + limits.graceMs);
  planProcess.onEnd((processEnd) => {
    // It may die while it ends a late run.
    if (performance.now() - startedAt > limits.wallMs) breach("wallMs");
    else fail(crashError(processEnd, limits));
  });

  const names = new Set(job.calls);
  const inFlight = new Set<Promise<void>>();
  const log: string[] = [];
  let calls = 0;
  let turnedAway = 0;
  let bytesOut = 0;

  planProcess.listen((message) => {
    if (!isOpen) return;
    switch (message?.kind) {
      case "call":
        return startCall(message);
      case "log":
        if (log.length === limits.logLines) return breach("logLines");
        return void log.push(storableText(message.line.slice(0, limits.logLineChars)));
      case "breached":
        return breach(message.limit);
      case "ended":
        return end(readReport(message, limits));
      default:
        return fail(BROKE_OUT);
    }
  });

  function startCall({ call, name, args }: FromProcess & { kind: "call" }) {
    calls += 1;
    if (calls > limits.hostCalls) return breach("hostCalls");
    if (inFlight.size >= limits.hostCallsInFlight) return breach("hostCallsInFlight");
    if (Buffer.byteLength(args) > limits.callInBytes) return breach("callInBytes");
    const parsed = parseArgs(args);
    if (!names.has(name) || parsed === undefined) return fail(BROKE_OUT);
    const work = serveCall(call, name, parsed).catch((thrown) => end({ isClean: false, thrown }));
    inFlight.add(work);
    void work.then(() => inFlight.delete(work));
  }

  async function serveCall(call: string, name: string, args: Json) {
    const result = await job.onCall(name, args, () => isOpen);
    // By now the process may be working on somebody else's plan.
    if (!isOpen) return;
    if (!result.ok && result.error.code === "INVALID_ARGUMENT") {
      // Turned away at the door, it cost the shop nothing, so it counts against a limit of its own.
      calls -= 1;
      turnedAway += 1;
      if (turnedAway > limits.turnedAwayCalls) return breach("turnedAwayCalls");
    }
    if (isLongRead(result, limits)) return breach("rowsPerRead");
    const text = JSON.stringify(result);
    const bytes = Buffer.byteLength(text);
    bytesOut += bytes;
    if (bytes > limits.callOutBytes) return breach("callOutBytes");
    if (bytesOut > limits.runOutBytes) return breach("runOutBytes");
    planProcess.post({ kind: "reply", call, result: text });
  }

  planProcess.post({ kind: "run", job: JSON.stringify({ data: job.data, calls: job.calls }), code: job.code });
  const runEnd = await ended;
  clearTimeout(deadline);
  planProcess.onEnd(null);
  const ms = performance.now() - startedAt;
  if (!runEnd.isClean) planProcess.kill();
  release(runEnd.isClean);
  await Promise.all(inFlight);
  if ("thrown" in runEnd) throw runEnd.thrown;
  return outcomeOf(runEnd, log, ms);
}

function readReport(message: FromProcess & { kind: "ended" }, limits: SandboxLimits): RunEnd {
  try {
    if (message.report.length > 2 * limits.answerBytes + REPORT_CHARS) throw new RangeError("report too long");
    return { isClean: !message.isSpent, report: Report.parse(JSON.parse(message.report)) };
  } catch {
    return { isClean: false, error: BROKE_OUT };
  }
}

function outcomeOf(runEnd: { report: Report } | { error: PlanError }, log: string[], ms: number): PlanOutcome {
  if ("error" in runEnd) return { kind: "failed", error: runEnd.error, log, ms };
  if (!("answer" in runEnd.report)) return { kind: "failed", error: storableError(runEnd.report.error), log, ms };
  return { kind: "finished", answer: storableAnswer(runEnd.report.answer), log, ms };
}

function storableAnswer(answer: PlanAnswer): PlanAnswer {
  return {
    answer_text: storableJson(answer.answer_text),
    STATUS: storableJson(answer.STATUS),
    ACTION: storableJson(answer.ACTION),
    pending: storableJson(answer.pending),
    answer_rows: storableJson(answer.answer_rows),
    answer_json: storableJson(answer.answer_json),
    chart: storableJson(answer.chart),
  };
}

function storableError(error: PlanError): PlanError {
  return { ...error, message: storableText(error.message) };
}

function parseArgs(text: string): Json | undefined {
  try {
    return storableJson(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function isLongRead(result: HostResult, limits: SandboxLimits): boolean {
  return result.ok && Array.isArray(result.value) && result.value.length > limits.rowsPerRead;
}

function crashError({ signal, isOurs, stderr }: ProcessEnd, limits: SandboxLimits): PlanError {
  if (isOurs) return { code: "RUNTIME", message: "The sandbox was closed while the plan ran." };
  // V8 has no other way to say so: it prints its reason and ends the process.
  const isOutOfMemory = /heap|out of memory|invalid size/i.test(stderr);
  // Nothing but the kernel, when memory is short, kills a process in this way unasked.
  if (signal === "SIGKILL" || (signal !== null && isOutOfMemory)) return breachError("processMb", limits);
  return { code: "RUNTIME", message: `The plan crashed the sandbox's process (${signal ?? "it exited"}).` };
}

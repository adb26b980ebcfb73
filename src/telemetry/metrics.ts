// What happens in the service in, the text that Prometheus scrapes out. Every label comes from a closed list: nothing
// that a person, a plan or a model says can make a new series. docs/metrics.md explains each one to an operator.
import { setTimeout as sleep } from "node:timers/promises";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Where a run stood and when, in milliseconds since its message was received; as a run keeps them. */
interface Mark {
  stage: string;
  atMs: number;
}

interface Answered {
  /** The plan's STATUS, or why there is none. */
  status: string;
  attempts: number;
  stages: Mark[];
  /** As the settings name it. */
  model: string;
  usage: { promptTokens: number; completionTokens: number; costUsd: number };
}

/** Where gauges are read when somebody scrapes. */
export interface GaugeReads {
  waiting(): Promise<{
    /** 0 when nothing waits. */
    oldestSeconds: number;
    messages: number;
    presses: number;
    replies: number;
    openApprovals: number;
  }>;
  pool(): { used: number; idle: number; waiting: number };
}

export interface Metrics {
  answered(request: Answered): void;
  /** The time between each mark and the next; a press adds "committing" and "done" to a run that was counted before. */
  stagesEnded(stages: Mark[]): void;
  pressed(outcome: string): void;
  sandboxEnded(outcome: string): void;
  conflictRetried(): void;
  capped(cap: "customer" | "service" | "request"): void;
  draftDropped(): void;
  wakeFailed(): void;
  /** Somebody or something that was not let in. */
  turnedAway(reason: "signature" | "timestamp" | "replay" | "blocked" | "rate" | "place" | "press"): void;
  guardFired(guard: string): void;
  replySent(): void;
  replyFailed(): void;
  watch(reads: GaugeReads): void;
  text(): Promise<{ contentType: string; body: string }>;
}

const PLAN_STATUSES = ["success", "no_match", "insufficient_stock", "invalid_request", "unsupported_intent"];
const STATUSES = [
  ...PLAN_STATUSES,
  "budget-spent",
  "model-unavailable",
  "over-cap",
  "handed-over",
  "needs-account",
  "declined",
  "fault",
];
const STAGES = [
  "received",
  "loading",
  "planning",
  "running",
  "checking",
  "repairing",
  "collecting",
  "waiting",
  "committing",
];
const DECIDED = ["waiting", "committed", "cancelled", "rejected", "stale"];
const PRESS_OUTCOMES = [...DECIDED, "expired", "closed", "refused", "given-up"];
/** Forged, old or repeated deliveries of a platform; people who are blocked, too fast, or press what is not theirs. */
const TURNED_AWAY = ["signature", "timestamp", "replay", "blocked", "rate", "place", "press"];
const REQUEST_GUARDS = ["length", "characters", "card-number", "secret", "moderation"];
const ANSWER_GUARDS = ["contract", "size", "ping", "internal", "figure", "claim", "doubt"].map(
  (name) => `answer-${name}`,
);
/** "broken": the run rejected, which no plan can cause. */
const SANDBOX_OUTCOMES = ["ok", "SYNTAX", "RUNTIME", "TIMEOUT", "MEMORY", "LIMIT", "broken"];

/** A setting may name a new model now and then; a process that meets more than this has something wrong with it. */
const MOST_MODELS = 20;
/** Scrapers give up after ten seconds; what the gauges need must not cost them the rest. */
const READ_MS = 2_000;

const ATTEMPTS = [0, 1, 2, 3, 4, 5, 10, 20];
const STAGE_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const REQUEST_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const plain = (name: string, help: string) => {
    const counter = new Counter({ name, help, registers });
    return () => counter.inc();
  };
  /** Counts by one label, each value of which is there from the start; anything else counts as "other". */
  const byLabel = (name: string, help: string, label: string, values: string[]) => {
    const counter = new Counter({ name, help, labelNames: [label], registers });
    for (const value of values) counter.inc({ [label]: value }, 0);
    return (value: string) => counter.inc({ [label]: values.includes(value) ? value : "other" });
  };
  const histogram = (name: string, help: string, buckets: number[], labelNames: string[] = []) =>
    new Histogram({ name, help, buckets, labelNames, registers });

  const replyTried = byLabel("tillhand_replies_total", "Tries to post a reply.", "outcome", ["sent", "failed"]);
  const { watch, refresh } = createGauges(registry);
  const { requestEnded, stagesEnded } = createTimes(histogram);
  const spent = createSpending(registry);
  const requests = byLabel("tillhand_requests_total", "Requests answered.", "status", STATUSES);
  const attempted = histogram("tillhand_request_attempts", "Plans written for a request.", ATTEMPTS);

  return {
    answered: ({ status, attempts, stages, model, usage }) => {
      requests(status);
      attempted.observe(attempts);
      requestEnded(stages);
      spent(model, usage);
    },
    stagesEnded,
    pressed: byLabel("tillhand_presses_total", "Buttons pressed.", "outcome", PRESS_OUTCOMES),
    sandboxEnded: byLabel("tillhand_sandbox_runs_total", "Plans run in the sandbox.", "outcome", SANDBOX_OUTCOMES),
    conflictRetried: plain("tillhand_database_conflicts_total", "Transactions tried again after a conflict."),
    capped: byLabel("tillhand_caps_reached_total", "Spending caps reached.", "cap", ["customer", "service", "request"]),
    draftDropped: plain("tillhand_drafts_dropped_total", "Drafts dropped because the person wrote on."),
    wakeFailed: plain("tillhand_wakes_failed_total", "Wake-ups that the queue did not take."),
    turnedAway: byLabel("tillhand_turned_away_total", "People and deliveries not let in.", "reason", TURNED_AWAY),
    guardFired: byLabel("tillhand_guards_total", "Guards that fired.", "guard", [...REQUEST_GUARDS, ...ANSWER_GUARDS]),
    replySent: () => replyTried("sent"),
    replyFailed: () => replyTried("failed"),
    watch,
    text: async () => {
      await refresh();
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
  };
}

function createTimes(histogram: (name: string, help: string, buckets: number[], labels?: string[]) => Histogram) {
  const whole = histogram("tillhand_request_duration_seconds", "From message to answer or card.", REQUEST_SECONDS);
  const stage = histogram("tillhand_stage_duration_seconds", "Time in a stage.", STAGE_SECONDS, ["stage"]);
  // Two processes may have set the marks, by two clocks.
  const seconds = (fromMs: number, toMs: number) => Math.max(0, toMs - fromMs) / 1_000;

  const stagesEnded = (stages: Mark[]) => {
    for (const [index, mark] of stages.entries()) {
      const next = stages[index + 1];
      if (next === undefined) return;
      const label = STAGES.includes(mark.stage) ? mark.stage : "other";
      stage.observe({ stage: label }, seconds(mark.atMs, next.atMs));
    }
  };
  return {
    stagesEnded,
    requestEnded: (stages: Mark[]) => {
      stagesEnded(stages);
      whole.observe(seconds(0, stages.at(-1)?.atMs ?? 0));
    },
  };
}

function createSpending(registry: Registry) {
  const define = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const tokens = define("tillhand_model_tokens_total", "Tokens of answered requests.", ["model", "kind"]);
  const usd = define("tillhand_model_cost_usd_total", "What the tokens cost, in US dollars.", ["model"]);
  const models = new Set<string>();
  return (name: string, usage: Answered["usage"]) => {
    if (models.size < MOST_MODELS) models.add(name);
    const model = models.has(name) ? name : "other";
    tokens.inc({ model, kind: "input" }, usage.promptTokens);
    tokens.inc({ model, kind: "output" }, usage.completionTokens);
    usd.inc({ model }, usage.costUsd);
  };
}

/** Gauges whose read failed have no value at all: the last one known would look like a quiet shop. */
function createGauges(registry: Registry) {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const oldest = gauge("tillhand_queue_oldest_seconds", "How long the oldest message or press has waited.");
  const items = gauge("tillhand_queue_items", "What waits to be worked or posted.", ["kind"]);
  const approvals = gauge("tillhand_approvals_open", "Cards that wait for a button.");
  const pool = gauge("tillhand_database_pool", "Connections used and idle, calls waiting for one.", ["state"]);
  const failures = new Counter({
    name: "tillhand_gauge_reads_failed_total",
    help: "Gauges that could not be read for a scrape.",
    labelNames: ["read"],
    registers: [registry],
  });
  for (const read of ["waiting", "pool"]) failures.inc({ read }, 0);
  const forgetWaiting = () => {
    // Reset, a gauge without labels would be 0.
    oldest.remove();
    approvals.remove();
    items.reset();
  };
  forgetWaiting();
  let reading: ReturnType<GaugeReads["waiting"]> | null = null;

  async function refreshWaiting(reads: GaugeReads): Promise<void> {
    try {
      // One read at a time: scrapes of a database that hangs must not pile up before it.
      reading ??= reads.waiting().finally(() => {
        reading = null;
      });
      const waiting = await Promise.race([reading, sleep(READ_MS, null, { ref: false })]);
      if (waiting === null) throw new Error("The gauges took too long to read.");
      const { oldestSeconds, openApprovals, messages, presses, replies } = waiting;
      oldest.set(oldestSeconds);
      approvals.set(openApprovals);
      for (const [kind, count] of Object.entries({ messages, presses, replies })) items.set({ kind }, count);
    } catch {
      failures.inc({ read: "waiting" });
      forgetWaiting();
    }
  }

  function refreshPool(reads: GaugeReads): void {
    pool.reset();
    try {
      const counts = reads.pool();
      if (counts === null) return;
      const { used, idle, waiting } = counts;
      for (const [state, count] of Object.entries({ used, idle, waiting })) pool.set({ state }, count);
    } catch {
      failures.inc({ read: "pool" });
    }
  }

  let watched: GaugeReads | null = null;
  return {
    watch: (reads: GaugeReads) => {
      watched = reads;
    },
    refresh: async () => {
      if (watched === null) return;
      refreshPool(watched);
      await refreshWaiting(watched);
    },
  };
}

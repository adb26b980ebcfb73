// The sandbox process: one plan at a time in, its host calls and one report out. The only file that knows isolated-vm.
// The pool strips its types and hands it to Node, so it imports nothing else that exists at run time.
import { setTimeout } from "node:timers/promises";
import ivm from "isolated-vm";
import type { SandboxLimits } from "../config.ts";
import type { Breach, FromProcess, GuestSources, ToProcess } from "./messages.ts";

const WATCH_MS = 10;
const MB = 1024 * 1024;
// Telling memory from time, as shares of the isolate's memory. Near the limit V8 collects garbage more than it runs the
// plan, so a bomb can be slow. A plan that holds FILLING gets its processor time even where the machine gives it
// haltingly, up to FILLING_PATIENCE of the wall clock. One that ran out of time holding HEAVY was ended by its memory;
// inside a built-in that cannot be interrupted, and is not charged for what it uses, HEAVY_IF_STUCK. Measured: loops that
// keep nothing stay below each.
const FILLING = 0.4;
const FILLING_PATIENCE = 2;
const HEAVY = 0.85;
const HEAVY_IF_STUCK = 1.7;
// How long an interrupted plan may take to stop before it counts as stuck.
const STOP_MS = 400;
const GUEST_FILE = "guest.js";
// What the rehearsal is given and answered.
const REHEARSAL_JOB = '{"data":{"request":{"text":""}},"calls":["db.rehearsal.rows","shop.rehearse"]}';
const REHEARSAL_REPLIES = [
  '{"ok":true,"value":[{"price":4.5}]}',
  '{"ok":false,"error":{"code":"REFUSED","message":"No.","facts":{"left":[1]}}}',
];

/** A fresh isolate with the guest's code in it, waiting for its one plan. */
interface Guest {
  isolate: ivm.Isolate;
  start: ivm.Reference<(job: string, code: string) => string>;
  reply: ivm.Reference<(call: string, result: string) => void>;
  report: ivm.Reference<() => void>;
  /** Settles when the last thing asked of the isolate is done. */
  turn: Promise<unknown>;
  settled: Promise<string>;
  reported: Promise<string>;
  /** Until the plan has settled: a reply after that would run the plan's code beside and after its report. */
  takesReplies: boolean;
  /** Set by whoever ends the run; there is one end. */
  isOver: boolean;
}

let limits: SandboxLimits;
let guestScript: string;
/** Machine code, so it is made in this process, before any stranger's plan is in it. */
let guestCode: ivm.ExternalCopy<ArrayBuffer> | undefined;
let next: Guest;
let running: Guest | null = null;
let restingBytes: number;

// A parent that is gone can neither read nor kill: without this an endless plan would hold a core for ever.
process.on("disconnect", kill);
process.on("message", (message: ToProcess) => {
  switch (message.kind) {
    case "boot":
      return boot(message.limits, message.guest);
    case "run":
      return void run(message.job, message.code);
    case "reply":
      return reply(message.call, message.result);
  }
});

function boot(given: SandboxLimits, { script, rehearsal }: GuestSources) {
  limits = given;
  guestScript = script;
  try {
    guestCode = rehearse(rehearsal);
    next = prepareGuest();
    restingBytes = process.memoryUsage.rss();
    tell({ kind: "ready" });
  } catch (error) {
    tell({ kind: "broken", message: String(error) });
  }
}

function prepareGuest(): Guest {
  // Without the callback V8 aborts the process; with it the isolate's thread hangs, and the process can say why it dies.
  const isolate = new ivm.Isolate({ memoryLimit: limits.isolateMb, onCatastrophicError: () => endBy("isolateMb") });
  const context = isolate.createContextSync();
  const code = guestCode === undefined ? {} : { cachedData: guestCode };
  const script = isolate.compileScriptSync(guestScript, { filename: GUEST_FILE, ...code });
  const entry: ivm.Reference = script.runSync(context, { reference: true });
  const take = (name: string) => entry.getSync(name, { reference: true });
  const settled = Promise.withResolvers<string>();
  const reported = Promise.withResolvers<string>();
  const post = (kind: "call" | "log" | "breach" | "settled" | "report", text: string, name: string, args: string) => {
    // Nothing of a plan that is over may reach the one that runs now.
    if (running !== guest) return;
    switch (kind) {
      case "call":
        return tell({ kind, call: text, name, args });
      case "log":
        return tell({ kind, line: text });
      case "breach":
        return endBy(text as Breach);
      case "settled":
        guest.takesReplies = false;
        return settled.resolve("");
      case "report":
        return reported.resolve(text);
    }
  };
  // `ignored`: the guest does not wait for this process, and nothing from here gets into the isolate.
  take("connect").applySync(undefined, [new ivm.Callback(post, { ignored: true }), JSON.stringify(limits)]);
  const guest: Guest = {
    isolate,
    start: take("start"),
    reply: take("reply"),
    report: take("report"),
    turn: Promise.resolve(),
    settled: settled.promise,
    reported: reported.promise,
    takesReplies: true,
    isOver: false,
  };
  return guest;
}

/**
 * Runs our own plan and returns the code that V8 has by then: compiled once more in the same isolate, a script comes from
 * V8's store, with each function in it that was called. An isolate that is given this code compiles only its own plan.
 */
function rehearse(plan: string): ivm.ExternalCopy<ArrayBuffer> | undefined {
  const guest = prepareGuest();
  guest.start.applySync(undefined, [REHEARSAL_JOB, plan]);
  for (const [call, result] of REHEARSAL_REPLIES.entries()) guest.reply.applySync(undefined, [String(call), result]);
  guest.report.applySync(undefined, []);
  const script = guest.isolate.compileScriptSync(guestScript, { filename: GUEST_FILE, produceCachedData: true });
  guest.isolate.dispose();
  return (script as { cachedData?: ivm.ExternalCopy<ArrayBuffer> }).cachedData;
}

async function run(job: string, code: string) {
  const guest = next;
  running = guest;
  const watch = watchRun(guest);
  const starting = guest.start.apply(undefined, [job, code]).catch(ignore);
  guest.turn = starting;
  const problem = (await starting) ?? "";
  if (problem === "") {
    await guest.settled;
    // A second turn in the isolate begins only when the first has nothing left to do: what gets past this line is idle.
    guest.turn = guest.report.apply(undefined, []).catch(ignore);
    await guest.turn;
  }
  const report = problem === "" ? await guest.reported : syntaxReport(guest.isolate, code, problem);
  clearInterval(watch);
  if (guest.isOver) return;
  guest.isOver = true;
  running = null;
  guest.isolate.dispose();
  tell({ kind: "ended", report, isSpent: process.memoryUsage.rss() > restingBytes + (limits.isolateMb / 2) * MB });
  next = prepareGuest();
}

function reply(call: string, result: string) {
  if (running?.takesReplies) running.turn = running.reply.apply(undefined, [call, result]).catch(ignore);
}

/**
 * A call into the isolate also fails for a promise that the plan left rejected, which is no reason to fail a plan that
 * has its answer; and if the isolate is lost, the watch ends the run. So nothing is read from these failures.
 */
function ignore(): undefined {}

function watchRun(guest: Guest): NodeJS.Timeout {
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const bytesBefore = process.memoryUsage.rss();
  const shareHeld = () => (process.memoryUsage.rss() - bytesBefore) / MB / limits.isolateMb;
  const watch = setInterval(() => {
    const cpu = process.cpuUsage(cpuBefore);
    const patience = shareHeld() > FILLING ? FILLING_PATIENCE : 1;
    const isLate = performance.now() - startedAt > limits.wallMs * patience;
    const isBusy = (cpu.user + cpu.system) / 1000 > limits.cpuMs;
    if (guest.isolate.isDisposed) endBy("isolateMb");
    else if (process.memoryUsage.rss() > limits.processMb * MB) endBy("processMb");
    else if (isLate || isBusy) {
      clearInterval(watch);
      void endLate(guest, isLate ? "wallMs" : "cpuMs", shareHeld);
    }
  }, WATCH_MS);
  return watch;
}

async function endLate(guest: Guest, limit: Breach, shareHeld: () => number) {
  if (guest.isOver) return;
  guest.isOver = true;
  if (shareHeld() < HEAVY) return endBy(limit);
  guest.isolate.dispose();
  const isStopped = await Promise.race([guest.turn.then(() => true), setTimeout(STOP_MS, false)]);
  endBy(isStopped || shareHeld() > HEAVY_IF_STUCK ? "isolateMb" : limit);
}

function syntaxReport(isolate: ivm.Isolate, code: string, message: string): string {
  let line: number | undefined;
  try {
    // Compiled again, never run: only this way does isolated-vm say where the mistake is.
    isolate.compileScriptSync(`(async function () {${code}\n})`, { filename: "plan.js" });
  } catch (error) {
    const place = /\[plan\.js:(\d+):\d+\]/.exec(String(error));
    if (place !== null) line = Number(place[1]);
  }
  return JSON.stringify({ error: { code: "SYNTAX", message, line } });
}

function endBy(limit: Breach) {
  tell({ kind: "breached", limit }, kill);
}

function tell(message: FromProcess, then?: () => void) {
  process.send?.(message, undefined, undefined, then);
}

// Not process.exit(): with a thread inside an endless built-in it hangs.
function kill() {
  process.kill(process.pid, "SIGKILL");
}

// How many trials are held of how many in; a bar on stderr out, or a line a tenth where nobody watches a terminal.
import { Presets, SingleBar } from "cli-progress";
import type { Trial } from "../evaluation/evaluation.ts";

export interface Progress {
  onTrial(trial: Trial, done: number, of: number): void;
  end(): void;
}

export function showProgress(title: string): Progress {
  return process.stderr.isTTY ? bar(title) : lines(title);
}

function bar(title: string): Progress {
  const format = `${title} {bar} {value}/{total} · {failed} failed · {errors} errors · {eta_formatted}`;
  const shown = new SingleBar({ format, hideCursor: true, stream: process.stderr }, Presets.shades_classic);
  const counts = { failed: 0, errors: 0 };
  return {
    onTrial: ({ verdict }, done, of) => {
      if (verdict === "failed") counts.failed += 1;
      if (verdict === "error") counts.errors += 1;
      if (!shown.isActive) shown.start(of, 0, counts);
      shown.update(done, counts);
    },
    end: () => shown.stop(),
  };
}

const TENTHS = 10;

function lines(title: string): Progress {
  let told = 0;
  return {
    onTrial: (_trial, done, of) => {
      const tenth = Math.floor((done * TENTHS) / of);
      if (tenth > told) process.stderr.write(`${title}: ${done} of ${of}\n`);
      told = tenth;
    },
    end: () => {},
  };
}

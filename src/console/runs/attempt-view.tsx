// One attempt of the repair loop: its code, what broke, what it called, its times and tokens.
import type { RunDetail } from "../../report.ts";
import { durationWords } from "../clock-words.ts";
import { cost } from "../money.ts";
import { CodeBlock } from "./code-block.tsx";
import { JsonText } from "./json-text.tsx";

export type Attempt = RunDetail["attemptList"][number];

export function AttemptView({ attempt, isOpen }: { attempt: Attempt; isOpen: boolean }) {
  const { number, code, reply, failure, hostCalls, log, timings, usage } = attempt;
  return (
    <details className="attempt" open={isOpen}>
      <summary>
        <b>Attempt {number}</b>
        <span className={failure === null ? "tag good" : "tag bad"}>
          {failure === null ? "accepted" : failure.code}
        </span>
        <span className="quiet-words">
          model {durationWords(timings.modelMs)}, run {durationWords(timings.runMs)}, check{" "}
          {durationWords(timings.checkMs)}, {usage.promptTokens} + {usage.completionTokens} tokens,{" "}
          {cost(usage.costUsd)}
        </span>
      </summary>
      {failure !== null && (
        <p className="problem">
          {failure.message}
          {failure.line !== undefined && ` (line ${failure.line})`}
        </p>
      )}
      {code === null ? (
        <pre className="log">{reply}</pre>
      ) : (
        <CodeBlock code={code} label={`Code of attempt ${number}`} failedLine={failure?.line} />
      )}
      <h4>Host calls</h4>
      {hostCalls.length === 0 ? <p className="nothing">It called nothing.</p> : <HostCalls hostCalls={hostCalls} />}
      {log.length > 0 && (
        <>
          <h4>Log</h4>
          <pre className="log">{log.join("\n")}</pre>
        </>
      )}
    </details>
  );
}

function HostCalls({ hostCalls }: Pick<Attempt, "hostCalls">) {
  return (
    <ol className="host-calls">
      {hostCalls.map(({ name, args, result, ms }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stored calls never move.
        <li key={index}>
          <p>
            <code>{name}</code> <small>{durationWords(ms)}</small>
          </p>
          <dl>
            <dt>with</dt>
            <dd>
              <JsonText value={args} />
            </dd>
            <dt>gave</dt>
            <dd>
              <JsonText value={result} />
            </dd>
          </dl>
        </li>
      ))}
    </ol>
  );
}

// A plan's code with line numbers and colours; the line of a failure is marked.
import { codeLines } from "./syntax.ts";

interface CodeBlockProps {
  code: string;
  label: string;
  failedLine?: number | undefined;
  testId?: string;
}

export function CodeBlock({ code, label, failedLine, testId }: CodeBlockProps) {
  const lines = codeLines(code.replace(/\s+$/, ""));
  return (
    // Focusable, so that the keyboard can scroll a long line.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable.
    <section className="code" aria-label={label} tabIndex={0} data-testid={testId}>
      <ol>
        {lines.map((pieces, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of stored code never move.
          <li key={index} data-failed={index + 1 === failedLine}>
            <code>
              {pieces.map(({ kind, text }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: nor do their pieces.
                <span key={place} className={kind}>
                  {text}
                </span>
              ))}
              {"\n"}
            </code>
          </li>
        ))}
      </ol>
    </section>
  );
}

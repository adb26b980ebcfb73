// pass^1…pass^k of one or several reports in, a column for each out: side by side for every k.
import { percent } from "./figure-words.ts";

export interface PassLine {
  /** Empty where there is but one. */
  name: string;
  passHat: number[];
  /** Its place among all reports, by which it has its colour. */
  series: number;
}

const topPx = 22;
const bottomPx = 26;
const leftPercent = 9;
const steps = [0, 0.25, 0.5, 0.75, 1];

export function PassChart({ lines, heightPx = 210 }: { lines: PassLine[]; heightPx?: number }) {
  const plotPx = heightPx - topPx - bottomPx;
  const yOf = (share: number): number => topPx + (1 - share) * plotPx;
  const most = Math.max(...lines.map(({ passHat }) => passHat.length), 1);
  const groupPercent = (100 - leftPercent) / most;
  const columnPercent = (groupPercent * 0.72) / lines.length;
  // Figures over columns that are too narrow for them would run into each other.
  const hasFigures = columnPercent > 7;
  return (
    <svg className="pass-chart" width="100%" height={heightPx} role="img" aria-label={wordsOf(lines)}>
      {steps.map((share) => (
        <g key={share}>
          <line className="grid" x1={`${leftPercent}%`} x2="100%" y1={yOf(share)} y2={yOf(share)} />
          <text className="axis" x={`${leftPercent - 1.5}%`} y={yOf(share) + 4} textAnchor="end">
            {share * 100}%
          </text>
        </g>
      ))}
      {Array.from({ length: most }, (_, index) => index).map((index) => (
        <text
          key={index}
          className="axis"
          x={`${leftPercent + groupPercent * (index + 0.5)}%`}
          y={heightPx - 7}
          textAnchor="middle"
        >
          pass^{index + 1}
        </text>
      ))}
      {lines.map(({ name, passHat, series }, place) =>
        passHat.map((share, index) => {
          const x = leftPercent + groupPercent * (index + 0.14) + columnPercent * place;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: k is what a column is of.
            <g key={`${name} ${index}`} className="series" data-series={series}>
              <title>{`${name === "" ? "" : `${name}, `}pass^${index + 1}: ${percent(share)}`}</title>
              <rect x={`${x}%`} width={`${columnPercent * 0.92}%`} y={yOf(share)} height={share * plotPx} rx="3" />
              {hasFigures && (
                <text className="value" x={`${x + columnPercent * 0.46}%`} y={yOf(share) - 6} textAnchor="middle">
                  {percent(share)}
                </text>
              )}
            </g>
          );
        }),
      )}
    </svg>
  );
}

const wordsOf = (lines: PassLine[]): string =>
  lines
    .map(({ name, passHat }) => {
      const figures = passHat.map((share, index) => `pass^${index + 1} ${percent(share)}`).join(", ");
      return name === "" ? figures : `${name}: ${figures}`;
    })
    .join("; ");

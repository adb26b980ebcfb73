// Shares of the longest bar in, a bar out: the strong part over the faint one. What it shows is written beside it.

interface BarProps {
  /** 0 to 1. */
  share: number;
  /** 0 to 1, and no less than `share`. */
  faintShare?: number;
  tone?: "bad" | "good";
}

const heightPx = 14;

export function Bar({ share, faintShare = 0, tone }: BarProps) {
  return (
    <svg className="bar" width="100%" height={heightPx} aria-hidden="true" data-tone={tone}>
      <rect className="track" width="100%" height={heightPx} rx="3" />
      {faintShare > 0 && <rect className="faint" width={`${faintShare * 100}%`} height={heightPx} rx="3" />}
      {share > 0 && <rect className="strong" width={`${share * 100}%`} height={heightPx} rx="3" />}
    </svg>
  );
}

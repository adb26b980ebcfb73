// The foot of a list: more of it, where there is more.

interface ReadOnProps {
  label: string;
  onReadOn: (() => void) | null;
  isReading: boolean;
}

export function ReadOn({ label, onReadOn, isReading }: ReadOnProps) {
  if (onReadOn === null) return null;
  return (
    <button type="button" className="quiet read-on" disabled={isReading} aria-busy={isReading} onClick={onReadOn}>
      {isReading ? "Reading…" : label}
    </button>
  );
}

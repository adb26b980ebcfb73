// Who uses the page: only where the shop is local and takes the page's word for it.
import type { PersonOption } from "./person.ts";

interface PersonChooserProps {
  options: PersonOption[];
  chosen: string;
  onChoose: (value: string) => void;
}

export function PersonChooser({ options, chosen, onChoose }: PersonChooserProps) {
  return (
    <label className="person">
      <span>You are</span>
      <select value={chosen} data-testid="person" onChange={(event) => onChoose(event.target.value)}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

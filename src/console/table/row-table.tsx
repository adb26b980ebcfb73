// Columns and rows in, a table of them out: figures to the right, and no more rows than a browser draws at once.
import type { Json } from "../../json.ts";
import { columnForm, headingOf } from "./cell-words.ts";

const mostRows = 1_000;

interface RowTableProps {
  table: { columns: string[]; rows: Json[][] };
  caption: string;
  /** Where the rows are that are not drawn, as a sentence; null where they are nowhere else. */
  elsewhere: string | null;
}

export function RowTable({ table, caption, elsewhere }: RowTableProps) {
  const rows = table.rows.slice(0, mostRows);
  const now = new Date();
  const columns = table.columns.map((name, place) => {
    const form = columnForm(
      name,
      rows.map((row) => row[place] ?? null),
      now,
    );
    return { ...form, heading: headingOf(name), place, className: form.isFigures ? "figure" : undefined };
  });
  return (
    <>
      {/* Focusable, so that the keyboard can scroll a wide or long table. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable. */}
      <section className="row-table" aria-label={caption} tabIndex={0}>
        <table>
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ heading, place, className }) => (
                <th key={place} scope="col" className={className}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an answer never move.
              <tr key={index}>
                {columns.map(({ words, place, className }) => (
                  <td key={place} className={className}>
                    {words(row[place] ?? null)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {table.rows.length > mostRows && (
        <p className="quiet-words">
          The first {mostRows.toLocaleString("en-US")} of {table.rows.length.toLocaleString("en-US")} rows.
          {elsewhere !== null && ` ${elsewhere}`}
        </p>
      )}
    </>
  );
}

// What admins must hear of today, above everything else they have to decide.
import type { NoticeView } from "./api/answers.ts";

export function Notices({ notices }: { notices: NoticeView[] }) {
  if (notices.length === 0) return null;
  return (
    <section className="notices panel" aria-labelledby="notices-title" data-testid="notices">
      <h2 id="notices-title">Today</h2>
      {notices.map(({ text, createdAt }) => (
        <p key={createdAt + text} role="status">
          {text}
        </p>
      ))}
    </section>
  );
}

// Moments and durations in, words out.

const time = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });
const dayAndYear = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });

/** "15:42" today, "30 Nov, 15:42" this year, "3 Oct 2025" before. */
export function momentWords(moment: string, now: Date): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return moment;
  if (date.toDateString() === now.toDateString()) return time.format(date);
  if (date.getFullYear() === now.getFullYear()) return `${day.format(date)}, ${time.format(date)}`;
  return dayAndYear.format(date);
}

/** How long is left: "14 min 5 s", "23 h 58 min"; null once it is over. */
export function timeLeft(expiresAt: string, now: Date): string | null {
  const seconds = Math.ceil((Date.parse(expiresAt) - now.getTime()) / 1000);
  if (!(seconds > 0)) return null;
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${String(seconds % 60).padStart(2, "0")} s`;
}

export function durationWords(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

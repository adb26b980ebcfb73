// A text for people in; the first markup in it by which Slack or Discord would notify somebody or disguise a link out.

const PING =
  /@(?:everyone|here|channel)\b|<(?:@[!&]?|#|!|@?[UWCS])[^>\s]*>|<(?:https?|mailto|tel):[^>]*\||\]\(\s*[a-z]+:/iu;

export function pingIn(text: string): string | null {
  return PING.exec(text)?.[0] ?? null;
}

// What a person wrote in, the same with passwords and keys masked out.

export const SECRET_MASK = "(secret removed)";

/** Keys and tokens as their makers shape them. */
const KEYS = [
  String.raw`(?:sk|pk|rk)[-_](?=[\w-]*\d)[\w-]{8,}`,
  String.raw`xox[a-z](?:\.xox[a-z])?-[\w-]{8,}`,
  String.raw`xapp-[\w-]{8,}`,
  String.raw`(?:gh[opusr]|hf|npm|glpat|github_pat)[_-]\w{16,}`,
  "(?:AKIA|ASIA)[A-Z0-9]{16}",
  String.raw`AIza[\w-]{30,}`,
  String.raw`eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*`,
  String.raw`[MNO][\w-]{23,28}\.[\w-]{6}\.[\w-]{27,}`,
  String.raw`SG\.[\w-]{16,}\.[\w-]{16,}`,
].join("|");
const KEY = new RegExp(String.raw`(?<![\w-])(?:${KEYS})`, "gu");
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/gu;
const BEARER = /(?<=\bbearer\s+)[\w.~+/=-]{12,}/giu;

const NAMES =
  "pass ?word|pass ?phrase|pass ?code|passwort|kennwort|contraseña|clave|mot de passe|senha|palavra-passe|şifre(?:m|niz|si)?|parola(?:m)?|(?:api|secret|access)[ _-]?(?:key|token)";
const SAYS = String.raw`\s*[:=]\s*|\s+(?:is|ist|lautet|es|est|é|war|was)\s*:?\s+`;
const TOLD = new RegExp(String.raw`(?<![\p{L}\d])((?:${NAMES})(?:${SAYS}))["'“«„]?([^\s"'”»“]+)`, "giu");
const TOLD_BARE = new RegExp(
  String.raw`(?<![\p{L}\d])((?:${NAMES})\s+)((?=[^\s]*\d)(?=[^\s]*[^\d\s.,!?])[^\s]{6,})`,
  "giu",
);
const PIN =
  /(?<![\p{L}\d])((?:(?:PIN|CVV2?|CVC2?|cvv2?|cvc2?)(?:\s+(?:code|is|ist|es|est|é))?\s*[:=]?|[Pp]in(?:\s+(?:code|is|ist|es|est|é)|\s*[:=]))\s*)(\d{3,8})(?!\d)/gu;

/** What people say of a password without telling it. */
const NO_SECRET = new RegExp(
  `^(?:${[
    "wrong|not|never|incorrect|invalid|expired|forgotten|lost|gone|too|the|a|an|my|no|still|required|reset|being|it|that|what|secure|safe|correct|the same",
    "falsch|nicht|vergessen|abgelaufen|weg|zu|das|mein|kein|noch|richtig|sicher",
    "incorrect[oa]|incorrecte|equivocad[oa]|olvidad[oa]|inválid[oa]|la|el|mi|muy|no|fausse?|oubliée?|expirée?|le|mon|pas|trop|errad[oa]|esquecid[oa]|não|muito|minha|yanlış|unuttum|hatalı|doğru|geçersiz",
  ].join("|")})(?:[.,!?;:]*)$`,
  "iu",
);

export function withoutSecrets(text: string): string {
  const told = (_whole: string, before: string, secret: string) =>
    NO_SECRET.test(secret) || secret.startsWith("(") ? before + secret : before + SECRET_MASK;
  return text
    .replaceAll(PRIVATE_KEY, SECRET_MASK)
    .replaceAll(KEY, SECRET_MASK)
    .replaceAll(BEARER, SECRET_MASK)
    .replaceAll(TOLD, told)
    .replaceAll(TOLD_BARE, told)
    .replaceAll(PIN, (_whole, before: string) => before + SECRET_MASK);
}

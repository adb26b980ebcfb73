// The settings in; whether the codes that link accounts reach people out.
import type { Config } from "../config.ts";
import { createMailer } from "../mail.ts";
import { type Finding, fail, ok, warn } from "./doctor.ts";

const WHAT = "Mail";
const MAIL_MS = 5_000;

export async function checkMail({ chat, servers }: Config): Promise<Finding[]> {
  const { mail, slack, discord } = chat;
  if (mail === null) {
    if (slack === null && discord === null) return [ok(WHAT, "not needed: only Slack and Discord mail codes.")];
    if (servers === null)
      return [ok(WHAT, "SMTP_URL is empty: codes that link accounts appear where the service runs.")];
    return [
      warn(
        WHAT,
        "SMTP_URL is empty, so people cannot link their accounts themselves: set it, or let the staff link them.",
      ),
    ];
  }
  try {
    await createMailer({ ...mail, timeoutMs: MAIL_MS }).check();
    return [ok(WHAT, `the server of SMTP_URL lets us in; mail comes from ${mail.from}.`)];
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "no answer";
    if (code === "EAUTH")
      return [fail(WHAT, "the server does not let us in: look at the name and password in SMTP_URL.")];
    return [fail(WHAT, `the server cannot be reached (${code}): look at the address and the port in SMTP_URL.`)];
  }
}

// The settings of a mail server in, the way in which codes are mailed out. Without a server, on one machine, whoever runs
// the service reads the code there.
import type { Transporter } from "nodemailer";

/** Rejects when the mail server does not take it. */
export type MailCode = (to: { address: string; name: string }, code: string, minutes: number) => Promise<void>;

export function createMailer(settings: { url: string; from: string; timeoutMs: number }): MailCode & {
  /** Rejects when the server does not answer or refuses the user. */
  check(): Promise<void>;
} {
  let opened: Promise<Transporter> | null = null;
  // Loaded when the first mail goes out: most processes send none.
  const transport = () => {
    const { url, timeoutMs } = settings;
    opened ??= import("nodemailer").then(({ createTransport }) =>
      createTransport({ url, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }),
    );
    return opened;
  };
  const send: MailCode = async (to, code, minutes) => {
    await (await transport()).sendMail({ from: settings.from, to, ...codeMail(to.name, code, minutes) });
  };
  return Object.assign(send, {
    check: async () => {
      await (await transport()).verify();
    },
  });
}

/** For the shop on one machine. */
export function showCode(write: (line: string) => void): MailCode {
  return async ({ name }, code, minutes) => {
    write(`The code that links an account to ${name} is ${code}; it counts for ${minutes} minutes.\n`);
  };
}

function codeMail(name: string, code: string, minutes: number): { subject: string; text: string } {
  return {
    subject: `${code} is your code for the shop`,
    text: [
      `Hello ${name},`,
      "",
      `somebody, most likely you, wants to link an account on Slack or Discord to your account in our shop. Write`,
      "",
      `    link ${code}`,
      "",
      `to the shop's assistant there within ${minutes} minutes. If that was not you, do nothing: without the code nobody is linked.`,
    ].join("\n"),
  };
}

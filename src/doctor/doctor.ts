// The contract of a check: it looks at one part of what the settings name, changes nothing, and says in words for whoever
// sets the service up what it found and what to do.

export interface Finding {
  level: "ok" | "warn" | "fail";
  /** The part that was looked at. */
  what: string;
  /** A sentence; names the setting to change, or the page of the platform where it is changed. */
  text: string;
}

export interface Check {
  what: string;
  run(): Promise<Finding[]>;
}

const found = (level: Finding["level"]) => (what: string, text: string) => ({ level, what, text });
export const ok = found("ok");
export const warn = found("warn");
export const fail = found("fail");

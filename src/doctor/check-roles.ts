// The settings in; whether somebody can answer, approve and be told out.
import type { Config } from "../config.ts";
import { type Finding, warn } from "./doctor.ts";

const WHAT = "Roles";

export async function checkRoles({ chat: { slack, discord } }: Config): Promise<Finding[]> {
  const chats = [
    ...(slack === null ? [] : [{ prefix: "SLACK", ...slack }]),
    ...(discord === null ? [] : [{ prefix: "DISCORD", ...discord }]),
  ];
  if (chats.length === 0) return [];
  const namesOf = (setting: string) => chats.map(({ prefix }) => `${prefix}_${setting}`).join(" and ");
  const findings: Finding[] = [];
  if (chats.every(({ admins }) => admins.length === 0)) {
    const words = chats.length === 1 ? "is" : "are";
    findings.push(warn(WHAT, `${namesOf("ADMINS")} ${words} empty: nobody can approve but on the page.`));
  }
  for (const { prefix, staff, admins } of chats) {
    if (staff.length > 0) continue;
    const others = admins.length > 0 ? "everybody there but the admins" : "everybody there";
    findings.push(warn(WHAT, `${prefix}_STAFF is empty: ${others} is a customer.`));
  }
  if (chats.every(({ staffChannel }) => staffChannel === null)) {
    const setting = chats.map(({ prefix }) => `${prefix}_STAFF_CHANNEL`).join(" or ");
    findings.push(warn(WHAT, `no staff channel: tickets and approvals are only seen on the page. Set ${setting}.`));
  }
  return findings;
}

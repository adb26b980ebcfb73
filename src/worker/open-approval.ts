// A changeset that needs people in; its approval, with who has to press and until when, out.
import type { Changeset } from "../changeset/changeset.ts";
import { withReturnWindow } from "../changeset/return-window.ts";
import type { Config } from "../config.ts";
import { buttonsNeeded } from "../policy.ts";
import type { NewApproval } from "../records/approvals.ts";
import type { Button } from "../report.ts";

/** Still to be stored. */
export function newApproval(
  given: Pick<NewApproval, "id" | "runId" | "request" | "now"> & { changeset: Changeset },
  limits: Config["approval"],
): NewApproval {
  const needs = buttonsNeeded(given.request.requester.role, given.changeset, limits);
  const changeset = withReturnWindow(given.changeset, given.now, limits.returnWindowDays);
  return { ...given, changeset, needs, expiresAt: expiryOf(needs, given.now, limits) };
}

/** The next button's own time: minutes for who asked, hours for an admin. */
export function expiryOf(needs: Button[], now: Date, limits: Config["approval"]): Date {
  const minutes = needs[0] === "admin" ? limits.approveHours * 60 : limits.confirmMinutes;
  return new Date(now.getTime() + minutes * 60_000);
}

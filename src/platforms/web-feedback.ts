// A thumb up or down for an answer in; kept with its run, or the refusal, out.
import { z } from "zod";
import { saveFeedback } from "../records/feedback.ts";
import { PersonSchema } from "../records/person.ts";
import type { Service } from "../service.ts";
import { Claim } from "./local-people.ts";
import type { Callers } from "./web-caller.ts";
import { WebError } from "./web-error.ts";
import { parse } from "./web-parse.ts";

const FeedbackBody = Claim.extend({ verdict: z.enum(["up", "down"]) });

/** A customer judges the answers that they got; another's run reads like one that does not exist. */
export async function giveFeedback({ database }: Service, callers: Callers, runId: string, body: unknown) {
  const { verdict, ...claim } = parse(FeedbackBody, body);
  const caller = await callers.person(claim);
  const run = await database.client.run.findUnique({
    where: { id: runId },
    select: { request: { select: { requester: true } } },
  });
  const isTheirs =
    run !== null && (caller.role !== "customer" || PersonSchema.parse(run.request.requester).person === caller.person);
  if (!isTheirs || !(await saveFeedback(database.client, runId, caller.person, verdict))) {
    throw new WebError(404, "NO_SUCH_RUN", "That answer is not kept any more.");
  }
  return { verdict, message: "Thank you, that helps." };
}

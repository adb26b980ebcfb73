// A message in a conversation that people of the shop have in; passed on to the staff, with no answer of the assistant,
// out.
import type { Transaction } from "../database/database.ts";
import { addReply, type UnsentReply } from "../records/outbox.ts";
import { type OpenRequest, setStage } from "../records/requests.ts";
import { tellStaff } from "../records/staff.ts";
import { inWords } from "../reply.ts";
import { nameOf } from "../requester.ts";
import { textsOf } from "../texts/texts-of.ts";
import { onOneLine } from "./tell-staff.ts";
import type { WorkerParts } from "./worker.ts";

/** Only who waits at the door is told anything: everybody else sees silence, until a person answers. */
export async function passOn(request: OpenRequest, ticketId: number, parts: WorkerParts): Promise<UnsentReply[]> {
  const { database, staffPlaces, wake } = parts;
  const { requester, text, conversationId, keys, trace, notRead } = request;
  const files = notRead.length === 0 ? "" : ` (with ${notRead.join(", ")})`;
  const { reply, told } = await database.transaction(async (tx: Transaction) => {
    await setStage(tx, request.id, "done");
    const news = { ...inWords(`Ticket ${ticketId}, ${nameOf(requester)}: ${onOneLine(text)}${files}`), ticketId };
    const isCustomer = requester.role === "customer";
    return {
      told: isCustomer ? await tellStaff(tx, staffPlaces, news) : [],
      reply: await addReply(
        tx,
        conversationId,
        {
          ...inWords(textsOf(requester.language).passedOn(ticketId), keys),
          to: "asker",
        },
        trace,
      ),
    };
  });
  wake(told);
  return [reply];
}

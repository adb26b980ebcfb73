// Complaints and wishes for a person → open-ticket; what staff do with tickets.
import type { Intent } from "../intent.ts";
import type { Context, Parts, Rule } from "../rule.ts";

const DEFECT =
  /\b(?:broken|broke|breaks|cracked|scratched|scratch(?:es)?|peeling|peels|loose|bent|defective|faulty|damaged|wrong (?:item|pair|colou?r|order|model|one|size)|missing|never (?:arrived|came)|not (?:arrived|arrive|received|receive|come|working|work)|has not (?:arrived|come)|fell (?:off|apart|out)|falling apart|came off|coming off|snapped|(?:order|delivery|parcel|package)\b.*\blate|wobbly|chipped|torn|leaking|stained|dirty|complain|complaint|problem with|issue with|unhappy with|disappointed)\b/u;
const OWN = /\b(?:my|mine|our|order \d+|(?:i|we) (?:have|received|got|bought))\b/u;
const PERSON =
  /\b(?:(?:talk|speak|chat|get|connect|put|transfer|hand|escalate)\b.*\b(?:to|with|through to)?\b.*\b(?:person|human|someone|somebody|agent|staff|manager|representative|colleague|real person|employee)|(?:want|need|have) (?:a|an|some) (?:human|person|agent|real person)|have (?:someone|somebody) (?:look|call|contact|check)|(?:call|contact|get back to) me|help (?:from|by) (?:an?|some|your) (?:real )?(?:human|person|agent|colleague|employee|staff))\b/u;

/** Asks about the rule, or says what is not wanted: not yet a complaint. */
const HYPOTHETICAL =
  /^(?:if|what|how|which|who|when|where|why|is|are|was|were|did|do|does|has|will|would|should|can i|could i|may i|no|never)\b/u;
const NO_TICKET =
  /\b(?:no need|do not (?:open|need|want)|not (?:a problem|broken|damaged)|never mind|maybe|buy|purchase|refund|cancel order|restock)\b/u;

export const ticketRules: Rule[] = [
  {
    pattern:
      /^close (?:the )?ticket (?:number )?(?<ticketId>\d+)(?<note>(?: ?[,.:]| because| as| with(?: the)? note).*)?$/u,
    meaning: closeTicket,
  },
  {
    pattern: /^(?:mark|set) ticket (?:number )?(?<ticketId>\d+) (?:as |to )?(?:closed|done|resolved|solved)$/u,
    meaning: closeTicket,
  },
  { pattern: /^(?:close|resolve) (?:the |a |that )?ticket$/u, meaning: closeTicket },
  {
    pattern:
      /^(?:(?:i|we) (?:want|would like|need) to )?(?:open|create|file|make|raise|log|submit|start|write) (?:me )?(?:a |an |another )?(?:new )?(?:support |service )?(?:ticket|case|complaint)(?<issue>.*)$/u,
    meaning: openTicket,
  },
  {
    pattern:
      /^(?:i (?:want|would like|need|have) (?:to make )?)?(?:a )?(?:ticket|complaint)(?<issue> ?[:,.].+| (?:about|for|that) .+)$/u,
    meaning: openTicket,
  },
  {
    pattern:
      /^(?:(?:show|list|see|give|tell|any|all|what|which|are|do|is|where|open|closed|my|the|how|status|state|check|display|view)\b.*)?\btickets?(?: (?:number )?(?<ticketId>\d+))?\b/u,
    meaning: listTickets,
  },
  { pattern: PERSON, meaning: wishForPerson },
  {
    pattern: DEFECT,
    meaning: (parts, context) => (OWN.test(context.sentence.text) ? complaint(parts, context) : null),
  },
];

function closeTicket(parts: Parts, { sentence }: Context): Intent | null {
  const note = (parts.note ?? "").replace(/^(?: ?[,.:]| because| as| with(?: the)? note)+ ?/u, "").trim();
  if ((sentence.isQuestion && !sentence.isPolite) || /\b(?:if|unless|not|but|and|or|wait|when|until)\b/u.test(note))
    return null;
  return {
    kind: "close-ticket",
    ticketId: parts.ticketId === undefined ? null : Number(parts.ticketId),
    note: note === "" ? null : note,
  };
}

function openTicket(parts: Parts, { sentence }: Context): Intent {
  const said = (parts.issue ?? "").replace(/^(?: ?[:,.]| about| for| because| that| saying| with)+/u, "").trim();
  return {
    kind: "open-ticket",
    issue: said === "" ? null : issueFrom(sentence.original),
    orderId: orderIn(sentence.text),
  };
}

/** In the person's own words, without the command in front of them. */
function issueFrom(original: string): string {
  return (
    original
      .replace(
        /^.{0,80}?\b(?:ticket|case|complaint)\b(?:\s*[:,.-]+|\s+(?:about|for|because|that|saying|with))?\s*/isu,
        "",
      )
      .trim() || original
  );
}

function wishForPerson(_parts: Parts, { sentence }: Context): Intent | null {
  if (NO_TICKET.test(sentence.text)) return null;
  return { kind: "open-ticket", issue: sentence.original, orderId: orderIn(sentence.text) };
}

function complaint(_parts: Parts, { sentence }: Context): Intent | null {
  const { text } = sentence;
  if (HYPOTHETICAL.test(text) || NO_TICKET.test(text)) return null;
  return { kind: "open-ticket", issue: sentence.original, orderId: orderIn(text) };
}

function orderIn(text: string): number | null {
  const ids = [...text.matchAll(/\border (?:number )?(?<id>\d{1,9})\b/gu)].map((match) => Number(match.groups?.id));
  return ids.length === 1 ? (ids[0] ?? null) : null;
}

function listTickets(parts: Parts, { sentence }: Context): Intent | null {
  if (/\b(?:close|delete|remove|reopen|assign)\b/u.test(sentence.text)) return null;
  if (/^how many\b/u.test(sentence.text)) {
    return {
      kind: "count",
      of: "tickets",
      status: /\bclosed\b/u.test(sentence.text) ? "closed" : /\bopen\b/u.test(sentence.text) ? "open" : null,
    };
  }
  const status = /\bclosed\b/u.test(sentence.text) ? "closed" : /\bopen\b/u.test(sentence.text) ? "open" : null;
  return { kind: "list-tickets", status, ticketId: parts.ticketId === undefined ? null : Number(parts.ticketId) };
}

import type { ClaimLanguage } from "./claim-words.ts";

const ORDER = "order|purchase|sale|return|refund|booking|cancell?ation|restock|request";

export const ENGLISH: ClaimLanguage = {
  byMe: "I(?:'ve| have|'d)?",
  isDone: "(?:is|are|was|were|'s|has been|have been|'s been|'ve been|got|we(?:'ve| have)?)",
  gap: "(?: (?:just|now|already|also|successfully|gladly|gone ahead and|all|both|been|it|them|that))* ",
  after: null,
  habits: "within|in|by|after|if|when|automatically|to|on|from|with|separately|out|through|at|per",
  deeds: [
    { deed: "booked", words: "booked|undone|reversed|reverted|rolled back", thing: null },
    { deed: "booked", words: "corrected", thing: "transactions?|entry|booking|amount" },
    {
      deed: "booked",
      words: "confirmed|processed|completed?|finali[sz]ed|executed|placed|submitted|approved",
      thing: ORDER,
    },
    { deed: "ordered", words: "ordered|purchased|bought", thing: null },
    { deed: "returned", words: "returned|taken back", thing: null },
    { deed: "refunded", words: "refunded|reimbursed|paid back", thing: null },
    { deed: "refunded", words: "issued|processed|initiated|made|sent", thing: "refunds?" },
    { deed: "cancelled", words: "cancell?ed", thing: null },
    { deed: "changed", words: "updated|changed|modified|amended|swapped|exchanged", thing: "order" },
    { deed: "restocked", words: "restocked|replenished", thing: null },
    { deed: "restocked", words: "set|adjusted|corrected|updated|added", thing: "stock" },
    {
      deed: "opened",
      words: "opened|created|filed|raised|logged|submitted",
      thing: "tickets?|support request|support case|complaint",
    },
    { deed: "closed", words: "closed|resolved", thing: "tickets?|support request|support case|complaint" },
    {
      deed: "handed-over",
      words: "forwarded|passed|escalated|handed|transferred|referred|notified|informed|alerted|asked|told|contacted",
      thing: "colleagues?|team|human|manager|staff|support|agent|specialist|department",
    },
  ],
  phrases: [
    { deed: "booked", words: "(?:has|have)(?: already)? gone through", thing: ORDER },
    { deed: "booked", words: "consider it done", thing: null },
  ],
  ready:
    "(?:is|are) (?:now )?ready (?:for|to be) (?:(?:your )?confirmation|confirmed|approval|approved)|(?:waits?|waiting) for (?:your|an admin's|the) (?:confirmation|approval)",
  promise:
    "(?:a colleague|someone|somebody|our (?:support )?team|our staff|a member of (?:our|the) \\w+|an agent|a human) will (?:contact|get back|reach out|call|be in touch|reply|respond|take over|look into)",
  allDone: "(?:all )?done|all set|it'?s done|that'?s done",
  negations: "not|\\p{L}+n't|cannot|never|no|nothing|none|nobody|without|neither|nor|unable|instead of",
  conditions:
    "once|when|whenever|as soon as|after|if|until|before|unless|whether|would|could|can|may|might|should|upon|in case|only|usually|normally|always|typically|generally",
  waits:
    "confirm(?!ed)\\p{L}*|to be confirmed|approval|approve|button|press|tap|click|waits?|waiting|pending|ready|will be|card below",
};

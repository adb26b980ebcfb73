// Small talk, questions about the shop as a whole, and wishes that are refused.

import { isRefusal } from "../doubt.ts";
import type { Intent } from "../intent.ts";
import { readSearchWords } from "../item-words.ts";
import type { Context, Parts, Rule } from "../rule.ts";

/** Read first: whatever else such a text says, it is not carried out. */
export const refusedRules: Rule[] = [
  {
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass|skip)\b.*\b(?:rules?|instructions?|prompts?|policy|policies|guidelines|limits|checks?|confirmation|approval)\b/u,
    meaning: refused,
  },
  {
    pattern:
      /\b(?:you are|i am|act as|pretend|make me|treat me as|become|sudo|as) (?:now )?(?:an? |the )?(?:admin|administrator|root|system|developer|owner|boss|staff|manager)\b/u,
    meaning: refused,
  },
  {
    pattern:
      /\b(?:system prompt|jailbreak|developer mode|confirm it yourself|approve it yourself|without (?:asking|confirmation|approval)|drop table|delete (?:all|every|the|from)|select \*|eval|execute_javascript|process 'env|api key|password|secret)\b/u,
    meaning: refused,
  },
  { pattern: /\b(?:set|change|make|lower|reduce|raise|increase|drop|cut)\b.*\bprices?\b/u, meaning: refused },
  { pattern: /\b(?:discount|coupon|voucher|for free|free of charge)\b/u, meaning: refused },
];

export const talkRules: Rule[] = [
  {
    pattern:
      /^(?:(?:what|how much) (?:is|are) )?(?:(?:our|the|your|my|shop|shop 's|store|store 's|current|till|till 's|the shop 's|the store 's|account|cash) )*(?:balance|cash balance|account balance|cash on hand)(?: of the (?:shop|store|till)| today| at the moment| right)?$/u,
    meaning: () => ({ kind: "balance" }),
  },
  { pattern: /\b(?:balance|how much (?:money|cash)|cash (?:in|on)|in the till|in the register)\b/u, meaning: balance },
  {
    pattern:
      /\b(?:units? (?:have been |were |we )?sold|sold units|sales (?:per|by|figures|of|numbers)|best ?sellers?|best[- ]selling|most sold|sold (?:the )?most|sells? best|sold (?:so far|per item|by item|today|this \p{L}+)|(?:how many|how much) .*\b(?:(?:have|did) (?:we|you) (?:sold|sell)|we sold|were sold|have been sold|sold))\b/u,
    meaning: unitsSold,
  },
  {
    pattern:
      /^(?:(?:how many|number of|count(?: of)?|list|show|who are|give)(?: me)?(?: the| our| all| your)* (?:customers|clients|customer (?:list|data|names|emails?))\b)/u,
    meaning: () => ({ kind: "count", of: "customers", status: null }),
  },
  {
    pattern:
      /^(?:how many|number of|count(?: of)?) (?:different |distinct )?(?:items|products|models|styles|kinds|articles)(?: (?:do|are|have|does|in|of)\b.*)?$/u,
    meaning: () => ({ kind: "count", of: "items", status: null }),
  },
  {
    pattern:
      /^(?:help(?: me)?|what can (?:you|i) (?:do|ask|say)(?: here)?|how (?:does|do) (?:this|it|you) work|what do you do|who are you|what are you|commands|menu|instructions|i need help|i need some help|what is this|how can you help(?: me)?)$/u,
    meaning: () => ({ kind: "talk", topic: "help" }),
  },
];

/** On the words before courtesies are taken off: a courtesy may be all there is. */
export const courtesyRules: Rule[] = [
  {
    pattern:
      /^(?:(?:ok|okay|great|perfect|cool|nice|super|awesome|wonderful|no|,|\.)\s*)*(?:thanks|thank you|thx|ty|cheers|much appreciated)(?: (?:a lot|so much|very much|again|bye|for (?:your|the) help|,|\.|that is all|everyone))*$/u,
    meaning: () => ({ kind: "talk", topic: "thanks" }),
  },
  {
    pattern:
      /^(?:(?:hi|hello|hey|hiya|yo|howdy|good (?:morning|day|evening|afternoon)|greetings)(?: (?:there|team|all|everyone|folks|shop))?[ ,.?]*)+(?:how are you|how is it going)?[ ?]*$/u,
    meaning: () => ({ kind: "talk", topic: "hello" }),
  },
  {
    pattern: /^.*$/u,
    meaning: (_parts, { sentence }) =>
      isRefusal(sentence.whole.replace(/[,.?\s]+$/u, "")) ? { kind: "drop", operation: null } : null,
  },
  {
    pattern:
      /^(?:(?:ok|okay|oh|actually|please|no|,|\.) )*(?:forget|drop|scrap|skip|never ?mind|cancel)(?: about)? (?:the |my |that )?(?<what>purchase|sale|refund|return|ticket|cancellation|delivery)(?: (?:please|then|,|\.))*$/u,
    meaning: (parts) => ({ kind: "drop", operation: WISHES[parts.what ?? ""] ?? null }),
  },
];

const WISHES: { [word: string]: string } = {
  purchase: "purchase",
  sale: "purchase",
  refund: "refund",
  return: "returnItem",
  ticket: "openTicket",
  cancellation: "cancelOrder",
  delivery: "restock",
};

function refused(): Intent {
  return { kind: "refused" };
}

function balance(_parts: Parts, { sentence }: Context): Intent | null {
  if (
    /\bhow much (?:money|cash)\b/u.test(sentence.text) &&
    !/\b(?:till|register|shop|store|we|balance|there)\b/u.test(sentence.text)
  )
    return null;
  return /^(?:what|how much|show|tell|give|is|get|check|display|the|our|current|do|see|balance)\b/u.test(sentence.text)
    ? { kind: "balance" }
    : null;
}

const FIGURE_WORDS =
  /\b(?:show|me|units?|sold|sales|per|by|item|items|product|figures|numbers|best|sellers?|bestsellers?|selling|sells?|most|so|far|each|how|many|much|have|we|did|sell|were|been|bar|pie|line|chart|graph|plot|diagram|as|a|an|in|of|the|today|this|week|month|year|total|overall|altogether|list|give|what|is|are|our|all|which|has|since|ever|now|draw|every|model|for)\b/gu;

function unitsSold(_parts: Parts, { sentence }: Context): Intent {
  const { words } = readSearchWords(sentence.text.replace(FIGURE_WORDS, " ").replace(/\s+/gu, " ").trim());
  return { kind: "units-sold", words };
}

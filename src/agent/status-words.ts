// A sentence in, the states of orders and tickets that it names out, in six languages.

export type State = "pending" | "shipped" | "delivered" | "cancelled" | "refunded" | "open" | "closed";

interface StateWords {
  state: State;
  words: string;
  /** Only in a sentence about a ticket: shops and lists are open and closed too. */
  isTicket: boolean;
}

const STATES: StateWords[] = [
  {
    state: "pending",
    words: "pending|ausstehend\\p{L}*|pendientes?|en attente|pendentes?|beklemede|bekliyor",
    isTicket: false,
  },
  {
    state: "shipped",
    words:
      "shipped|versandt|versendet|verschickt|enviad[oa]s?|expédiée?s?|envoyée?s?|gönderildi|kargoya verildi|kargoda",
    isTicket: false,
  },
  {
    state: "delivered",
    words: "delivered|geliefert|zugestellt|ausgeliefert|entregad[oa]s?|livrée?s?|entregues?|teslim edildi",
    isTicket: false,
  },
  {
    state: "cancelled",
    words: "cancell?ed|storniert|cancelad[oa]s?|anulad[oa]s?|annulée?s?|iptal edildi|iptal edilmiş",
    isTicket: false,
  },
  {
    state: "refunded",
    words: "refunded|erstattet|zurückerstattet|reembolsad[oa]s?|remboursée?s?|estornad[oa]s?|iade edildi",
    isTicket: false,
  },
  {
    state: "open",
    words: "open(?! (?:a|an|one|the|another|it)(?!\\p{L}))|offen\\p{L}*|abiert[oa]s?|ouverte?s?|abert[oa]s?|açık",
    isTicket: true,
  },
  {
    state: "closed",
    words: "closed|geschlossen\\p{L}*|cerrad[oa]s?|fermée?s?|clôturée?s?|fechad[oa]s?|kapalı|kapatıldı",
    isTicket: true,
  },
];

// "can be cancelled", "will be refunded", "kann storniert werden", "being shipped": none says how something stands.
const POSSIBLE =
  "(?<!(?:(?:can|could|may|must|will|would|to|only|not|yet|never|being|be|cannot|puede|pueden|ser|sera|será|serão|être|sera|pode|podem|no|não|pas|nicht|kann|können|wird|werden|nur)\\s+(?:only\\s+|yet\\s+|be\\s+|ser\\s+|être\\s+)?))";
const NOT_YET = "(?!\\s+(?:werden|wird|zu werden|yet|orders? can|olabilir|edilebilir))";
const TICKET =
  /(?<!\p{L})(?:tickets?|anfragen?|tiquet?e?s?|solicitud(?:es)?|demandes?|chamados?|talep\p{L}*)(?!\p{L})/iu;

const PATTERNS = STATES.map(({ state, words, isTicket }) => ({
  state,
  isTicket,
  pattern: new RegExp(`(?<!\\p{L})${POSSIBLE}(?:${words})(?!\\p{L})${NOT_YET}`, "iu"),
}));

export function statesIn(sentence: string): State[] {
  const isAboutTicket = TICKET.test(sentence);
  return PATTERNS.filter(({ isTicket, pattern }) => (!isTicket || isAboutTicket) && pattern.test(sentence)).map(
    ({ state }) => state,
  );
}

import type { ClaimLanguage } from "./claim-words.ts";

const ORDER = "pedido|encomenda|compra|venda|devolução|reembolso|cancelamento|reserva|estorno";
const TICKET = "ticket|tíquete|chamado|solicitação";
const PEOPLE = "colegas?|equipe|equipa|atendente|responsável|suporte";

export const PORTUGUESE: ClaimLanguage = {
  byMe: "eu tenho",
  isDone: "(?:está|estão|foi|foram|ficou|ficaram|tem sido|já está)",
  gap: "(?: (?:já|agora|também|devidamente))* ",
  after: null,
  habits: "em|por|após|depois|se|quando|a|com|de|dentro|no|na",
  deeds: [
    { deed: "booked", words: "reservad[oa]s?", thing: null },
    {
      deed: "booked",
      words: "confirmad[oa]s?|concluíd[oa]s?|realizad[oa]s?|feit[oa]s?|processad[oa]s?|efetuad[oa]s?|registr?ad[oa]s?",
      thing: ORDER,
    },
    { deed: "ordered", words: "encomendad[oa]s?|comprad[oa]s?", thing: null },
    { deed: "returned", words: "devolvid[oa]s?", thing: null },
    { deed: "refunded", words: "reembolsad[oa]s?|estornad[oa]s?", thing: null },
    { deed: "refunded", words: "realizad[oa]s?|efetuad[oa]s?|processad[oa]s?|feit[oa]s?", thing: "reembolso|estorno" },
    { deed: "cancelled", words: "cancelad[oa]s?|anulad[oa]s?", thing: null },
    { deed: "changed", words: "alterad[oa]s?|atualizad[oa]s?|modificad[oa]s?", thing: "pedido|encomenda" },
    { deed: "restocked", words: "repost[oa]s?|reabastecid[oa]s?", thing: null },
    { deed: "opened", words: "abert[oa]s?|criad[oa]s?", thing: TICKET },
    { deed: "closed", words: "fechad[oa]s?|encerrad[oa]s?", thing: TICKET },
    { deed: "handed-over", words: "encaminhad[oa]s?|transferid[oa]s?|avisad[oa]s?|informad[oa]s?", thing: PEOPLE },
  ],
  phrases: [
    { deed: "cancelled", words: "cancelei|anulei", thing: null },
    { deed: "refunded", words: "reembolsei|estornei", thing: null },
    { deed: "booked", words: "reservei", thing: null },
    { deed: "booked", words: "confirmei|registr?ei|concluí", thing: ORDER },
    { deed: "ordered", words: "encomendei|comprei", thing: null },
    { deed: "returned", words: "devolvi", thing: null },
    { deed: "changed", words: "alterei|atualizei", thing: "pedido|encomenda" },
    { deed: "restocked", words: "repus|reabasteci", thing: null },
    { deed: "opened", words: "abri|criei", thing: TICKET },
    { deed: "closed", words: "fechei|encerrei", thing: TICKET },
    { deed: "handed-over", words: "encaminhei|transferi|avisei|informei", thing: PEOPLE },
  ],
  ready: "pront[oa]s? para (?:ser(?:em)? )?confirm\\p{L}*|aguarda(?:m|ndo)? (?:a )?(?:sua|tua) confirmação",
  promise:
    "(?:um colega|uma colega|alguém|nossa equipe|a nossa equipa|um atendente) (?:vai|irá) (?:contatar|contactar|responder|ligar|entrar em contato)",
  allDone: "pronto|feito|está feito",
  negations: "não|nunca|nada|nenhum\\p{L}*|sem|nem",
  conditions:
    "quando|assim que|depois de|depois que|se|até|antes de|após|pode\\p{L}*|poderia\\p{L}*|só|somente|apenas|normalmente|sempre",
  waits: "confirm(?!ad|ei)\\p{L}*|aprova(?!d)\\p{L}*|botão|clique|prima|aguard\\p{L}*|espera|pendente|pront[oa]s? para",
};

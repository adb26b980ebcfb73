import type { ClaimLanguage } from "./claim-words.ts";

const ORDER = "pedido|compra|venta|devolución|reembolso|cancelación|reserva|orden";

export const SPANISH: ClaimLanguage = {
  byMe: "(?:(?:lo|la|le|te|les|os|los|las) )?he",
  isDone:
    "(?:está|están|ha sido|han sido|fue|fueron|queda|quedan|ha quedado|han quedado|quedó|quedaron|se ha|se han|(?:lo |la |le |te |les )?hemos)",
  gap: "(?: (?:ya|ahora|correctamente|exitosamente|con éxito|también))* ",
  after: null,
  habits: "en|por|después|si|cuando|a|con|de|dentro",
  deeds: [
    { deed: "booked", words: "reservad[oa]s?", thing: null },
    {
      deed: "booked",
      words: "confirmad[oa]s?|completad[oa]s?|realizad[oa]s?|procesad[oa]s?|hech[oa]s?|tramitad[oa]s?|registrad[oa]s?",
      thing: ORDER,
    },
    { deed: "ordered", words: "pedid[oa]s?|comprad[oa]s?|encargad[oa]s?", thing: null },
    { deed: "returned", words: "devuelt[oa]s?", thing: null },
    { deed: "refunded", words: "reembolsad[oa]s?|reintegrad[oa]s?", thing: null },
    { deed: "refunded", words: "realizad[oa]s?|procesad[oa]s?|emitid[oa]s?|hech[oa]s?", thing: "reembolso" },
    { deed: "cancelled", words: "cancelad[oa]s?|anulad[oa]s?", thing: null },
    { deed: "changed", words: "modificad[oa]s?|cambiad[oa]s?|actualizad[oa]s?", thing: "pedido|orden" },
    { deed: "restocked", words: "repuest[oa]s?|reabastecid[oa]s?", thing: null },
    { deed: "opened", words: "abiert[oa]s?|cread[oa]s?", thing: "tique|ticket|incidencia|caso|solicitud" },
    { deed: "closed", words: "cerrad[oa]s?", thing: "tique|ticket|incidencia|caso|solicitud" },
    {
      deed: "handed-over",
      words: "pasad[oa]s?|transferid[oa]s?|derivad[oa]s?|enviad[oa]s?|avisad[oa]s?|informad[oa]s?|pedido",
      thing: "colega|compañer[oa]|equipo|agente|encargad[oa]|personal",
    },
  ],
  phrases: [
    { deed: "cancelled", words: "cancelé|anulé", thing: null },
    { deed: "refunded", words: "reembolsé", thing: null },
    { deed: "booked", words: "reservé", thing: null },
    { deed: "ordered", words: "compré|encargué", thing: null },
    { deed: "returned", words: "devolví", thing: null },
    { deed: "restocked", words: "repuse", thing: null },
    { deed: "opened", words: "abrí|creé", thing: "tique|ticket|incidencia|caso|solicitud" },
    { deed: "closed", words: "cerré", thing: "tique|ticket|incidencia|caso|solicitud" },
    { deed: "handed-over", words: "avisé|transferí|informé", thing: "colega|compañer[oa]|equipo|agente|encargad[oa]" },
  ],
  ready: "list[oa]s? para (?:ser )?confirm\\p{L}*|pendientes? de (?:su|tu) confirmación",
  promise:
    "(?:un colega|un compañero|una compañera|alguien|nuestro equipo|un agente) (?:se pondrá|le contactará|te contactará|le llamará|te llamará)",
  allDone: "listo|hecho|ya está",
  negations: "no|nunca|nada|ningún\\p{L}*|sin|tampoco|ni",
  conditions:
    "cuando|una vez que|si|en cuanto|hasta que|antes de|después de|tras|puede\\p{L}*|podría\\p{L}*|solo|sólo|solamente|normalmente|siempre",
  waits: "confirm(?!ad)\\p{L}*|aproba\\p{L}*|botón|puls\\p{L}*|espera|pendiente|list[oa]s? para",
};

import type { ClaimLanguage } from "./claim-words.ts";

const ORDER = "commande|achat|vente|retour|remboursement|annulation|réservation";
const TICKET = "ticket|demande|dossier|réclamation";

export const FRENCH: ClaimLanguage = {
  byMe: "(?:j'ai|je (?:l'|les |vous |t'|lui |leur )ai|je vous l'ai|j'en ai)",
  isDone:
    "(?:est|sont|a été|ont été|a bien été|ont bien été|vient d'être|viennent d'être|nous avons|nous (?:l'|les |vous )avons|on a)",
  gap: "(?: (?:bien|déjà|maintenant|désormais|aussi|également))* ",
  after: null,
  habits: "sous|dans|en|par|après|si|avec|de|à|selon",
  deeds: [
    { deed: "booked", words: "réservée?s?", thing: null },
    {
      deed: "booked",
      words: "confirmée?s?|validée?s?|passée?s?|effectuée?s?|finalisée?s?|traitée?s?|enregistrée?s?",
      thing: ORDER,
    },
    { deed: "ordered", words: "commandée?s?|achetée?s?", thing: null },
    { deed: "returned", words: "retournée?s?|reprise?s?", thing: null },
    { deed: "refunded", words: "remboursée?s?", thing: null },
    { deed: "refunded", words: "effectuée?s?|traitée?s?|versée?s?|émise?s?", thing: "remboursement" },
    { deed: "cancelled", words: "annulée?s?", thing: null },
    { deed: "changed", words: "modifiée?s?|mise?s? à jour|changée?s?", thing: "commande" },
    { deed: "restocked", words: "réapprovisionnée?s?|réassortie?s?", thing: null },
    { deed: "opened", words: "ouverte?s?|créée?s?", thing: TICKET },
    { deed: "closed", words: "fermée?s?|clôturée?s?|clos", thing: TICKET },
    {
      deed: "handed-over",
      words: "transmise?s?|transférée?s?|prévenue?s?|informée?s?|contactée?s?|demandé",
      thing: "collègues?|équipe|conseill(?:er|ère)|responsable|personnel",
    },
  ],
  phrases: [],
  ready: "prêt\\p{L}* (?:à être|à|pour (?:la|votre)) confirm\\p{L}*|en attente de (?:votre|ta) confirmation",
  promise:
    "(?:un collègue|une collègue|quelqu'un|notre équipe|un conseiller|une conseillère) (?:va vous|vous) (?:contacter|contactera|recontacter|recontactera|rappeler|rappellera|répondre|répondra)",
  allDone: "c'est fait|voilà qui est fait|terminé",
  negations: "ne|n'\\p{L}+|pas|jamais|rien|aucun\\p{L}*|sans|ni",
  conditions:
    "quand|lorsque|lorsqu'\\p{L}+|dès que|une fois|si|s'il|s'ils|avant|après|jusqu'à|peut|peuvent|pourrait|pourra|seules?|seulement|normalement|toujours",
  waits:
    "confirm(?!é)\\p{L}*|valid(?!é)\\p{L}*|approb\\p{L}*|bouton|appuy\\p{L}*|cliqu\\p{L}*|attend|attente|prêt\\p{L}*",
};

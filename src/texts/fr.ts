// French.
import type { Texts } from "./texts.ts";

const howToLink =
  "Pour lier votre compte, écrivez-moi en message privé « link » et l'adresse e-mail que la boutique a de vous ; je vous enverrai un code.";

export const fr: Texts = {
  handedOver: (id) =>
    `J'ai demandé à une personne de l'équipe de prendre le relais (ticket ${id}). Elle vous répondra ici ; d'ici là, je n'interviens pas.`,
  nobodyToReach: "D'ici, personne de la boutique n'est joignable.",
  declined:
    "Je préfère ne pas répondre à cela. Je vous aide volontiers pour les articles, les commandes et les tickets.",
  needsAccount: `Pour cela, je dois savoir qui vous êtes. ${howToLink}`,
  howToLink,
  notWorkedOut: "Je n'ai pas pu résoudre cela. Rien n'a été changé ; dites-le autrement, s'il vous plaît.",
  notWorkedOutTicket: (id) =>
    `Je n'ai pas pu résoudre cela et j'ai demandé à une personne de l'équipe de regarder (ticket ${id}). Rien n'a été changé.`,
  modelUnavailable:
    "Je ne peux pas réfléchir en ce moment : le modèle de langage ne répond pas. Rien n'a été changé et votre demande est gardée ; écrivez « retry » pour réessayer.",
  serviceCap:
    "La boutique a répondu aujourd'hui autant qu'elle le peut. Rien n'a été changé et votre demande est gardée ; écrivez « retry » demain, s'il vous plaît.",
  customerCap:
    "Vous avez demandé autant qu'un client le peut en un jour. Rien n'a été changé et votre demande est gardée ; écrivez « retry » demain, s'il vous plaît.",
  fault:
    "Quelque chose s'est mal passé de notre côté. Rien n'a été changé et votre demande est gardée ; écrivez « retry » pour réessayer.",
  reference: (id) => `(Référence : ${id})`,
  notRead: (names) => `Je n'ai pas lu ${names} : je ne peux pas lire les fichiers.`,
  wholeList: (rows) => `La liste complète, de ${rows} lignes, est jointe.`,
  lessShown: "Un graphique ou une liste n’a pas pu être créé ; redemande en une seule fois un peu moins.",
  and: "et",
  more: (count) => `${count} de plus`,
  cardNumberRemoved:
    "J'ai retiré ce qui ressemble à un numéro de carte avant que quelqu'un ne le voie : n'en envoyez jamais ici, s'il vous plaît.",
  secretRemoved:
    "J'ai retiré ce qui ressemble à un mot de passe ou à une clé avant que quelqu'un ne le voie : n'en envoyez jamais ici, s'il vous plaît.",
  inPlainWords: {
    ready: "C'est prêt, et rien n'est changé avant la confirmation",
    onRecord: "Voici ce qui figure dans les registres de la boutique",
    inStock: (count) => `${count} en stock`,
  },
  passedOn: (id) => `Une personne de l'équipe a cette conversation (ticket ${id}) ; votre message lui est transmis.`,
  missed:
    "Je n'étais pas là quand vous avez écrit cela, et du temps a passé ; je n'ai donc rien fait. Redemandez si cela compte encore, s'il vous plaît.",
  resolved: (id) => `Le ticket ${id} est résolu ; l'assistant est de retour. Continuez d'écrire s'il y a autre chose.`,

  booked: "C'est fait : c'est enregistré.",
  waitsForAdmin: "Merci, c'est confirmé. Cela attend maintenant l'accord d'un administrateur.",
  cancelled: "Annulé : rien n'a été changé.",
  declinedByAdmin: (reason) =>
    `Un administrateur a refusé${reason === null ? "" : ` : ${reason}`}. Rien n'a été changé.`,
  movedOn: "La boutique a changé entre-temps, donc rien n'a été enregistré.",
  movedOnYet: "La boutique a changé entre-temps, donc rien n'a encore été enregistré.",
  lookAtNewCard: "Regardez la nouvelle carte, s'il vous plaît.",
  expired: "Cette carte a expiré et rien n'a été changé. Redemandez pour en avoir une nouvelle.",
  pressAgain:
    "Quelque chose s'est mal passé de notre côté et rien n'a été changé. Appuyez de nouveau dans un instant, s'il vous plaît.",
  closed: {
    committed: "C'est déjà décidé : c'est enregistré.",
    cancelled: "C'est déjà décidé : c'est annulé.",
    rejected: "C'est déjà décidé : un administrateur a refusé.",
    stale: "Cette carte n'est plus à jour, car la boutique a changé depuis. Rien n'a été changé.",
    expired: "Cette carte a expiré. Redemandez pour en avoir une nouvelle.",
    replaced: "Une carte plus récente a pris la place de celle-ci.",
    pending: "Cette carte est encore ouverte.",
  },

  notRequester: "Seule la personne qui l'a demandé peut le confirmer ou l'annuler.",
  notAdmin: "Seul un administrateur peut l'approuver ou le refuser.",
  ownRequest: "Personne n'approuve sa propre demande ; un autre administrateur doit le faire.",
  notConfirmedYet: "La personne qui l'a demandé ne l'a pas encore confirmé ; cela arrive ensuite aux administrateurs.",
  confirmedAlready: "C'est déjà confirmé et cela attend un administrateur.",
  noSuchCard: "Cette carte n'existe pas. Redemandez pour en avoir une nouvelle.",
  emptyMessage: "Écrivez ce que vous voulez savoir ou faire.",
  cannotReadFiles: "Je ne peux pas lire les fichiers ni les images.",
  tooLong: (chars, most) => `Cela fait ${chars} caractères ; dites-le en ${most} au plus, s'il vous plaît.`,
  tooFast: "C'est plus que je ne peux suivre. Attendez une minute avant d'écrire de nouveau, s'il vous plaît.",
  notTaken: (reference) =>
    `Quelque chose s'est mal passé de notre côté et cela n'a pas été pris. Réessayez dans un instant, s'il vous plaît. (Référence : ${reference})`,

  linkHelp: (minutes, handle) =>
    `Écrivez « link » et l'adresse e-mail que la boutique a de vous, puis « link » et le code du courriel (il vaut ${minutes} minutes) ; « link off » y met fin. L'équipe peut aussi vous lier : vous êtes ${handle}.`,
  linkCodeSent: (minutes) =>
    `Si la boutique a cette adresse, un code est en route. Écrivez-moi « link » et le code dans les ${minutes} minutes. Si aucun courriel n'arrive, demandez à l'équipe.`,
  linkAskedAlready: "Vous venez de demander un code. Regardez vos courriels, ou redemandez dans une minute.",
  linkNoMail: "Ici, on ne peut pas envoyer de codes. Demandez à l'équipe de lier votre compte.",
  linkExpired: "Ce code a expiré. Demandez-en un nouveau.",
  linkTooOften: "Cela a été essayé trop souvent. Demandez un nouveau code.",
  linkWrong: "Ce n'est pas le code. Regardez encore le courriel.",
  linked: (name) => `Merci, ${name} : votre compte est lié. Ce que vous demandez dès maintenant est à vous.`,
  unlinked: "Votre compte n'est plus lié à personne.",

  card: {
    roles: { customer: "client", staff: "équipe", admin: "administrateur" },
    asked: (name, role) => `${name} (${role}) a demandé`,
    waitsFor: (name) => `Attend la confirmation de ${name}`,
    waitsForAdmin: "Attend un administrateur",
    done: "Fait",
    declined: "Refusé",
    cancelled: "Annulé",
    expired: "Expiré",
    stale: "Plus à jour",
    replaced: "Remplacé",
    changeMade: "Le changement est fait.",
    nothingChanged: "Rien n'a été changé.",
    nobodyDecided: "Personne n'a décidé à temps, donc rien n'a été changé. Redemandez pour avoir une nouvelle carte.",
    shopMoved: "La boutique a changé pendant que cela attendait.",
    newCard: "Une nouvelle carte montre où cela en est.",
    newerRequest: "Une demande plus récente a pris sa place ; ici, rien n'a été changé.",
    into: (amount) => `+${amount} dans la caisse`,
    out: (amount) => `${amount} hors de la caisse`,
    confirm: "Confirmer",
    cancel: "Annuler",
    approve: "Approuver",
    decline: "Refuser",
    takeBack: "Retirer",
    viewPlan: "Voir le plan",
    openUntil: (time) => `Ouvert jusqu'au ${time}`,
    decided: {
      confirm: (who) => `${who} a confirmé`,
      cancel: (who) => `${who} a annulé`,
      approve: (who) => `${who} a approuvé`,
      reject: (who) => `${who} a refusé`,
    },
    ledger: (id) => `Écriture ${id}`,
    order: (id) => `Commande ${id}`,
    ticket: (id) => `Ticket ${id}`,
    columns: {
      quantityInStock: "en stock",
      balanceAfter: "caisse",
      totalAmount: "total",
      amount: "montant",
      status: "état",
      price: "prix",
    },
  },

  lines: {
    price: (unit, total) => ` à ${unit} = ${total}`,
    sell: (goods, price, to) => `Vente : ${goods}${price}${to === null ? "" : `, à ${to} sur une nouvelle commande`}`,
    takeBack: (goods, price, orderId, of) =>
      `Reprise : ${goods}${price}${orderId === null ? "" : `, de la commande ${orderId}${of === null ? "" : ` de ${of}`}`}`,
    refund: (amount, order, of) =>
      `Remboursement : ${amount} pour la commande ${order}${of === null ? "" : ` de ${of}`}`,
    changeOrder: (order, of, from, to, amount) =>
      `Modifier la commande ${order}${of === null ? "" : ` de ${of}`} : ${to} au lieu de ${from} ; le montant reste ${amount}`,
    cancelOrder: (order, of, goods, back) =>
      `Annuler la commande ${order}${of === null ? "" : ` de ${of}`} (${goods})${back === null ? "" : ` et rendre ${back}`}`,
    openTicket: (of, orderId, issue) =>
      `Ouvrir un ticket${of === null ? "" : ` pour ${of}`}${orderId === null ? "" : ` sur la commande ${orderId}`} : ${issue}`,
  },

  stage: {
    received: "Reçu…",
    delayed: "La file d'attente n'est pas joignable en ce moment ; votre message est gardé et aura une réponse.",
    delayedFor: (minutes) =>
      `Le modèle est occupé en ce moment ; votre message est gardé et aura une réponse dans ${minutes <= 1 ? "une minute environ" : `environ ${minutes} minutes`}.`,
    loading: "Je regarde la boutique…",
    planning: "Je réfléchis…",
    collecting: "Il manque une chose…",
    running: "Je l'essaie dans la boutique, rien n'est encore changé…",
    checking: "Je vérifie le résultat…",
    repairing: "Je corrige le plan…",
    waiting: "Prêt, attend un bouton.",
    committing: "Le changement se fait…",
    done: "Fait.",
  },
};

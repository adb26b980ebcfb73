// Portuguese.
import type { Texts } from "./texts.ts";

const howToLink =
  "Para ligar a sua conta, escreva-me numa mensagem direta «link» e o endereço de e-mail que a loja tem de si; eu envio-lhe um código.";

export const pt: Texts = {
  handedOver: (id) =>
    `Pedi a uma pessoa da equipa que assuma (ticket ${id}). A resposta chega aqui; até lá, não interfiro.`,
  nobodyToReach: "Daqui não é possível falar com ninguém da loja.",
  declined: "Prefiro não responder a isso. Ajudo com gosto em artigos, encomendas e tickets.",
  needsAccount: `Para isso preciso de saber quem é. ${howToLink}`,
  howToLink,
  notWorkedOut: "Não consegui resolver isto. Nada foi alterado; diga-o de outra forma, por favor.",
  notWorkedOutTicket: (id) =>
    `Não consegui resolver isto e pedi a uma pessoa da equipa que veja (ticket ${id}). Nada foi alterado.`,
  modelUnavailable:
    "Agora não consigo pensar: o modelo de linguagem não responde. Nada foi alterado e o seu pedido fica guardado; escreva «retry» para tentar outra vez.",
  serviceCap:
    "A loja já respondeu hoje tudo o que pode. Nada foi alterado e o seu pedido fica guardado; escreva «retry» amanhã, por favor.",
  customerCap:
    "Já perguntou hoje tudo o que um cliente pode num dia. Nada foi alterado e o seu pedido fica guardado; escreva «retry» amanhã, por favor.",
  fault:
    "Algo correu mal do nosso lado. Nada foi alterado e o seu pedido fica guardado; escreva «retry» para tentar outra vez.",
  reference: (id) => `(Referência: ${id})`,
  notRead: (names) => `Não li ${names}: não consigo ler ficheiros.`,
  wholeList: (rows) => `Segue a lista completa, de ${rows} linhas.`,
  lessShown: "Não foi possível criar um gráfico ou uma lista para isto; pergunte de novo pedindo menos de uma vez.",
  and: "e",
  more: (count) => `mais ${count}`,
  cardNumberRemoved:
    "Retirei o que parece ser um número de cartão antes de alguém o ver: nunca envie nenhum aqui, por favor.",
  secretRemoved:
    "Retirei o que parece ser uma palavra-passe ou chave antes de alguém a ver: nunca envie nenhuma aqui, por favor.",
  inPlainWords: {
    ready: "Está preparado, e nada muda antes da confirmação",
    onRecord: "Isto é o que consta na loja",
    inStock: (count) => `${count} em stock`,
  },
  passedOn: (id) => `Uma pessoa da equipa tem esta conversa (ticket ${id}); a sua mensagem foi passada.`,
  missed:
    "Eu não estava quando escreveu isto e já passou algum tempo, por isso não fiz nada. Pergunte outra vez se ainda importa, por favor.",
  resolved: (id) => `O ticket ${id} está resolvido; o assistente está de volta. Continue a escrever se houver mais.`,

  booked: "Feito: está registado.",
  waitsForAdmin: "Obrigado, está confirmado. Agora espera a aprovação de um administrador.",
  cancelled: "Cancelado: nada foi alterado.",
  declinedByAdmin: (reason) =>
    `Um administrador recusou isto${reason === null ? "" : `: ${reason}`}. Nada foi alterado.`,
  movedOn: "A loja mudou entretanto, por isso nada foi registado.",
  movedOnYet: "A loja mudou entretanto, por isso ainda nada foi registado.",
  lookAtNewCard: "Veja o novo cartão, por favor.",
  expired: "Este cartão expirou e nada foi alterado. Peça outra vez para ter um novo.",
  pressAgain: "Algo correu mal do nosso lado e nada foi alterado. Carregue outra vez daqui a pouco, por favor.",
  closed: {
    committed: "Isto já está decidido: está registado.",
    cancelled: "Isto já está decidido: foi cancelado.",
    rejected: "Isto já está decidido: um administrador recusou.",
    stale: "Este cartão está desatualizado, porque a loja mudou desde então. Nada foi alterado.",
    expired: "Este cartão expirou. Peça outra vez para ter um novo.",
    replaced: "Um cartão mais novo tomou o lugar deste.",
    pending: "Este cartão ainda está aberto.",
  },

  notRequester: "Só quem pediu isto o pode confirmar ou cancelar.",
  notAdmin: "Só um administrador o pode aprovar ou recusar.",
  ownRequest: "Ninguém aprova o próprio pedido; tem de ser outro administrador.",
  notConfirmedYet: "Quem pediu ainda não confirmou; depois disso chega aos administradores.",
  confirmedAlready: "Isto já está confirmado e espera um administrador.",
  noSuchCard: "Esse cartão não existe. Peça outra vez para ter um novo.",
  emptyMessage: "Escreva o que quer saber ou fazer.",
  cannotReadFiles: "Não consigo ler ficheiros nem imagens.",
  tooLong: (chars, most) => `São ${chars} caracteres; diga-o no máximo em ${most}, por favor.`,
  tooFast: "É mais do que consigo acompanhar. Espere um minuto antes de escrever outra vez, por favor.",
  notTaken: (reference) =>
    `Algo correu mal do nosso lado e isto não foi recebido. Tente outra vez daqui a pouco, por favor. (Referência: ${reference})`,

  linkHelp: (minutes, handle) =>
    `Escreva «link» e o endereço de e-mail que a loja tem de si, depois «link» e o código do e-mail (vale ${minutes} minutos); «link off» termina. A equipa também pode ligar a sua conta: você é ${handle}.`,
  linkCodeSent: (minutes) =>
    `Se a loja tem esse endereço, um código vai a caminho. Escreva-me «link» e o código dentro de ${minutes} minutos. Se não chegar nenhum e-mail, pergunte à equipa.`,
  linkAskedAlready: "Pediu um código há instantes. Veja o seu e-mail, ou peça outra vez daqui a um minuto.",
  linkNoMail: "Aqui não é possível enviar códigos. Peça à equipa que ligue a sua conta.",
  linkExpired: "Esse código expirou. Peça um novo.",
  linkTooOften: "Isso foi tentado vezes de mais. Peça um código novo.",
  linkWrong: "Esse não é o código. Veja outra vez o e-mail.",
  linked: (name) => `Obrigado, ${name}: a sua conta está ligada. O que pedir a partir de agora é seu.`,
  unlinked: "A sua conta já não está ligada a ninguém.",

  card: {
    roles: { customer: "cliente", staff: "equipa", admin: "administrador" },
    asked: (name, role) => `${name} (${role}) pediu`,
    waitsFor: (name) => `Espera a confirmação de ${name}`,
    waitsForAdmin: "Espera um administrador",
    done: "Feito",
    declined: "Recusado",
    cancelled: "Cancelado",
    expired: "Expirado",
    stale: "Desatualizado",
    replaced: "Substituído",
    changeMade: "A alteração está feita.",
    nothingChanged: "Nada foi alterado.",
    nobodyDecided: "Ninguém decidiu a tempo, por isso nada foi alterado. Peça outra vez para ter um novo cartão.",
    shopMoved: "A loja mudou enquanto isto esperava.",
    newCard: "Um novo cartão mostra como está agora.",
    newerRequest: "Um pedido mais novo tomou o seu lugar; aqui nada foi alterado.",
    into: (amount) => `+${amount} para a caixa`,
    out: (amount) => `${amount} da caixa`,
    confirm: "Confirmar",
    cancel: "Cancelar",
    approve: "Aprovar",
    decline: "Recusar",
    takeBack: "Retirar",
    viewPlan: "Ver o plano",
    openUntil: (time) => `Aberto até ${time}`,
    decided: {
      confirm: (who) => `${who} confirmou`,
      cancel: (who) => `${who} cancelou`,
      approve: (who) => `${who} aprovou`,
      reject: (who) => `${who} recusou`,
    },
    ledger: (id) => `Lançamento ${id}`,
    order: (id) => `Encomenda ${id}`,
    ticket: (id) => `Ticket ${id}`,
    columns: {
      quantityInStock: "em stock",
      balanceAfter: "caixa",
      totalAmount: "total",
      amount: "valor",
      status: "estado",
      price: "preço",
    },
  },

  lines: {
    price: (unit, total) => ` a ${unit} = ${total}`,
    sell: (goods, price, to) => `Venda: ${goods}${price}${to === null ? "" : `, a ${to} numa nova encomenda`}`,
    takeBack: (goods, price, orderId, of) =>
      `Devolução: ${goods}${price}${orderId === null ? "" : `, da encomenda ${orderId}${of === null ? "" : ` de ${of}`}`}`,
    refund: (amount, order, of) => `Reembolso: ${amount} pela encomenda ${order}${of === null ? "" : ` de ${of}`}`,
    changeOrder: (order, of, from, to, amount) =>
      `Alterar a encomenda ${order}${of === null ? "" : ` de ${of}`}: em vez de ${from}, ${to}; o valor continua ${amount}`,
    cancelOrder: (order, of, goods, back) =>
      `Cancelar a encomenda ${order}${of === null ? "" : ` de ${of}`} (${goods})${back === null ? "" : ` e devolver ${back}`}`,
    openTicket: (of, orderId, issue) =>
      `Abrir um ticket${of === null ? "" : ` para ${of}`}${orderId === null ? "" : ` sobre a encomenda ${orderId}`}: ${issue}`,
  },

  stage: {
    received: "Recebido…",
    delayed: "A fila não está acessível agora; a sua mensagem fica guardada e terá resposta.",
    delayedFor: (minutes) =>
      `O modelo está ocupado agora; a sua mensagem fica guardada e terá resposta dentro de ${minutes <= 1 ? "cerca de um minuto" : `cerca de ${minutes} minutos`}.`,
    loading: "A ver a loja…",
    planning: "A pensar…",
    collecting: "Falta uma coisa…",
    running: "A experimentar na loja, ainda nada é alterado…",
    checking: "A verificar o resultado…",
    repairing: "A corrigir o plano…",
    waiting: "Pronto, espera um botão.",
    committing: "A fazer a alteração…",
    done: "Feito.",
  },
};

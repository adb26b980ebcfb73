// Spanish.
import type { Texts } from "./texts.ts";

const howToLink =
  "Para vincular su cuenta, escríbame en un mensaje directo «link» y la dirección de correo que la tienda tiene de usted; le enviaré un código.";

export const es: Texts = {
  handedOver: (id) =>
    `He pedido a una persona del equipo que se haga cargo (ticket ${id}). Le responderá aquí; hasta entonces no intervengo.`,
  nobodyToReach: "Desde aquí no se puede localizar a nadie de la tienda.",
  declined: "Prefiero no responder a eso. Con gusto le ayudo con artículos, pedidos y tickets.",
  needsAccount: `Para eso tengo que saber quién es usted. ${howToLink}`,
  howToLink,
  notWorkedOut: "No he podido resolverlo. No se ha cambiado nada; dígalo de otra manera, por favor.",
  notWorkedOutTicket: (id) =>
    `No he podido resolverlo y he pedido a una persona del equipo que lo vea (ticket ${id}). No se ha cambiado nada.`,
  modelUnavailable:
    "Ahora mismo no puedo pensar: el modelo de lenguaje no responde. No se ha cambiado nada y su solicitud queda guardada; escriba «retry» para intentarlo otra vez.",
  serviceCap:
    "La tienda ya ha respondido hoy todo lo que puede. No se ha cambiado nada y su solicitud queda guardada; escriba «retry» mañana, por favor.",
  customerCap:
    "Hoy ha preguntado todo lo que un cliente puede en un día. No se ha cambiado nada y su solicitud queda guardada; escriba «retry» mañana, por favor.",
  fault:
    "Algo ha fallado por nuestra parte. No se ha cambiado nada y su solicitud queda guardada; escriba «retry» para intentarlo otra vez.",
  reference: (id) => `(Referencia: ${id})`,
  notRead: (names) => `No he leído ${names}: no puedo leer archivos.`,
  wholeList: (rows) => `Adjunto va la lista completa, de ${rows} filas.`,
  lessShown: "No se pudo crear un gráfico o una lista para esto; vuelve a preguntar pidiendo menos de una vez.",
  and: "y",
  more: (count) => `${count} más`,
  cardNumberRemoved:
    "He quitado lo que parece un número de tarjeta antes de que nadie lo viera: no envíe nunca uno aquí, por favor.",
  secretRemoved:
    "He quitado lo que parece una contraseña o una clave antes de que nadie la viera: no envíe nunca una aquí, por favor.",
  inPlainWords: {
    ready: "Esto está preparado y no se cambia nada antes de confirmarlo",
    onRecord: "Esto es lo que consta en la tienda",
    inStock: (count) => `${count} en stock`,
  },
  passedOn: (id) => `Una persona del equipo lleva esta conversación (ticket ${id}); su mensaje se le ha pasado.`,
  missed:
    "No estaba cuando escribió esto y ha pasado un rato, así que no he hecho nada. Vuelva a preguntar si todavía importa, por favor.",
  resolved: (id) => `El ticket ${id} está resuelto; el asistente ha vuelto. Siga escribiendo si hay algo más.`,

  booked: "Hecho: está registrado.",
  waitsForAdmin: "Gracias, queda confirmado. Ahora espera la aprobación de un administrador.",
  cancelled: "Cancelado: no se ha cambiado nada.",
  declinedByAdmin: (reason) =>
    `Un administrador lo ha rechazado${reason === null ? "" : `: ${reason}`}. No se ha cambiado nada.`,
  movedOn: "La tienda ha cambiado entretanto, así que no se ha registrado nada.",
  movedOnYet: "La tienda ha cambiado entretanto, así que todavía no se ha registrado nada.",
  lookAtNewCard: "Mire la nueva tarjeta, por favor.",
  expired: "Esta tarjeta ha caducado y no se ha cambiado nada. Vuelva a pedirlo para tener una nueva.",
  pressAgain: "Algo ha fallado por nuestra parte y no se ha cambiado nada. Pulse otra vez dentro de un momento.",
  closed: {
    committed: "Esto ya está decidido: está registrado.",
    cancelled: "Esto ya está decidido: se canceló.",
    rejected: "Esto ya está decidido: un administrador lo rechazó.",
    stale: "Esta tarjeta está desfasada, porque la tienda ha cambiado desde entonces. No se ha cambiado nada.",
    expired: "Esta tarjeta ha caducado. Vuelva a pedirlo para tener una nueva.",
    replaced: "Una tarjeta más nueva ha ocupado el lugar de esta.",
    pending: "Esta tarjeta sigue abierta.",
  },

  notRequester: "Solo quien lo ha pedido puede confirmarlo o cancelarlo.",
  notAdmin: "Solo un administrador puede aprobarlo o rechazarlo.",
  ownRequest: "Nadie aprueba su propia solicitud; tiene que hacerlo otro administrador.",
  notConfirmedYet: "Quien lo ha pedido todavía no lo ha confirmado; después llega a los administradores.",
  confirmedAlready: "Esto ya está confirmado y espera a un administrador.",
  noSuchCard: "Esa tarjeta no existe. Vuelva a pedirlo para tener una nueva.",
  emptyMessage: "Escriba lo que quiere saber o hacer.",
  cannotReadFiles: "No puedo leer archivos ni imágenes.",
  tooLong: (chars, most) => `Son ${chars} caracteres; dígalo en ${most} como máximo, por favor.`,
  tooFast: "Es más de lo que puedo seguir. Espere un minuto antes de volver a escribir, por favor.",
  notTaken: (reference) =>
    `Algo ha fallado por nuestra parte y esto no se ha recogido. Inténtelo otra vez dentro de un momento. (Referencia: ${reference})`,

  linkHelp: (minutes, handle) =>
    `Escriba «link» y la dirección de correo que la tienda tiene de usted, y después «link» y el código del correo (vale ${minutes} minutos); «link off» lo termina. También el equipo puede vincularle: usted es ${handle}.`,
  linkCodeSent: (minutes) =>
    `Si la tienda tiene esa dirección, un código va de camino. Escríbame «link» y el código en ${minutes} minutos. Si no llega ningún correo, pregunte al equipo.`,
  linkAskedAlready: "Ha pedido un código hace un momento. Mire su correo o pídalo otra vez dentro de un minuto.",
  linkNoMail: "Aquí no se pueden enviar códigos. Pida al equipo que vincule su cuenta.",
  linkExpired: "Ese código ha caducado. Pida uno nuevo.",
  linkTooOften: "Se ha intentado demasiadas veces. Pida un código nuevo.",
  linkWrong: "Ese no es el código. Mire otra vez el correo.",
  linked: (name) => `Gracias, ${name}: su cuenta está vinculada. Lo que pida desde ahora es suyo.`,
  unlinked: "Su cuenta ya no está vinculada a nadie.",

  card: {
    roles: { customer: "cliente", staff: "equipo", admin: "administrador" },
    asked: (name, role) => `${name} (${role}) pidió`,
    waitsFor: (name) => `Espera la confirmación de ${name}`,
    waitsForAdmin: "Espera a un administrador",
    done: "Hecho",
    declined: "Rechazado",
    cancelled: "Cancelado",
    expired: "Caducado",
    stale: "Desfasado",
    replaced: "Sustituido",
    changeMade: "El cambio está hecho.",
    nothingChanged: "No se ha cambiado nada.",
    nobodyDecided:
      "Nadie ha decidido a tiempo, así que no se ha cambiado nada. Vuelva a pedirlo para tener una tarjeta nueva.",
    shopMoved: "La tienda ha cambiado mientras esto esperaba.",
    newCard: "Una tarjeta nueva muestra cómo está ahora.",
    newerRequest: "Una solicitud más nueva ha ocupado su lugar; aquí no se ha cambiado nada.",
    into: (amount) => `+${amount} a la caja`,
    out: (amount) => `${amount} de la caja`,
    confirm: "Confirmar",
    cancel: "Cancelar",
    approve: "Aprobar",
    decline: "Rechazar",
    takeBack: "Retirar",
    viewPlan: "Ver el plan",
    openUntil: (time) => `Abierto hasta ${time}`,
    decided: {
      confirm: (who) => `${who} ha confirmado`,
      cancel: (who) => `${who} ha cancelado`,
      approve: (who) => `${who} ha aprobado`,
      reject: (who) => `${who} ha rechazado`,
    },
    ledger: (id) => `Asiento ${id}`,
    order: (id) => `Pedido ${id}`,
    ticket: (id) => `Ticket ${id}`,
    columns: {
      quantityInStock: "existencias",
      balanceAfter: "caja",
      totalAmount: "total",
      amount: "importe",
      status: "estado",
      price: "precio",
    },
  },

  lines: {
    price: (unit, total) => ` a ${unit} = ${total}`,
    sell: (goods, price, to) => `Venta: ${goods}${price}${to === null ? "" : `, a ${to} en un pedido nuevo`}`,
    takeBack: (goods, price, orderId, of) =>
      `Devolución: ${goods}${price}${orderId === null ? "" : `, del pedido ${orderId}${of === null ? "" : ` de ${of}`}`}`,
    refund: (amount, order, of) => `Reembolso: ${amount} por el pedido ${order}${of === null ? "" : ` de ${of}`}`,
    changeOrder: (order, of, from, to, amount) =>
      `Cambiar el pedido ${order}${of === null ? "" : ` de ${of}`}: en vez de ${from}, ${to}; el importe sigue siendo ${amount}`,
    cancelOrder: (order, of, goods, back) =>
      `Cancelar el pedido ${order}${of === null ? "" : ` de ${of}`} (${goods})${back === null ? "" : ` y devolver ${back}`}`,
    openTicket: (of, orderId, issue) =>
      `Abrir un ticket${of === null ? "" : ` para ${of}`}${orderId === null ? "" : ` sobre el pedido ${orderId}`}: ${issue}`,
  },

  stage: {
    received: "Recibido…",
    delayed: "La cola no está disponible ahora mismo; su mensaje queda guardado y tendrá respuesta.",
    delayedFor: (minutes) =>
      `El modelo está ocupado ahora mismo; su mensaje queda guardado y tendrá respuesta en ${minutes <= 1 ? "un minuto más o menos" : `unos ${minutes} minutos`}.`,
    loading: "Miro la tienda…",
    planning: "Pensando…",
    collecting: "Falta una cosa…",
    running: "Lo pruebo en la tienda, todavía no se cambia nada…",
    checking: "Compruebo el resultado…",
    repairing: "Corrijo el plan…",
    waiting: "Listo, espera un botón.",
    committing: "Haciendo el cambio…",
    done: "Hecho.",
  },
};

// English.
import type { Texts } from "./texts.ts";

const howToLink =
  'Link your account: in a direct message, write me "link" and the e-mail address that the shop has of you, and I mail you a code.';

export const en: Texts = {
  handedOver: (id) =>
    `I have asked a colleague to take over (ticket ${id}). They will answer here; I stay out of it until they are done.`,
  nobodyToReach: "Nobody of the shop can be reached from here.",
  declined: "I would rather not answer that. I am glad to help with items, orders and tickets of the shop.",
  needsAccount: `For that I have to know who you are. ${howToLink}`,
  howToLink,
  notWorkedOut: "I could not work this out. Nothing was changed; please put it another way.",
  notWorkedOutTicket: (id) =>
    `I could not work this out, so I have asked a colleague to look at it (ticket ${id}). Nothing was changed.`,
  modelUnavailable:
    'I cannot think right now: the language model does not answer. Nothing was changed and your request is kept; write "retry" to try again.',
  serviceCap:
    'The shop has answered as much as it may today. Nothing was changed and your request is kept; please write "retry" tomorrow.',
  customerCap:
    'You have asked as much as one customer may in a day. Nothing was changed and your request is kept; please write "retry" tomorrow.',
  fault: 'Something went wrong on our side. Nothing was changed and your request is kept; write "retry" to try again.',
  reference: (id) => `(Reference: ${id})`,
  notRead: (names) => `I have not read ${names}: I cannot read files.`,
  wholeList: (rows) => `The whole list of ${rows} rows comes with this.`,
  lessShown: "A chart or list that belongs here could not be made; ask again for less at a time.",
  and: "and",
  more: (count) => `${count} more`,
  cardNumberRemoved: "I removed what looks like a card number before anybody saw it: please never send one here.",
  secretRemoved: "I removed what looks like a password or key before anybody saw it: please never send one here.",
  inPlainWords: {
    ready: "This is ready, and nothing is changed before it is confirmed",
    onRecord: "This is what the shop has on record",
    inStock: (count) => `${count} in stock`,
  },
  passedOn: (id) => `A colleague has this conversation (ticket ${id}); your message is passed on.`,
  missed:
    "I was away when you wrote this, and it has been a while, so I have done nothing about it. Please ask again if it still matters.",
  resolved: (id) => `Ticket ${id} is resolved; the assistant is back. Write on if there is more.`,

  booked: "Done: it is booked.",
  waitsForAdmin: "Thank you, that is confirmed. It now waits for an admin's approval.",
  cancelled: "Cancelled: nothing was changed.",
  declinedByAdmin: (reason) => `An admin declined this${reason === null ? "" : `: ${reason}`}. Nothing was changed.`,
  movedOn: "The shop has moved on, so nothing was changed.",
  movedOnYet: "The shop has moved on, so nothing was changed yet.",
  lookAtNewCard: "Please look at the new card.",
  expired: "This card has expired and nothing was changed. Ask again for a fresh one.",
  pressAgain: "Something went wrong on our side and nothing was changed. Please press again in a moment.",
  closed: {
    committed: "This was decided already: it is booked.",
    cancelled: "This was decided already: it was cancelled.",
    rejected: "This was decided already: an admin declined it.",
    stale: "This card is out of date, because the shop has moved on since. Nothing was changed.",
    expired: "This card has expired. Ask again for a fresh one.",
    replaced: "A newer card has taken the place of this one.",
    pending: "This card is still open.",
  },

  notRequester: "Only the person who asked for this can confirm or cancel it.",
  notAdmin: "Only an admin can approve or decline this.",
  ownRequest: "Nobody approves their own request; another admin has to.",
  notConfirmedYet: "The person who asked has not confirmed this yet; it comes to the admins after that.",
  confirmedAlready: "This is confirmed already and waits for an admin.",
  noSuchCard: "There is no such card. Ask again for a fresh one.",
  emptyMessage: "Write what you would like to know or do.",
  cannotReadFiles: "I cannot read files or pictures.",
  tooLong: (chars, most) => `That is ${chars} characters; please say it in at most ${most}.`,
  tooFast: "That is more than I can follow. Please wait a minute before you write again.",
  notTaken: (reference) =>
    `Something went wrong on our side and this was not taken. Please try again in a moment. (Reference: ${reference})`,

  linkHelp: (minutes, handle) =>
    `Write "link" and the e-mail address that the shop has of you, then "link" and the code from the mail (it counts for ${minutes} minutes); "link off" ends it. The staff can link you too: you are ${handle}.`,
  linkCodeSent: (minutes) =>
    `If the shop has that address, a code is on its way to it. Write me "link" and the code within ${minutes} minutes. If no mail comes, ask the staff.`,
  linkAskedAlready: "You asked for a code a moment ago. Look into your mail, or ask again in a minute.",
  linkNoMail: "Codes cannot be mailed here. Ask the staff to link your account.",
  linkExpired: "That code has expired. Ask for a new one.",
  linkTooOften: "That was tried too often. Ask for a new code.",
  linkWrong: "That is not the code. Look at the mail again.",
  linked: (name) => `Thank you, ${name}: your account is linked. What you ask for from now on is yours.`,
  unlinked: "Your account is linked to nobody any more.",

  card: {
    roles: { customer: "customer", staff: "staff", admin: "admin" },
    asked: (name, role) => `${name} (${role}) asked`,
    waitsFor: (name) => `Waiting for ${name} to confirm`,
    waitsForAdmin: "Waits for an admin",
    done: "Done",
    declined: "Declined",
    cancelled: "Cancelled",
    expired: "Expired",
    stale: "Out of date",
    replaced: "Replaced",
    changeMade: "The change is made.",
    nothingChanged: "Nothing was changed.",
    nobodyDecided: "Nobody decided in time, so nothing was changed. Ask again for a new card.",
    shopMoved: "The shop moved while this waited.",
    newCard: "A new card shows how it stands now.",
    newerRequest: "A newer request took its place; nothing was changed here.",
    into: (amount) => `+${amount} into the till`,
    out: (amount) => `${amount} out of the till`,
    confirm: "Confirm",
    cancel: "Cancel",
    approve: "Approve",
    decline: "Decline",
    takeBack: "Take it back",
    viewPlan: "View plan",
    openUntil: (time) => `Open until ${time}`,
    decided: {
      confirm: (who) => `${who} confirmed`,
      cancel: (who) => `${who} cancelled`,
      approve: (who) => `${who} approved`,
      reject: (who) => `${who} declined`,
    },
    ledger: (id) => `Ledger ${id}`,
    order: (id) => `Order ${id}`,
    ticket: (id) => `Ticket ${id}`,
    columns: {
      quantityInStock: "in stock",
      balanceAfter: "till",
      totalAmount: "total",
      amount: "amount",
      status: "status",
      price: "price",
    },
  },

  lines: {
    price: (unit, total) => ` at ${unit} = ${total}`,
    sell: (goods, price, to) => `Sell ${goods}${price}${to === null ? "" : `, to ${to} on a new order`}`,
    takeBack: (goods, price, orderId, of) =>
      `Take back ${goods}${price}${orderId === null ? "" : `, from order ${orderId}${of === null ? "" : ` of ${of}`}`}`,
    refund: (amount, order, of) => `Refund ${amount} for order ${order}${of === null ? "" : ` of ${of}`}`,
    changeOrder: (order, of, from, to, amount) =>
      `Change order ${order}${of === null ? "" : ` of ${of}`} from ${from} to ${to}; the amount stays ${amount}`,
    cancelOrder: (order, of, goods, back) =>
      `Cancel order ${order}${of === null ? "" : ` of ${of}`} (${goods})${back === null ? "" : ` and give back ${back}`}`,
    openTicket: (of, orderId, issue) =>
      `Open a ticket${of === null ? "" : ` for ${of}`}${orderId === null ? "" : ` about order ${orderId}`}: ${issue}`,
  },

  stage: {
    received: "Got it…",
    delayed: "The queue is not reachable just now; your message is kept and will be answered.",
    delayedFor: (minutes) =>
      `The model is busy just now; your message is kept and will be answered in ${minutes <= 1 ? "about a minute" : `about ${minutes} minutes`}.`,
    loading: "Looking at the shop…",
    planning: "Thinking…",
    collecting: "One thing is missing…",
    running: "Trying it on the shop, nothing is changed yet…",
    checking: "Checking the result…",
    repairing: "Mending the plan…",
    waiting: "Ready, waiting for a button.",
    committing: "Making the change…",
    done: "Done.",
  },
};

// The contract of the fixed texts: everything that the house itself says to a customer, in each language that it speaks.
// Amounts, ids and names are handed in as they are and stay untouched.

export interface Texts {
  handedOver(ticketId: number): string;
  nobodyToReach: string;
  declined: string;
  needsAccount: string;
  howToLink: string;
  notWorkedOut: string;
  notWorkedOutTicket(ticketId: number): string;
  modelUnavailable: string;
  serviceCap: string;
  customerCap: string;
  fault: string;
  reference(id: string): string;
  notRead(names: string): string;
  /** A list that is too long for the message comes with it, whole. */
  wholeList(rows: number): string;
  /** A chart or rows that the answer may speak of could not be shown. */
  lessShown: string;
  and: string;
  more(count: number): string;
  cardNumberRemoved: string;
  secretRemoved: string;
  /** Openings of what is said from the records where the words of a plan were not true. */
  inPlainWords: { ready: string; onRecord: string; inStock(count: number): string };
  passedOn(ticketId: number): string;
  missed: string;
  resolved(ticketId: number): string;

  booked: string;
  waitsForAdmin: string;
  cancelled: string;
  declinedByAdmin(reason: string | null): string;
  movedOn: string;
  movedOnYet: string;
  lookAtNewCard: string;
  expired: string;
  pressAgain: string;
  closed: {
    committed: string;
    cancelled: string;
    rejected: string;
    stale: string;
    expired: string;
    replaced: string;
    pending: string;
  };

  notRequester: string;
  notAdmin: string;
  ownRequest: string;
  notConfirmedYet: string;
  confirmedAlready: string;
  noSuchCard: string;
  emptyMessage: string;
  cannotReadFiles: string;
  tooLong(chars: number, most: number): string;
  tooFast: string;
  notTaken(reference: string): string;

  linkHelp(minutes: number, handle: string): string;
  linkCodeSent(minutes: number): string;
  linkAskedAlready: string;
  linkNoMail: string;
  linkExpired: string;
  linkTooOften: string;
  linkWrong: string;
  linked(name: string): string;
  unlinked: string;

  card: {
    roles: { customer: string; staff: string; admin: string };
    asked(name: string, role: string): string;
    waitsFor(name: string): string;
    waitsForAdmin: string;
    done: string;
    declined: string;
    cancelled: string;
    expired: string;
    stale: string;
    replaced: string;
    changeMade: string;
    nothingChanged: string;
    nobodyDecided: string;
    shopMoved: string;
    newCard: string;
    newerRequest: string;
    into(amount: string): string;
    out(amount: string): string;
    confirm: string;
    cancel: string;
    approve: string;
    decline: string;
    takeBack: string;
    viewPlan: string;
    openUntil(time: string): string;
    decided: {
      confirm(who: string): string;
      cancel(who: string): string;
      approve(who: string): string;
      reject(who: string): string;
    };
    ledger(id: string): string;
    order(id: string): string;
    ticket(id: string): string;
    columns: {
      quantityInStock: string;
      balanceAfter: string;
      totalAmount: string;
      amount: string;
      status: string;
      price: string;
    };
  };

  /** What a card says that will happen. Empty strings and nulls: nobody on file, no order, no price. */
  lines: {
    price(unit: string, total: string): string;
    sell(goods: string, price: string, to: string | null): string;
    takeBack(goods: string, price: string, orderId: number | null, of: string | null): string;
    refund(amount: string, order: string, of: string | null): string;
    changeOrder(order: string, of: string | null, from: string, to: string, amount: string): string;
    cancelOrder(order: string, of: string | null, goods: string, back: string | null): string;
    openTicket(of: string | null, orderId: number | null, issue: string): string;
  };

  stage: {
    received: string;
    delayed: string;
    delayedFor(minutes: number): string;
    loading: string;
    planning: string;
    collecting: string;
    running: string;
    checking: string;
    repairing: string;
    waiting: string;
    committing: string;
    done: string;
  };
}

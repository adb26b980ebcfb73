// German.
import type { Texts } from "./texts.ts";

const howToLink =
  "So verbinden Sie Ihr Konto: Schreiben Sie mir in einer Direktnachricht „link“ und die E-Mail-Adresse, unter der Sie beim Shop bekannt sind; ich schicke Ihnen dann einen Code.";

export const de: Texts = {
  handedOver: (id) =>
    `Ich habe eine Kollegin oder einen Kollegen gebeten zu übernehmen (Ticket ${id}). Die Antwort kommt hier; bis dahin halte ich mich heraus.`,
  nobodyToReach: "Von hier aus ist niemand vom Shop zu erreichen.",
  declined: "Darauf möchte ich nicht antworten. Bei Artikeln, Bestellungen und Tickets helfe ich gern.",
  needsAccount: `Dafür muss ich wissen, wer Sie sind. ${howToLink}`,
  howToLink,
  notWorkedOut: "Das habe ich nicht lösen können. Es wurde nichts geändert; bitte sagen Sie es anders.",
  notWorkedOutTicket: (id) =>
    `Das habe ich nicht lösen können und deshalb jemanden aus dem Team gebeten, es sich anzusehen (Ticket ${id}). Es wurde nichts geändert.`,
  modelUnavailable:
    "Gerade geht es nicht: Das Sprachmodell antwortet nicht. Es wurde nichts geändert und Ihre Anfrage bleibt erhalten; schreiben Sie „retry“, um es noch einmal zu versuchen.",
  serviceCap:
    "Der Shop hat heute so viel beantwortet, wie er darf. Es wurde nichts geändert und Ihre Anfrage bleibt erhalten; bitte schreiben Sie morgen „retry“.",
  customerCap:
    "Sie haben heute so viel gefragt, wie ein Kunde an einem Tag darf. Es wurde nichts geändert und Ihre Anfrage bleibt erhalten; bitte schreiben Sie morgen „retry“.",
  fault:
    "Bei uns ist etwas schiefgegangen. Es wurde nichts geändert und Ihre Anfrage bleibt erhalten; schreiben Sie „retry“, um es noch einmal zu versuchen.",
  reference: (id) => `(Kennung: ${id})`,
  notRead: (names) => `Nicht gelesen habe ich ${names}: Dateien kann ich nicht lesen.`,
  wholeList: (rows) => `Die ganze Liste mit ${rows} Zeilen liegt bei.`,
  lessShown:
    "Ein Diagramm oder eine Liste dazu ließ sich nicht erstellen; frag bitte noch einmal nach weniger auf einmal.",
  and: "und",
  more: (count) => `${count} weitere`,
  cardNumberRemoved:
    "Was wie eine Kartennummer aussieht, habe ich entfernt, bevor es jemand sah: Bitte schicken Sie hier nie eine.",
  secretRemoved:
    "Was wie ein Passwort oder Schlüssel aussieht, habe ich entfernt, bevor es jemand sah: Bitte schicken Sie hier nie eines.",
  inPlainWords: {
    ready: "Das liegt bereit, und vor der Bestätigung wird nichts geändert",
    onRecord: "Das steht in den Unterlagen des Ladens",
    inStock: (count) => `${count} auf Lager`,
  },
  passedOn: (id) => `Dieses Gespräch führt jemand aus dem Team (Ticket ${id}); Ihre Nachricht ist weitergegeben.`,
  missed:
    "Als Sie das schrieben, war ich nicht da, und es ist schon eine Weile her; ich habe deshalb nichts unternommen. Bitte fragen Sie noch einmal, wenn es noch wichtig ist.",
  resolved: (id) =>
    `Ticket ${id} ist erledigt; der Assistent ist wieder da. Schreiben Sie weiter, wenn noch etwas ist.`,

  booked: "Erledigt: Es ist gebucht.",
  waitsForAdmin: "Danke, das ist bestätigt. Jetzt wartet es auf die Freigabe durch einen Admin.",
  cancelled: "Abgebrochen: Es wurde nichts geändert.",
  declinedByAdmin: (reason) =>
    `Ein Admin hat das abgelehnt${reason === null ? "" : `: ${reason}`}. Es wurde nichts geändert.`,
  movedOn: "Im Shop hat sich etwas geändert, deshalb wurde nichts gebucht.",
  movedOnYet: "Im Shop hat sich etwas geändert, deshalb wurde noch nichts gebucht.",
  lookAtNewCard: "Bitte sehen Sie sich die neue Karte an.",
  expired: "Diese Karte ist abgelaufen und es wurde nichts geändert. Fragen Sie noch einmal für eine neue.",
  pressAgain: "Bei uns ist etwas schiefgegangen und es wurde nichts geändert. Bitte drücken Sie gleich noch einmal.",
  closed: {
    committed: "Das ist schon entschieden: Es ist gebucht.",
    cancelled: "Das ist schon entschieden: Es wurde abgebrochen.",
    rejected: "Das ist schon entschieden: Ein Admin hat es abgelehnt.",
    stale: "Diese Karte ist überholt, weil sich im Shop seither etwas geändert hat. Es wurde nichts geändert.",
    expired: "Diese Karte ist abgelaufen. Fragen Sie noch einmal für eine neue.",
    replaced: "Eine neuere Karte ist an die Stelle dieser getreten.",
    pending: "Diese Karte ist noch offen.",
  },

  notRequester: "Nur wer das gewünscht hat, kann es bestätigen oder abbrechen.",
  notAdmin: "Nur ein Admin kann das freigeben oder ablehnen.",
  ownRequest: "Niemand gibt den eigenen Wunsch frei; das muss ein anderer Admin tun.",
  notConfirmedYet: "Wer das gewünscht hat, hat es noch nicht bestätigt; danach kommt es zu den Admins.",
  confirmedAlready: "Das ist schon bestätigt und wartet auf einen Admin.",
  noSuchCard: "Diese Karte gibt es nicht. Fragen Sie noch einmal für eine neue.",
  emptyMessage: "Schreiben Sie, was Sie wissen oder tun möchten.",
  cannotReadFiles: "Dateien und Bilder kann ich nicht lesen.",
  tooLong: (chars, most) => `Das sind ${chars} Zeichen; bitte sagen Sie es in höchstens ${most}.`,
  tooFast: "Da komme ich nicht mit. Bitte warten Sie eine Minute, bevor Sie wieder schreiben.",
  notTaken: (reference) =>
    `Bei uns ist etwas schiefgegangen und das wurde nicht angenommen. Bitte versuchen Sie es gleich noch einmal. (Kennung: ${reference})`,

  linkHelp: (minutes, handle) =>
    `Schreiben Sie „link“ und die E-Mail-Adresse, unter der Sie beim Shop bekannt sind, danach „link“ und den Code aus der Mail (er gilt ${minutes} Minuten); „link off“ beendet es. Auch das Team kann Sie verbinden: Sie sind ${handle}.`,
  linkCodeSent: (minutes) =>
    `Wenn der Shop diese Adresse kennt, ist ein Code dorthin unterwegs. Schreiben Sie mir innerhalb von ${minutes} Minuten „link“ und den Code. Kommt keine Mail, fragen Sie das Team.`,
  linkAskedAlready:
    "Sie haben eben erst einen Code angefordert. Sehen Sie in Ihre Mail, oder fragen Sie in einer Minute noch einmal.",
  linkNoMail: "Hier können keine Codes verschickt werden. Bitten Sie das Team, Ihr Konto zu verbinden.",
  linkExpired: "Dieser Code ist abgelaufen. Fordern Sie einen neuen an.",
  linkTooOften: "Das wurde zu oft versucht. Fordern Sie einen neuen Code an.",
  linkWrong: "Das ist nicht der Code. Sehen Sie noch einmal in die Mail.",
  linked: (name) => `Danke, ${name}: Ihr Konto ist verbunden. Was Sie von jetzt an wünschen, ist Ihres.`,
  unlinked: "Ihr Konto ist mit niemandem mehr verbunden.",

  card: {
    roles: { customer: "Kunde", staff: "Team", admin: "Admin" },
    asked: (name, role) => `${name} (${role}) fragte`,
    waitsFor: (name) => `Wartet auf die Bestätigung von ${name}`,
    waitsForAdmin: "Wartet auf einen Admin",
    done: "Erledigt",
    declined: "Abgelehnt",
    cancelled: "Abgebrochen",
    expired: "Abgelaufen",
    stale: "Überholt",
    replaced: "Ersetzt",
    changeMade: "Die Änderung ist gemacht.",
    nothingChanged: "Es wurde nichts geändert.",
    nobodyDecided:
      "Niemand hat rechtzeitig entschieden, deshalb wurde nichts geändert. Fragen Sie noch einmal für eine neue Karte.",
    shopMoved: "Während das wartete, hat sich im Shop etwas geändert.",
    newCard: "Eine neue Karte zeigt, wie es jetzt steht.",
    newerRequest: "Ein neuerer Wunsch ist an diese Stelle getreten; hier wurde nichts geändert.",
    into: (amount) => `+${amount} in die Kasse`,
    out: (amount) => `${amount} aus der Kasse`,
    confirm: "Bestätigen",
    cancel: "Abbrechen",
    approve: "Freigeben",
    decline: "Ablehnen",
    takeBack: "Zurücknehmen",
    viewPlan: "Plan ansehen",
    openUntil: (time) => `Offen bis ${time}`,
    decided: {
      confirm: (who) => `${who} hat bestätigt`,
      cancel: (who) => `${who} hat abgebrochen`,
      approve: (who) => `${who} hat freigegeben`,
      reject: (who) => `${who} hat abgelehnt`,
    },
    ledger: (id) => `Buchung ${id}`,
    order: (id) => `Bestellung ${id}`,
    ticket: (id) => `Ticket ${id}`,
    columns: {
      quantityInStock: "auf Lager",
      balanceAfter: "Kasse",
      totalAmount: "Summe",
      amount: "Betrag",
      status: "Status",
      price: "Preis",
    },
  },

  lines: {
    price: (unit, total) => ` zu ${unit} = ${total}`,
    sell: (goods, price, to) => `Verkauf: ${goods}${price}${to === null ? "" : `, an ${to} als neue Bestellung`}`,
    takeBack: (goods, price, orderId, of) =>
      `Rücknahme: ${goods}${price}${orderId === null ? "" : `, aus Bestellung ${orderId}${of === null ? "" : ` von ${of}`}`}`,
    refund: (amount, order, of) => `Erstattung: ${amount} für Bestellung ${order}${of === null ? "" : ` von ${of}`}`,
    changeOrder: (order, of, from, to, amount) =>
      `Bestellung ${order}${of === null ? "" : ` von ${of}`} ändern: statt ${from} jetzt ${to}; der Betrag bleibt ${amount}`,
    cancelOrder: (order, of, goods, back) =>
      `Bestellung ${order}${of === null ? "" : ` von ${of}`} stornieren (${goods})${back === null ? "" : ` und ${back} zurückgeben`}`,
    openTicket: (of, orderId, issue) =>
      `Ticket eröffnen${of === null ? "" : ` für ${of}`}${orderId === null ? "" : ` zu Bestellung ${orderId}`}: ${issue}`,
  },

  stage: {
    received: "Ist angekommen…",
    delayed: "Die Warteschlange ist gerade nicht erreichbar; Ihre Nachricht ist aufgehoben und wird beantwortet.",
    delayedFor: (minutes) =>
      `Das Modell ist gerade beschäftigt; Ihre Nachricht ist aufgehoben und wird in ${minutes <= 1 ? "etwa einer Minute" : `etwa ${minutes} Minuten`} beantwortet.`,
    loading: "Ich sehe im Shop nach…",
    planning: "Ich denke nach…",
    collecting: "Eines fehlt noch…",
    running: "Ich probiere es am Shop aus, noch ist nichts geändert…",
    checking: "Ich prüfe das Ergebnis…",
    repairing: "Ich bessere den Plan nach…",
    waiting: "Fertig, wartet auf einen Knopf.",
    committing: "Die Änderung wird gemacht…",
    done: "Erledigt.",
  },
};

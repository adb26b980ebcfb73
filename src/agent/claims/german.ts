import type { ClaimLanguage } from "./claim-words.ts";

const ORDER = "bestellung|auftrag|kauf|verkauf|rückgabe|erstattung|buchung|stornierung|rücksendung";
const GAP =
  " (?:(?!(?:wird|werden|werde|kann|können|soll|sollen|bereit|zum|zur|um|muss|müssen|darf|dürfen|möchte|wurde|wurden)(?!\\p{L}))(?:[^.,;:!?]|(?<=\\d)[.,](?=\\d))){0,80}?";

export const GERMAN: ClaimLanguage = {
  byMe: "(?:ich hab(?:e)?|hab(?:e)? ich)",
  isDone: "(?:ist|sind|wurde|wurden|war|waren|wir haben|haben wir)",
  gap: GAP,
  after: "(?:wurden?|worden|ist|sind)",
  habits: "werden|wird|kann|können|zu|sein",
  deeds: [
    { deed: "booked", words: "gebucht|verbucht", thing: null },
    {
      deed: "booked",
      words: "bestätigt|abgeschlossen|ausgeführt|aufgegeben|durchgeführt|veranlasst|erledigt",
      thing: ORDER,
    },
    { deed: "ordered", words: "bestellt|gekauft", thing: null },
    { deed: "returned", words: "zurückgegeben|zurückgenommen|retourniert", thing: null },
    {
      deed: "refunded",
      words: "erstattet|zurückerstattet|rückerstattet|gutgeschrieben|zurückgezahlt|zurücküberwiesen",
      thing: null,
    },
    {
      deed: "refunded",
      words: "veranlasst|überwiesen|ausgezahlt|vorgenommen|angewiesen",
      thing: "(?:rück)?erstattung|rückzahlung",
    },
    { deed: "cancelled", words: "storniert", thing: null },
    { deed: "changed", words: "geändert|angepasst|aktualisiert|umgetauscht", thing: "bestellung|auftrag" },
    { deed: "restocked", words: "aufgefüllt|nachgefüllt|aufgestockt", thing: null },
    { deed: "restocked", words: "gesetzt|angepasst|korrigiert|eingebucht", thing: "bestand|lager\\p{L}*" },
    { deed: "opened", words: "eröffnet|erstellt|angelegt|aufgemacht", thing: "tickets?|anfrage|vorgang|supportfall" },
    { deed: "closed", words: "geschlossen", thing: "tickets?|anfrage|vorgang|supportfall" },
    {
      deed: "handed-over",
      words: "weitergeleitet|weitergegeben|übergeben|informiert|verständigt|benachrichtigt|gebeten",
      thing: "kolleg\\p{L}*|team|mitarbeiter\\p{L}*|menschen?|kundendienst|support\\p{L}*",
    },
  ],
  phrases: [],
  ready:
    "(?:liegt|liegen|steht|stehen|ist|sind)[^.,;!?]{0,40}(?:zur bestätigung|zur freigabe) bereit|bereit (?:zur|für die) (?:bestätigung|freigabe)",
  promise:
    "(?:ein kollege|eine kollegin|jemand|unser team|ein mitarbeiter|eine mitarbeiterin) (?:wird sich|meldet sich|kümmert sich)",
  allDone: "erledigt|fertig|alles erledigt|geschafft",
  negations: "nicht|kein\\p{L}*|nie|niemals|nichts|ohne|weder|noch nicht",
  conditions:
    "sobald|wenn|falls|nachdem|bevor|bis|ob|würde\\p{L}*|könnte\\p{L}*|kann|können|nur|normalerweise|meist\\p{L}*|üblicherweise",
  waits:
    "bestätig(?!t)\\p{L}*|freigabe|freigeben|freigegeben werden|knopf|schaltfläche|drück\\p{L}*|klick\\p{L}*|wartet?|warten|bereit|vorgemerkt",
};

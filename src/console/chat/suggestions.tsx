// An empty talk: what this person may ask, as chips that send it.
import type { Requester } from "../../requester.ts";

const ofCustomers = [
  "Do you have any round sunglasses in stock that are under $100?",
  "I want to buy 3 pairs of classic sunglasses and 1 pair of aviator sunglasses.",
];
const ofKnown = "List my orders.";
const ofGuests = "Which pair is the most expensive?";
const ofStaff = [
  "Return 2 Aviator sunglasses.",
  "Purchase 3 Wayfarer sunglasses for customer Alice.",
  "Restock 5 Mystique at 30 dollars each.",
  "What's our current balance?",
];

interface SuggestionsProps {
  person: Requester;
  onSend: (message: string) => void;
}

export function Suggestions({ person, onSend }: SuggestionsProps) {
  const isKnown = person.name !== null && (person.role !== "customer" || person.customerId !== null);
  const shown = person.role === "customer" ? [...ofCustomers, isKnown ? ofKnown : ofGuests] : ofStaff;
  return (
    <div className="welcome">
      <h2>{isKnown ? `${person.name}, what can the shop do for you?` : "What can the shop do for you?"}</h2>
      <p>Ask in your own words. Whatever would change the shop is shown to you first, and waits for a button.</p>
      <ul aria-label="Things to ask">
        {shown.map((message) => (
          <li key={message}>
            <button type="button" className="chip" onClick={() => onSend(message)}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

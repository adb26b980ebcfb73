// The person takes back what is open: a question that waits for them, a card that waits for their button, or both.
import { listed } from "./parts/listed.js";
import { openWords } from "./parts/open-words.js";

ACTION = "read";
STATUS = "success";
const { operation } = intent;
const dropped = (still_open ?? []).filter((open) => operation === null || open.intent === operation);

if (dropped.length === 0) {
  answer_text = "Fine, nothing was changed. Just write when there is anything else.";
} else {
  const words = [];
  for (const open of dropped) words.push(await openWords(open));
  pending = operation === null ? "drop" : { intent: operation, collected: {}, missing: [] };
  answer_text = `Fine, I have let go of ${listed([...new Set(words)])}; nothing was changed.`;
}
console.log(`LOG: ${dropped.length} wish(es) dropped`);

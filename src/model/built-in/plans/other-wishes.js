// Behind a plan: wishes that ended with it, that were begun in the same breath, and the one to ask for next.
import { nextQuestion } from "./parts/next-question.js";

const { ends, begun, next } = otherWishes;
const ended = ends.map((name) => (name === "drop" ? "drop" : { intent: name, collected: {}, missing: [] }));
if (ended.length + begun.length > 0) pending = [...ended, ...[pending ?? []].flat(), ...begun];
// One question at a time: where the plan itself asks something, the others wait.
if (ACTION === "mutate" && next !== null) answer_text = `${answer_text} ${await nextQuestion(next)}`;
if (ACTION === "read" && ended.length > 0) answer_text = `${answer_text} What waited for your button is off.`;

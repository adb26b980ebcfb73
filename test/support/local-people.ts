// A platform of this machine in, by way of a relay or not, the people of the platform's contract out: whoever waits sees
// the reply, and a card as the records have it.
import { buttonsFor, decisionWords, stateWords, type Viewer } from "../../src/console/card/buttons-for.ts";
import { factsOf } from "../../src/console/card/column-words.ts";
import { stageWords } from "../../src/console/chat/stage-words.ts";
import type { LocalPlatform } from "../../src/platforms/local.ts";
import type { Platform, Reply } from "../../src/platforms/platform.ts";
import { newId } from "../../src/records/id.ts";
import type { ApprovalCard, StageMark } from "../../src/report.ts";
import type { Asked, Seen, Talk, Who } from "./talk.ts";

interface Waiting {
  stage: StageMark | null;
  replies: Reply[];
}

const ALICE: Viewer = { role: "customer", name: "Alice", conversationIds: [] };
const BRUNO: Viewer = { role: "customer", name: "Bruno", conversationIds: [] };
const ADA: Viewer = { role: "admin", name: "Ada", conversationIds: [] };
const LABELS = { requester: ["Confirm", "Cancel"], withdraw: ["Cancel"], admin: ["Approve", "Reject"], none: [] };
const DECISIONS = { Confirm: "confirm", Cancel: "cancel", Approve: "approve", Reject: "reject" } as const;

/** `posting`: by which replies come; the platform itself, or its relay in another process. */
export function openLocalPeople(local: LocalPlatform, posting: Platform, stop: () => Promise<void>): Talk {
  const records = new Map<string, ApprovalCard>();
  const waiting = new Map<string, { [who in Who]: Waiting }>();
  const presses = new Map<string, string>();

  /** Goes on as the page does: until the reply is there. */
  function wait(key: string): Waiting {
    const waits: Waiting = { stage: null, replies: [] };
    local
      .replyTo(key, {
        hand: async () => ({ kind: "stored", conversationId: "cnv_1", isDelayed: false }),
        onStage: (mark) => {
          waits.stage = mark;
        },
        look: async () => null,
      })
      .then(
        (reply) => {
          waits.stage = null;
          if ("kind" in reply) return;
          waits.replies.push(reply);
          if (reply.card !== null) records.set(reply.card.id, reply.card);
        },
        () => {
          waits.stage = null;
        },
      );
    return waits;
  }

  function draw({ text, card }: Reply, viewer: Viewer): Seen[] {
    return [{ shown: text, buttons: [], files: [] }, ...(card === null ? [] : [drawCard(card.id, viewer)])];
  }

  function drawCard(id: string, viewer: Viewer): Seen {
    const card = records.get(id);
    if (card === undefined) return { shown: "", buttons: [], files: [] };
    const { label, sentence } = stateWords(card, viewer, new Date());
    const facts = card.changes.flatMap((change) => factsOf(change, false));
    const shown = [
      label,
      sentence,
      ...card.lines,
      ...facts.map((fact) => `${fact.label}: ${fact.before} → ${fact.after}`),
      ...card.decisions.map(({ name, decision }) => `${decisionWords(decision)} by ${name}`),
    ].join("\n");
    return { shown, buttons: LABELS[buttonsFor(card, viewer, new Date())], files: [] };
  }

  const ask = async (): Promise<Asked> => {
    const place = newId("cnv");
    const key = `${local.name}:${place}:1`;
    waiting.set(key, { asker: wait(key), other: wait(`${local.name}:${place}:2`) });
    return { key, place };
  };
  const repliesFor = ({ key }: Asked, who: Who) => [
    ...(waiting.get(key)?.[who].replies ?? []),
    ...(who === "asker" ? (waiting.get(presses.get(key) ?? "")?.asker.replies ?? []) : []),
  ];

  return {
    platform: posting,
    another: posting,
    ask,
    seen: (asked, who) => repliesFor(asked, who).flatMap((reply) => draw(reply, who === "asker" ? ALICE : BRUNO)),
    working: ({ key }) => {
      const stage = waiting.get(key)?.asker.stage ?? null;
      return stage === null ? [] : [stageWords(stage)];
    },
    press: async (asked, label) => {
      const card = repliesFor(asked, "asker").findLast((reply) => reply.card !== null)?.card;
      const [, decision] = Object.entries(DECISIONS).find(([name]) => name === label) ?? [];
      if (card == null || decision === undefined) throw new Error("there is nothing to press");
      const key = `${local.name}:press:${newId("prs")}`;
      presses.set(asked.key, key);
      waiting.set(key, { asker: wait(key), other: wait(`${key}:other`) });
      return { key, approvalId: card.id, decision, answerTo: null };
    },
    command: async (text) => {
      const { place } = await ask();
      const person = {
        person: "web:alice",
        role: "customer" as const,
        customerId: 1,
        name: "Alice",
        language: "en" as const,
      };
      return { place, opening: { person, text, answerTo: null } };
    },
    openedPlaces: () => 1,
    staffPlace: "staff",
    // The page lists for an admin what waits, and shows each card with what became of it.
    staffSee: () => [...records.keys()].map((id) => drawCard(id, ADA)),
    redraw: async (card) => {
      records.set(card.id, card);
      await posting.redraw(card);
    },
    // Nothing of it rings.
    pings: () => [],
    close: async () => {
      await posting.close();
      await local.close();
      await stop();
    },
  };
}

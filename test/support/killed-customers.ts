// A door and what was posted in, customers out that buy, confirm, repeat themselves and change their minds, until they are
// told to stop.
import { setTimeout as sleep } from "node:timers/promises";
import type { Receipt } from "../../src/intake.ts";
import type { Reply } from "../../src/platforms/platform.ts";
import type { Delivery } from "./killed-process.ts";

export interface Acknowledged {
  key: string;
  /** The card that was confirmed; null for a message. */
  approvalId: string | null;
}

export interface Customers {
  acknowledged: Acknowledged[];
  /** Every round that was begun comes to its end. */
  stop(): Promise<void>;
  /** Rejects when a customer gave up waiting. */
  gone: Promise<unknown>;
}

interface Door {
  /** Null when nobody acknowledged it. */
  hand(delivery: Delivery): Promise<Receipt | null>;
  /** The first post that answers this key. */
  replyTo(key: string): Promise<Reply>;
}

const THINKING_MS = 300;
// Well within a burst, which is 50 ms here.
const NEXT_LINE_MS = 5;
const REDELIVERY_MS = 50;
const MOST_DELIVERIES = 500;

export function createCustomers(count: number, { hand, replyTo }: Door): Customers {
  const acknowledged: Acknowledged[] = [];
  let isOver = false;

  /** As platforms do: again until somebody acknowledges it, and now and then once more for no reason. */
  async function deliver(delivery: Delivery, about: Acknowledged, isRepeated: boolean): Promise<void> {
    for (let tries = 1; tries <= MOST_DELIVERIES; tries++) {
      const receipt = await hand(delivery);
      if (receipt === null) {
        await sleep(REDELIVERY_MS);
        continue;
      }
      if (receipt.kind === "refused") throw new Error(`refused: ${receipt.message}`);
      acknowledged.push(about);
      if (isRepeated) await hand(delivery);
      return;
    }
    throw new Error(`nobody acknowledged ${about.key}`);
  }

  async function goShopping(number: number): Promise<void> {
    const place = `place-${number}`;
    const person = {
      person: `test:${place}`,
      role: "customer" as const,
      customerId: 1 + (number % 5),
      name: "Somebody",
      language: "en" as const,
    };
    await sleep((THINKING_MS * number) / count);
    for (let round = number; !isOver; round++) {
      const say = (line: number) => {
        const key = `test:${place}:${round}-${line}`;
        const message = {
          key,
          place,
          author: person,
          text: "one pouch please",
          standsAlone: false,
          notRead: [],
          answerTo: null,
        };
        return deliver({ kind: "message", message }, { key, approvalId: null }, round % 4 === 1);
      };
      const press = (click: number, approvalId: string) => {
        const key = `test:press:${place}:${round}-${click}`;
        const confirm = { key, approvalId, person, decision: "confirm" as const, reason: null, answerTo: null };
        return deliver({ kind: "press", press: confirm }, { key, approvalId }, round % 4 === 2);
      };

      await say(1);
      if (round % 3 === 0) await sleep(NEXT_LINE_MS).then(() => say(2));
      const { card, text } = await replyTo(`test:${place}:${round}-${round % 3 === 0 ? 2 : 1}`);
      if (card === null) throw new Error(`no card: ${text}`);
      // A mind that is changed: the card of the next round takes this one's place.
      if (round % 5 !== 4) {
        await press(1, card.id);
        if (round % 4 === 3) await press(2, card.id);
        await replyTo(`test:press:${place}:${round}-1`);
      }
      await sleep(THINKING_MS);
    }
  }

  const gone = Promise.all(Array.from({ length: count }, (_, number) => goShopping(number)));
  return {
    acknowledged,
    gone,
    stop: async () => {
      isOver = true;
      await gone;
    },
  };
}

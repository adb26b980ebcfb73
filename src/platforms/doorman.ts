// Somebody who does something in; who they are, or what they are told instead of being let in, out.
import { readCaller } from "../records/accounts.ts";
import type { Person } from "../requester.ts";
import type { Service } from "../service.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { ChatPerson, Heard } from "./door.ts";

const MINUTE_MS = 60_000;
/** As many messages as the settings allow, and as many presses, commands and messages that come to nothing. */
const DEEDS_A_MESSAGE = 2;
const MOST_PEOPLE = 10_000;

export interface Doorman {
  mayComeIn(who: ChatPerson): Promise<Person | Extract<Heard, { kind: "say" | "ignore" }>>;
  /** What came of it: what a platform delivers again, or we could not take, is nobody's flood. */
  note(who: ChatPerson, heard: Heard): void;
}

export function createDoorman({
  config,
  database,
  metrics,
  log,
}: Pick<Service, "config" | "database" | "metrics" | "log">): Doorman {
  const { blocked, messagesPerMinute } = config.chat;
  // Told once a minute: who writes a hundred messages needs no hundred answers.
  const told = new Map<string, number>();
  // Messages are counted in the records, and so over all processes; what leaves no message is counted here.
  const deeds = new Map<string, number[]>();

  function recentDeeds(person: string): number[] {
    const since = performance.now() - MINUTE_MS;
    return (deeds.get(person) ?? []).filter((at) => at > since);
  }

  return {
    mayComeIn: async ({ person, handle, role, name, language }) => {
      if (blocked.includes(handle) || blocked.includes(person)) {
        metrics.turnedAway("blocked");
        log.info({ reason: "blocked" }, "somebody was turned away");
        return { kind: "ignore" };
      }
      const { customerId, customerName, recentMessages } = await readCaller(database.client, { person, handle });
      const isTooMuch =
        recentMessages >= messagesPerMinute || recentDeeds(person).length >= messagesPerMinute * DEEDS_A_MESSAGE;
      if (isTooMuch) {
        metrics.turnedAway("rate");
        const now = performance.now();
        for (const [who, at] of told) if (now - at > MINUTE_MS) told.delete(who);
        if (told.has(person)) return { kind: "ignore" };
        told.set(person, now);
        return { kind: "say", text: textsOf(language).tooFast };
      }
      return { person, role, customerId, name: role === "customer" ? (customerName ?? name) : name, language };
    },
    note: ({ person }, heard) => {
      if (heard.kind !== "say" && !(heard.kind === "taken" && heard.isNew)) return;
      const recent = [...recentDeeds(person), performance.now()];
      deeds.delete(person);
      deeds.set(person, recent);
      for (const oldest of deeds.keys()) {
        if (deeds.size <= MOST_PEOPLE) break;
        deeds.delete(oldest);
      }
    },
  };
}

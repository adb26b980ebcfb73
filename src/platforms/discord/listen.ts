// The door in, an open ear on Discord out: what people write and press is handed over, what was missed is fetched, and
// how far everything was heard is noted.

import type { DiscordSettings } from "../../chat-settings.ts";
import type { ChatParts, Ear } from "../chat.ts";
import type { Door } from "../door.ts";
import type { Api } from "./api.ts";
import { createCatchUp } from "./catch-up.ts";
import { registerCommands } from "./commands.ts";
import { openGateway } from "./gateway.ts";
import { createGuilds } from "./guilds.ts";
import { createOrder } from "./in-order.ts";
import { createInteractions } from "./interactions.ts";
import { createPeople } from "./people.ts";
import type { Self } from "./read-message.ts";
import { createReceive, NotTaken } from "./receive.ts";
import { createResponder } from "./responder.ts";
import type { Sender } from "./sender.ts";
import { createTakeCommand } from "./take-command.ts";
import { createTakePress } from "./take-press.ts";
import { createUnderWay } from "./under-way.ts";

export interface DiscordEar extends Ear {
  /** Why people are not heard; null while they are. */
  trouble(): string | null;
}

interface ListenParts extends ChatParts {
  settings: DiscordSettings;
  api: Api;
  sender: Sender;
}

export async function listen(door: Door, parts: ListenParts): Promise<DiscordEar> {
  const { settings, api, sender, posts, limits, clock, log, metrics } = parts;
  const me = { botId: "", applicationId: "" };
  const guilds = createGuilds(api, settings, () => me.botId);
  const people = createPeople({ api, guilds, settings, limits, clock });
  const self: Self = {
    get botId() {
      return me.botId;
    },
    isOwnRole: guilds.isOwnRole,
    roleName: guilds.roleName,
  };
  const receive = createReceive({ door, guilds, people, sender, self, inOrder: createOrder(), log, metrics });
  const interact = createInteractions({
    takeCommand: createTakeCommand({ door, sender, log }),
    takePress: createTakePress({ door, posts, limits, log, metrics }),
    responderFor: (interaction, userId) => createResponder(interaction, userId, { api, log, clock }),
    ...{ people, guilds, limits, clock, log, metrics },
  });
  const catchUp = createCatchUp({ api, guilds, receive, door, botId: () => me.botId, limits, log });

  const underWay = createUnderWay(clock, log);
  const closing = new AbortController();
  // Nothing may be noted as heard before what was missed has been taken.
  let isCaughtUp = false;
  const firstCaughtUp = Promise.withResolvers<void>();
  let gaps = 0;
  let retry: NodeJS.Timeout | undefined;

  async function fetchMissed(): Promise<void> {
    const mine = gaps;
    try {
      await catchUp(closing.signal);
      if (mine !== gaps || closing.signal.aborted) return;
      isCaughtUp = true;
      firstCaughtUp.resolve();
    } catch (error) {
      log.warn({ err: error }, "what was written on Discord meanwhile could not be read; trying again");
      if (mine === gaps) fetchLater();
    }
  }
  function fetchLater(): void {
    clearTimeout(retry);
    if (!closing.signal.aborted) retry = setTimeout(startFetching, limits.silenceMs);
  }
  function beginGap(): void {
    gaps++;
    isCaughtUp = false;
    clearTimeout(retry);
  }
  const startFetching = () => underWay.run(fetchMissed, { holdsNote: false });
  const take = (work: () => Promise<void>) => {
    if (!closing.signal.aborted) underWay.run(work, { holdsNote: true });
  };

  const gateway = await openGateway(
    {
      sessionStarted: ({ user, application }) => {
        Object.assign(me, { botId: user.id, applicationId: application.id });
        beginGap();
      },
      sessionReady: startFetching,
      guild: guilds.learnGuild,
      guildGone: ({ id, unavailable }) => {
        if (unavailable !== true) guilds.forgetGuild(id);
      },
      role: ({ role }) => guilds.learnRole(role),
      channel: (channel) => guilds.learnChannel(channel, null),
      message: (message) =>
        take(() =>
          receive.message(message).catch((error) => {
            if (!(error instanceof NotTaken)) throw error;
            beginGap();
            fetchLater();
          }),
        ),
      edited: (message) => take(() => receive.edited(message)),
      removed: (ids, where) => take(() => receive.removed(ids, where)),
      interaction: (interaction) => take(() => interact(interaction)),
    },
    { settings, limits, clock, log },
  );

  async function note(): Promise<void> {
    if (!isCaughtUp) return;
    const until = Math.min(gateway.aliveAt().getTime(), underWay.oldestMs() ?? Number.POSITIVE_INFINITY);
    await door.heardUntil(new Date(until));
  }
  const noted = () => note().catch((error) => log.warn({ err: error }, "could not note how far Discord was heard"));
  const notes = setInterval(noted, limits.catchUp.noteMs);
  // Whatever is written after the end of a process that dies soon is missed from here on.
  void firstCaughtUp.promise.then(noted);

  await registerCommands(api, me.applicationId, settings.guilds, log);

  return {
    http: null,
    trouble: gateway.trouble,
    close: async () => {
      clearInterval(notes);
      clearTimeout(retry);
      closing.abort();
      // What comes from now on is not taken, so it was not heard either.
      const heardUntil = gateway.aliveAt();
      await underWay.allDone(limits.callMs);
      await gateway.close();
      const oldestMs = underWay.oldestMs() ?? Number.POSITIVE_INFINITY;
      if (!isCaughtUp) return;
      await door
        .heardUntil(new Date(Math.min(heardUntil.getTime(), oldestMs)))
        .catch((error) => log.warn({ err: error }, "could not note how far Discord was heard"));
    },
  };
}

// Buttons and forms in Slack: who presses what, from where, and what they are told alone.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { card, reply, type SlackChat, startSlackChat } from "../support/slack-chat.ts";
import { openStore } from "../support/store.ts";

let database: Database;
let shop: SlackChat;
let sam: string;
let channel: string;
let staffChannel: string;
let root: string;
let number = 0;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.close());
afterEach(() => shop.stop());

async function start(over: "sockets" | "http" = "sockets") {
  shop = await startSlackChat({
    database,
    over,
    settings: (slack) => {
      sam = slack.addUser({ name: "sam" }).id;
      channel = slack.addChannel({ name: "shop" }).id;
      staffChannel = slack.addChannel({ name: "staff" }).id;
      return { staffChannel };
    },
  });
  await shop.listen();
  root = shop.slack.say(sam, channel, "restock the Aviator").ts;
}

const place = () => `${shop.slack.teamId}/${channel}/${root}`;
const post = (where: string, changed: Parameters<typeof reply>[0]) => {
  number++;
  return shop.worker.platform.post(where, { id: `out_b${number}`, reply: reply(changed), files: [], isRepeat: false });
};
const newId = (kind: string) => `${kind}_${process.hrtime.bigint()}`;
const thread = () => shop.slack.seen(channel, { threadTs: root });
const whispers = (where: string, user: string) =>
  shop.slack.calls
    .filter(({ method, args }) => method === "chat.postEphemeral" && args.channel === where && args.user === user)
    .map(({ args }) => args.text);
const labels = (message: { buttons: { label: string }[] } | undefined) => message?.buttons.map(({ label }) => label);

async function staffCard(id = newId("apr")) {
  const waiting = card({ id, needs: ["admin"] });
  await post(place(), { text: "It waits for an admin.", card: waiting });
  await post(`staff/${staffChannel}`, { text: "A card waits for you.", card: waiting });
  return { id, here: thread().at(-1), there: shop.slack.seen(staffChannel).at(-1) };
}

describe.each(["sockets", "http"] as const)("over %s", (over) => {
  beforeEach(() => start(over));

  test("B57 a press is acknowledged in time though the shop takes four seconds, and counts once", async () => {
    const { id } = await staffCard();
    shop.door.takesMs = 4_000;
    const reaction = await shop.slack.press(sam, staffChannel, shop.slack.seen(staffChannel).at(-1)?.ts ?? "", {
      label: "Approve",
    });
    expect(reaction).toMatchObject({ outcome: "acked" });
    expect(reaction.ackMs).toBeLessThan(3_000);
    await expect.poll(() => shop.door.presses.map(({ approvalId }) => approvalId)).toEqual([id]);
    await shop.slack.settled();
    expect(shop.door.presses).toHaveLength(1);
  });

  test("declining asks for the reason at once, and the reason comes with the press", async () => {
    const { id, there } = await staffCard();
    await shop.slack.press(sam, staffChannel, there?.ts ?? "", { label: "Decline" });
    const form = shop.slack.modals(sam).at(-1);
    expect(form?.title).toBe("Decline");
    expect(shop.door.presses).toEqual([]);
    await shop.slack.submit(sam, form?.viewId ?? "", { words: "Too <!channel> dear" });
    await expect.poll(() => shop.door.presses.length).toBe(1);
    expect(shop.door.presses[0]).toMatchObject({ approvalId: id, decision: "reject", reason: "Too <!channel> dear" });
    expect(shop.door.presses[0]?.key).toBe(`slack:${shop.slack.teamId}:view-${form?.viewId}`);
    expect(shop.slack.modals(sam)).toEqual([]);
  });
});

describe("cards", () => {
  beforeEach(() => start());

  test("a reason may be left out", async () => {
    const { there } = await staffCard();
    await shop.slack.press(sam, staffChannel, there?.ts ?? "", { label: "Decline" });
    await shop.slack.submit(sam, shop.slack.modals(sam).at(-1)?.viewId ?? "", {});
    await expect.poll(() => shop.door.presses.map(({ reason }) => reason)).toEqual([null]);
  });

  test("B56 two admins press at once: both come through, each has an answer alone, and the buttons go everywhere", async () => {
    const { id, there, here } = await staffCard();
    const ada = shop.slack.addUser({ name: "ada" }).id;
    shop.slack.join(staffChannel, ada);
    await Promise.all(
      [sam, ada].map((who) => shop.slack.press(who, staffChannel, there?.ts ?? "", { label: "Approve" })),
    );
    await expect.poll(() => shop.door.presses.length).toBe(2);
    const [first, second] = shop.door.presses;
    expect(first?.key).not.toBe(second?.key);
    const later = reply({ text: "This was decided already: it is booked.", to: "asker" });
    await shop.worker.platform.answer(second?.answerTo ?? null, later);
    const who = second?.person.handle.split(":")[1] ?? "";
    expect(whispers(staffChannel, who)).toEqual(["This was decided already: it is booked."]);
    const decisions = [{ name: "Ada", decision: "approve", at: new Date().toISOString() }];
    await shop.worker.platform.redraw(card({ id, state: "committed", needs: [], decisions }));
    for (const [where, message] of [
      [staffChannel, there],
      [channel, here],
    ] as const) {
      const now = shop.slack
        .seen(where, { threadTs: message?.threadTs ?? message?.ts ?? "" })
        .find(({ ts }) => ts === message?.ts);
      expect(now?.buttons).toEqual([]);
      expect(now?.shown).toContain("Ada");
    }
  });

  test("a card that is in a place already is not posted there again", async () => {
    const id = newId("apr");
    await post(place(), { text: "Please confirm.", card: card({ id }) });
    await post(place(), { text: "It still waits.", card: card({ id }) });
    expect(thread().filter(({ buttons }) => buttons.length > 0)).toHaveLength(1);
  });

  test("B88 a button from another message, of a card unknown, or with a name of its own is refused and counted", async () => {
    const { id } = await staffCard();
    const { slack, door } = shop;
    const web = (text: string, actionId: string, value: string) => ({
      channel: staffChannel,
      text,
      blocks: [
        {
          type: "actions",
          elements: [{ type: "button", text: { type: "plain_text", text: "Go" }, action_id: actionId, value }],
        },
      ],
    });
    const forged = [web("a", "press-approve", id), web("b", "press-approve", "apr_none"), web("c", "approve", id)];
    for (const message of forged) await callSlack("chat.postMessage", message);
    for (const { ts } of slack.seen(staffChannel).slice(-3)) await slack.press(sam, staffChannel, ts, { label: "Go" });
    await expect.poll(() => whispers(staffChannel, sam)).toHaveLength(3);
    expect(whispers(staffChannel, sam)[0]).toMatch(/^This button is not one of mine any more/);
    expect(door.presses).toEqual([]);
    expect(await shop.turnedAway("press")).toBe(3);
  });

  test("B88 a form that was opened by a forged button changes nothing", async () => {
    const { id } = await staffCard();
    const button = { type: "button", text: { type: "plain_text", text: "Go" }, action_id: "press-reject", value: id };
    await callSlack("chat.postMessage", { channel, text: "a", blocks: [{ type: "actions", elements: [button] }] });
    await shop.slack.press(sam, channel, shop.slack.seen(channel).at(-1)?.ts ?? "", { label: "Go" });
    await shop.slack.submit(sam, shop.slack.modals(sam).at(-1)?.viewId ?? "", { words: "no" });
    await expect.poll(() => whispers(channel, sam)).toHaveLength(1);
    expect(shop.door.presses).toEqual([]);
  });

  test("what the door says of a press is told to who pressed alone", async () => {
    const { there } = await staffCard();
    shop.door.says = { kind: "say", text: "Only admins approve." };
    await shop.slack.press(sam, staffChannel, there?.ts ?? "", { label: "Approve" });
    await expect.poll(() => whispers(staffChannel, sam)).toEqual(["Only admins approve."]);
  });

  test("B59 the plan is shown in a dialog, literally, however long the shop takes to find it", async () => {
    const { id, there } = await staffCard();
    shop.door.plan = `// <!channel> & \`\`\`\n${"await shop.sell({ item: 'SG002' });\n".repeat(200)}`;
    shop.door.takesMs = 3_500;
    const reaction = await shop.slack.press(sam, staffChannel, there?.ts ?? "", { label: "View plan" });
    expect(reaction.outcome).toBe("acked");
    expect(shop.slack.modals(sam).at(-1)?.shown).toContain("One moment");
    await expect.poll(() => shop.slack.modals(sam).at(-1)?.shown).toContain("// <!channel> & ```");
    expect(
      shop.slack
        .modals(sam)
        .at(-1)
        ?.shown.match(/shop\.sell/g),
    ).toHaveLength(200);
    expect(shop.door.plans).toEqual([id]);
  });
});

describe("tickets and thumbs", () => {
  beforeEach(() => start());

  test("staff answer a ticket by a form, which does not take nothing for an answer", async () => {
    const ticketId = Number(process.hrtime.bigint() % 900_000_000n);
    await post(`staff/${staffChannel}`, { text: "Alice wants a person.", ticketId });
    const notice = shop.slack.seen(staffChannel).at(-1);
    expect(labels(notice)).toEqual(["Answer", "Resolve"]);
    await shop.slack.press(sam, staffChannel, notice?.ts ?? "", { label: "Answer" });
    const form = shop.slack.modals(sam).at(-1);
    await shop.slack.submit(sam, form?.viewId ?? "", { words: "   " });
    expect(shop.slack.modals(sam).at(-1)?.errors).toEqual({ words: "Write an answer first." });
    shop.door.says = { kind: "failed", text: "Not sent (Reference: ref_2)." };
    await shop.slack.submit(sam, form?.viewId ?? "", { words: "It is on its way." });
    expect(shop.slack.modals(sam).at(-1)?.errors).toEqual({ words: "Not sent (Reference: ref_2)." });
    shop.door.says = { kind: "taken", isNew: true, isDelayed: false };
    await shop.slack.submit(sam, form?.viewId ?? "", { words: "It is on its way." });
    expect(shop.door.answers).toMatchObject([{ ticketId, text: "It is on its way." }]);
    expect(whispers(staffChannel, sam)).toEqual(["Your answer is sent."]);
    await shop.slack.press(sam, staffChannel, notice?.ts ?? "", { label: "Resolve" });
    await expect.poll(() => shop.door.resolved).toMatchObject([{ ticketId }]);
  });

  test("an answer has thumbs, which are thanked for alone; a card has none", async () => {
    await post(place(), { runId: "run_7" });
    const answer = thread().at(-1);
    expect(labels(answer)).toEqual(["👍", "👎"]);
    await shop.slack.press(sam, channel, answer?.ts ?? "", { label: "👎" });
    await expect.poll(() => shop.door.verdicts).toMatchObject([{ runId: "run_7", verdict: "down" }]);
    await expect.poll(() => whispers(channel, sam)).toEqual(["Thank you, that helps."]);
    await post(place(), { runId: "run_8", card: card({ id: newId("apr") }) });
    expect(thread().at(-2)?.buttons).toEqual([]);
  });
});

/** As the app, but past the adapter. */
async function callSlack(method: string, args: object): Promise<void> {
  await fetch(`${shop.slack.apiUrl}${method}`, {
    method: "POST",
    headers: { authorization: `Bearer ${shop.slack.botToken}`, "content-type": "application/json" },
    body: JSON.stringify(args),
  });
}

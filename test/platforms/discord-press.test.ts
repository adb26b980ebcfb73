import { describe, expect, test } from "vitest";
import { card, chatsForEachTest, type DiscordChat, delivery } from "../support/discord-chat.ts";

const { listening } = chatsForEachTest();

interface Shown extends DiscordChat {
  /** Where the card is shown, and the message that shows it. */
  thread: string;
  messageId: string;
  staff: string;
  ada: string;
}

/** Ada is an admin by her role; the card stands in Alice's thread, and a copy of it in the channel of the staff. */
async function showing(changed: Parameters<typeof card>[0] = {}, given: Parameters<typeof listening>[0] = {}) {
  const ids = { staff: "", ada: "" };
  const chat = await listening({
    ...given,
    settings: (discord) => {
      ids.staff = discord.addChannel("staff");
      ids.ada = discord.addUser("Ada");
      const role = discord.addRole("admins");
      discord.setRoles(ids.ada, [role]);
      return { admins: [role], staffChannel: ids.staff };
    },
  });
  const thread = chat.discord.say(chat.alice, chat.discord.channelId, "sell 3 Wayfarer");
  const place = `${chat.discord.guildId}/${chat.discord.channelId}/${thread}`;
  await chat.worker.platform.post(place, delivery({ text: "Ready.", card: card(changed) }));
  const shown: Shown = { ...chat, ...ids, thread, messageId: chat.discord.seen(thread)[0]?.id ?? "" };
  return shown;
}

const privately = ({ discord }: DiscordChat, channelId: string, userId: string) =>
  discord
    .seen(channelId, { as: userId })
    .filter(({ ephemeralFor }) => ephemeralFor === userId)
    .map(({ shown }) => shown);

const waitsForAdmin = { needs: ["admin" as const] };
const NOT_MINE = "This button is not one of mine any more. Ask again for a fresh card.";

describe("a pressed button", () => {
  test("B77 works after a restart: another process knows the card", async () => {
    const { discord, chat, door, thread, messageId, alice, ...shown } = await showing();
    await chat.platform.close();
    const restarted = shown.another();
    await shown.listen(restarted);
    await discord.press(alice, thread, messageId, { label: "Confirm" });
    await expect.poll(() => door.presses).toHaveLength(1);
    await restarted.platform.redraw(card({ state: "committed", needs: [] }));
    expect(discord.seen(thread)[0]?.embeds[0]?.title).toBe("Done");
  });

  test("B78 of somebody else's card is refused to them alone", async () => {
    const shown = await showing();
    const { discord, door, thread, messageId } = shown;
    const bruno = discord.addUser("Bruno");
    door.says = { kind: "say", text: "Only the person who asked for this can confirm or cancel it." };
    const acted = await discord.press(bruno, thread, messageId, { label: "Confirm" });
    expect(acted).toMatchObject({ acknowledged: true, notice: null });
    expect(privately(shown, thread, bruno)).toEqual(["Only the person who asked for this can confirm or cancel it."]);
    expect(discord.seen(thread)).toHaveLength(1);
    expect(discord.seen(thread)[0]?.buttons).toHaveLength(2);
  });

  test("B88 counts only on a message that shows the card it names", async () => {
    const shown = await showing();
    const { discord, door, thread, messageId, alice, worker } = shown;
    const other = await worker.platform.post(
      `${discord.guildId}/${discord.channelId}/${thread}`,
      delivery({ text: "Hello." }),
    );
    const tries: [string, string][] = [
      [messageId, "confirm:apr_2"],
      [messageId, "approve:apr_1:x"],
      [messageId, "launch:apr_1"],
      [other, "confirm:apr_1"],
      [other, "reject:apr_1"],
      [other, "plan:apr_1"],
      [other, "resolve:7"],
      [other, "answer:7"],
    ];
    for (const [message, customId] of tries) await discord.press(alice, thread, message, { customId, forge: true });
    await expect.poll(() => privately(shown, thread, alice)).toEqual(tries.map(() => NOT_MINE));
    expect(door.presses).toEqual([]);
    expect(door.asked).toEqual([]);
    expect(discord.modals(alice)).toEqual([]);
    expect(await shown.turnedAway("press")).toBe(tries.length);
  });

  test("is acknowledged in time although the door is slow, and what came of it is said later", async () => {
    const shown = await showing({}, { limits: { ackMs: 100 } });
    const { discord, door, thread, messageId, alice } = shown;
    door.takesMs = 500;
    const acted = await discord.press(alice, thread, messageId, { label: "Confirm" });
    expect(acted.acknowledged).toBe(true);
    expect(privately(shown, thread, alice)).toEqual(["I have it; this takes a moment longer than usual."]);
    await expect.poll(() => door.presses).toHaveLength(1);
    door.says = { kind: "failed", text: "Something went wrong (ref_1)." };
    await discord.press(alice, thread, messageId, { label: "Cancel" });
    await expect.poll(() => privately(shown, thread, alice)).toContain("Something went wrong (ref_1).");
  });

  test("says privately what came of it, from any process, as long as Discord allows it", async () => {
    const shown = await showing();
    const { discord, door, thread, messageId, alice, worker } = shown;
    await discord.press(alice, thread, messageId, { label: "Confirm" });
    const answerTo = door.presses[0]?.answerTo ?? null;
    await worker.platform.answer(answerTo, delivery({ text: "This was decided already: @everyone." }).reply);
    expect(privately(shown, thread, alice).map((text) => text.replaceAll("\u200b", ""))).toEqual([
      "This was decided already: @everyone.",
    ]);
    discord.expireTokens();
    await worker.platform.answer(answerTo, delivery().reply);
    await worker.platform.answer(null, delivery().reply);
    expect(privately(shown, thread, alice)).toHaveLength(1);
  });
});

describe("an admin", () => {
  test("approves in the channel of the staff, being one by a role of the server", async () => {
    const shown = await showing(waitsForAdmin);
    const { discord, door, worker, staff, ada } = shown;
    expect(worker.platform.staffPlace).toBe(`staff/${staff}`);
    await worker.platform.post(
      `staff/${staff}`,
      delivery({ text: "Alice asks for a change.", card: card(waitsForAdmin) }),
    );
    const [message] = discord.seen(staff);
    expect(message?.buttons.map(({ label }) => label)).toEqual(["Approve", "Decline", "View plan"]);
    await discord.press(ada, staff, message?.id ?? "", { label: "Approve" });
    expect(door.presses).toMatchObject([{ decision: "approve", person: { role: "admin", handle: `discord:${ada}` } }]);
    await worker.platform.redraw(card({ state: "committed", needs: [] }));
    expect([discord.seen(staff)[0]?.buttons, discord.seen(shown.thread)[0]?.buttons]).toEqual([[], []]);
  });

  test("says why when declining, or leaves it out", async () => {
    const shown = await showing(waitsForAdmin);
    const { discord, door, thread, messageId, ada } = shown;
    const acted = await discord.press(ada, thread, messageId, { label: "Decline" });
    expect(acted.modal).toMatchObject({ customId: "reason:apr_1", title: "Decline" });
    await discord.submit(ada, "reason:apr_1", { words: "too expensive" });
    await discord.press(ada, thread, messageId, { label: "Decline" });
    await discord.submit(ada, "reason:apr_1", {});
    expect(door.presses).toMatchObject([
      { decision: "reject", reason: "too expensive" },
      { decision: "reject", reason: null },
    ]);
    expect(privately(shown, thread, ada)).toEqual([]);
  });

  test("sees the plan alone: as code, and as a file when it is long", async () => {
    const shown = await showing({ ...waitsForAdmin, requester: { name: "Sam", role: "staff", person: "p" } });
    const { discord, door, thread, messageId, ada, alice } = shown;
    await discord.press(ada, thread, messageId, { label: "View plan" });
    await expect.poll(() => privately(shown, thread, ada)).toEqual(["async function main() {}"]);
    door.plan = `// ${"x".repeat(3_000)}`;
    await discord.press(ada, thread, messageId, { label: "View plan" });
    await expect
      .poll(() =>
        discord
          .seen(thread, { as: ada })
          .at(-1)
          ?.files.map(({ name, bytes }) => [name, bytes.length]),
      )
      .toEqual([["plan.js", 3_003]]);
    await discord.press(alice, thread, messageId, { label: "View plan" });
    await expect.poll(() => privately(shown, thread, alice)).toEqual(["The plan is for admins."]);
    expect(discord.seen(thread)).toHaveLength(1);
  });
});

describe("the staff", () => {
  test("answer a ticket by a form and close it by a button", async () => {
    const shown = await showing();
    const { discord, door, worker, staff, ada } = shown;
    await worker.platform.post(`staff/${staff}`, delivery({ text: "Ticket 7: Alice wants a person.", ticketId: 7 }));
    const [message] = discord.seen(staff);
    expect(message?.buttons.map(({ label }) => label)).toEqual(["Answer", "Resolve"]);
    const acted = await discord.press(ada, staff, message?.id ?? "", { label: "Answer" });
    expect(acted.modal?.inputs[0]).toMatchObject({ isLong: true, isRequired: true });
    await discord.submit(ada, "answer:7", { words: "It is on its way." });
    await discord.press(ada, staff, message?.id ?? "", { label: "Resolve" });
    expect(door.asked).toEqual(["answer 7 It is on its way.", "resolve 7"]);
    expect(privately(shown, staff, ada)).toEqual(["Your answer is sent.", "Ticket closed."]);
  });
});

describe("an answer", () => {
  test("can be judged by who reads it, and they are thanked alone", async () => {
    const shown = await showing();
    const { discord, door, worker, thread, alice } = shown;
    const place = `${discord.guildId}/${discord.channelId}/${thread}`;
    const messageId = await worker.platform.post(place, delivery({ runId: "run_7" }));
    await discord.press(alice, thread, messageId, { customId: "up:run_7" });
    await expect.poll(() => privately(shown, thread, alice)).toEqual(["Thank you, that helps."]);
    await discord.press(alice, thread, messageId, { customId: "down:run_7" });
    await expect.poll(() => door.asked).toEqual(["feedback run_7 up", "feedback run_7 down"]);
    expect(discord.seen(thread)).toHaveLength(2);
  });
});

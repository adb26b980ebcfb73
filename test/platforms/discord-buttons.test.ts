import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cardView } from "../../src/platforms/card-view.ts";
import { cardRows, feedbackRows, parsePressed, ticketRows } from "../../src/platforms/discord/buttons.ts";
import { answerForm, reasonForm } from "../../src/platforms/discord/forms.ts";
import { messageBody, messageCall } from "../../src/platforms/discord/outgoing.ts";
import { card } from "../support/discord-chat.ts";

describe("buttons and forms", () => {
  test("name what they are about by an opaque id, and nothing else is taken for one of ours", () => {
    const waiting = cardView(card({ needs: ["admin"] }), "staff");
    const rows = [...cardRows(waiting), ...feedbackRows("run_1"), ...ticketRows(7)];
    const ids = rows.flatMap(({ components }) => components.map((button) => button.custom_id));
    expect(ids).toEqual([
      ...["approve:apr_1", "reject:apr_1", "plan:apr_1", "up:run_1", "down:run_1", "answer:7", "resolve:7"],
    ]);
    expect(ids.map((id) => parsePressed(id)?.kind)).toEqual([
      ...["decide", "decide", "plan", "feedback", "feedback", "answer-ticket", "resolve-ticket"],
    ]);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (id) => {
        expect(parsePressed(id)).toBeNull();
      }),
    );
    for (const id of ["constructor:apr_1", "answer:x", "resolve:-1", "confirm:", "confirm:a b", "CONFIRM:apr_1"]) {
      expect(parsePressed(id)).toBeNull();
    }
  });

  test("have labels that Discord takes", () => {
    for (const form of [reasonForm("apr_1"), answerForm(999_999_999)]) {
      expect(form.title.length).toBeLessThanOrEqual(45);
      for (const line of form.components) {
        const [input] = "components" in line ? line.components : [];
        expect(input !== undefined && "label" in input ? (input.label?.length ?? 0) : 99).toBeLessThanOrEqual(45);
      }
    }
  });

  test("files go out with an alt text of theirs, cut to Discord's length, under a name that cannot lie", () => {
    const file = { name: "../a b.png", mediaType: "image/png", bytes: new Uint8Array(2), altText: "x".repeat(2_000) };
    const body = messageBody({ content: "a", files: [file] });
    expect(body).toMatchObject({ allowed_mentions: { parse: [], replied_user: false } });
    expect(JSON.stringify(body)).toContain('"filename":".._a_b.png"');
    expect(JSON.stringify(body).length).toBeLessThan(1_300);
    expect(messageCall({ files: [file] }).files?.[0]?.name).toBe(".._a_b.png");
  });
});

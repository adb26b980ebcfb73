// From what models write around their code to the code, and nothing but the code.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractPlan } from "../../src/agent/plan.ts";

const plan = `// Step 1: look it up.
const items = await db.inventory.findMany({ where: { search: "aviator" } });
answer_text = \`We have \${items.length}. \\\`Enjoy!\\\`\`;
STATUS = "success";
ACTION = "read";`;

const inTags = (code: string) => `<execute_javascript>\n${code}\n</execute_javascript>`;
const inFence = (code: string, language = "js", fence = "```") => `${fence}${language}\n${code}\n${fence}`;
const isPlan = (code: string) => ({ kind: "plan", code });
const isNone = (text: string) => ({ kind: "no-plan", text });

describe("between tags", () => {
  test.each([
    ["alone", inTags(plan)],
    ["on the tags' own lines", `<execute_javascript>${plan}</execute_javascript>`],
    ["with words around", `Sure! Here it is:\n${inTags(plan)}\nLet me know.`],
    ["with a fence inside", inTags(inFence(plan))],
    ["with a fence inside that is not closed", inTags(`\`\`\`javascript\n${plan}`)],
    ["with a fence around", inFence(inTags(plan), "xml")],
    ["in capitals and with a space", `<EXECUTE_JAVASCRIPT >\n${plan}\n</Execute_JavaScript >`],
    ["after a byte order mark", `\uFEFF${inTags(plan)}`],
    ["after thoughts with a draft in them", `<think>\n${inTags("answer_text = 1")}\n</think>\n\n${inTags(plan)}`],
    ["after thoughts without an opening tag", `First I thought of \`\`\`\n</think>\n${inTags(plan)}`],
    ["after a word about the tags", `It goes in <execute_javascript> and </execute_javascript>.\n${inTags(plan)}`],
    ["before a word about the tags", `${inTags(plan)}\nI used <execute_javascript> and </execute_javascript>.`],
    ["before a tag that is never closed", `${inTags(plan)}\nAll of it is in <execute_javascript>.`],
    ["before a fence that quotes", `${inTags(plan)}\nYou wrote:\n${inFence("answer_text = 'stolen';")}`],
  ])("a plan is found %s", (_, reply) => {
    expect(extractPlan(reply)).toEqual(isPlan(plan));
  });

  test("a plan keeps its line ends", () => {
    const windows = plan.replaceAll("\n", "\r\n");
    expect(extractPlan(inTags(windows).replaceAll(/\r?\n/g, "\r\n"))).toEqual(isPlan(windows));
    expect(extractPlan(inTags(inFence(windows)).replaceAll(/\r?\n/g, "\r\n"))).toEqual(isPlan(windows));
    expect(extractPlan(inFence(windows).replaceAll(/\r?\n/g, "\r\n"))).toEqual(isPlan(windows));
  });

  test.each([
    ["in a string", "answer_text = '</execute_javascript>';\nSTATUS = 'success';"],
    ["in a comment", "answer_text = 'a'; // </execute_javascript>\nSTATUS = 'success';"],
    ["both in a template", "answer_text = `\n<execute_javascript>\n</execute_javascript>\n`;\nSTATUS = 'success';"],
  ])("a plan may name its tags %s", (_, code) => {
    expect(extractPlan(inTags(code))).toEqual(isPlan(code));
  });

  test("entities stay as they are", () => {
    const code = 'answer_text = "a &lt; b &amp;&amp; c";';
    expect(extractPlan(inTags(code))).toEqual(isPlan(code));
  });

  test("a plan with a mistake goes to the sandbox as it is, for the mistake to be named", () => {
    expect(extractPlan(`${inTags("answer_text = ;")}\nDone.`)).toEqual(isPlan("answer_text = ;"));
    expect(extractPlan(inTags("const n: number = 1;"))).toEqual(isPlan("const n: number = 1;"));
  });

  test("of several blocks the last that sets answer_text counts, and they are never joined", () => {
    expect(extractPlan(`${inTags("answer_text = 'draft';")}\nBetter:\n${inTags(plan)}`)).toEqual(isPlan(plan));
    expect(extractPlan(`${inTags(plan)}\nTo test it:\n${inTags("console.log(answer_text)")}`)).toEqual(isPlan(plan));
    expect(extractPlan(`${inTags("const a = 1;")}\n${inTags("const b = a;")}`)).toEqual(isPlan("const b = a;"));
    expect(extractPlan(`${inTags("answer_text = ;")} ${inTags(plan)}`.replace(" <", "\n<"))).toEqual(isPlan(plan));
    const fenced = (code: string) => inTags(inFence(code, ""));
    expect(extractPlan(`${fenced("answer_text = 'draft';")}\n${fenced(plan)}`)).toEqual(isPlan(plan));
  });

  test("a tag that is never closed holds no plan: its end was not seen", () => {
    const reply = `<execute_javascript>\n${plan}`;
    expect(extractPlan(reply)).toEqual(isNone(reply));
  });
});

describe("in a fence", () => {
  test.each(["js", "javascript", "ts", "mjs", "JSX", "", "execute_javascript", "js title=plan.js"])(
    "a plan is found whatever the language word: '%s'",
    (language) => {
      expect(extractPlan(`Here:\n\n${inFence(plan, language)}\n\nDone.`)).toEqual(isPlan(plan));
    },
  );

  test.each([
    ["of tildes", inFence(plan, "js", "~~~")],
    ["of four backticks", inFence(plan, "js", "````")],
    ["that is indented", `1. So:\n   \`\`\`js\n${plan}\n   \`\`\``],
    ["after one in another language", `${inFence("npm install", "sh")}\n${inFence(plan)}`],
    [
      "before one in another language",
      `${inFence(plan)}\nIt gives\n${inFence('{ "answer_text": "We have 3." }', "json")}`,
    ],
    ["after a draft without a language word", `${inFence("answer_text = 1", "")}\nNo:\n${inFence(plan, "")}`],
    ["though its tag is never closed", `<execute_javascript>\n${inFence(plan)}`],
  ])("a plan is found in one %s", (_, reply) => {
    expect(extractPlan(reply)).toEqual(isPlan(plan));
  });

  test("a plan may have a fence in a comment", () => {
    const code = `/*\n\`\`\`\nnot code\n\`\`\`\n*/\n${plan}`;
    expect(extractPlan(inFence(code))).toEqual(isPlan(code));
  });

  test.each([
    ["is not closed", `\`\`\`js\n${plan}`],
    ["is closed by a shorter one", `\`\`\`\`js\n${plan}\n\`\`\``],
    ["does not set answer_text", `You wrote:\n${inFence("await shop.refund({ orderId: 7 });")}`],
    ["only compares answer_text", inFence("answer_text === 1; answer_text == 2; answer_text => 3;")],
    ["stands on one line", "```answer_text = 'a'```"],
  ])("there is no plan in a fence that %s", (_, reply) => {
    expect(extractPlan(reply)).toEqual(isNone(reply));
  });
});

describe("without tag or fence", () => {
  test("bare code that sets answer_text is a plan", () => {
    expect(extractPlan(`\n${plan}\n`)).toEqual(isPlan(plan));
    expect(extractPlan(`<think>Hm.</think>${plan}`)).toEqual(isPlan(plan));
  });

  test.each([
    ["prose", "I'm sorry, I can't help with that."],
    ["prose about code", "You could set answer_text = 'a', but I would rather not."],
    ["code between prose", `Here it is.\n${plan}`],
    ["code that sets nothing", "await db.orders.count()"],
    ["a closing tag alone", `${plan}\n</execute_javascript>`],
    ["nothing", ""],
  ])("%s is no plan", (_, reply) => {
    expect(extractPlan(reply)).toEqual(isNone(reply));
  });

  test("thoughts without an end are no plan", () => {
    expect(extractPlan(`<think>\n${inTags(plan)}`)).toEqual(isNone(""));
  });
});

describe("whatever the plan", () => {
  const words = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("```", "~~~", "````js", "</think>", "&lt;", "\uFEFF", "\\", "'", '"', "`", "${", "}", "*/", "//"),
  );
  const tag = fc.constantFrom("<execute_javascript>", "</execute_javascript>");
  const escapeTemplate = (text: string) => text.replaceAll(/[\\`$\r]/g, "\\$&");
  const onOneLine = (text: string) => text.replaceAll(/[\r\n\u2028\u2029]/g, " ");

  const planOf = (text: fc.Arbitrary<string>) => {
    const string = text.map((one) => JSON.stringify(one));
    const template = text.map((one) => `\`${escapeTemplate(one)}\``);
    const literal = fc.oneof(string, template);
    const statement = fc.oneof(
      literal.map((one) => `STATUS = ${one};`),
      literal.map((one) => `await shop.openTicket({ issue: ${one} });`),
      text.map((one) => `console.log(1); // ${onOneLine(one)}`),
      text.map((one) => `/* ${one.replaceAll("*/", "")} */ ACTION = "read"`),
      fc.constant("if (/[`'\"]/.test(user_request)) { pending = null }"),
    );
    return fc
      .tuple(fc.array(statement), literal)
      .map(([statements, answer]) => [...statements, `answer_text = ${answer};`].join("\n"));
  };
  const sentences = fc.constantFrom("", "Here is the plan:\n", "Sure!\r\n\r\n", "Use `answer_text` = yes.\n", "\uFEFF");

  test("what stands between tags comes back to the letter", () => {
    const text = fc.oneof(words, tag);
    fc.assert(
      fc.property(planOf(fc.array(text).map((parts) => parts.join(" "))), sentences, (code, before) => {
        expect(extractPlan(`${before}${inTags(code)}\nDone.`)).toEqual(isPlan(code));
        expect(extractPlan(`${before}${inTags(inFence(code, "js", "``````"))}`)).toEqual(isPlan(code));
      }),
      { numRuns: 500 },
    );
  });

  test("what stands in a fence comes back to the letter", () => {
    fc.assert(
      fc.property(planOf(fc.array(words).map((parts) => parts.join(" "))), sentences, (code, before) => {
        expect(extractPlan(`${before}${inFence(code)}\n\nDone.`)).toEqual(isPlan(code));
      }),
      { numRuns: 500 },
    );
  });

  test("bare code comes back to the letter", () => {
    fc.assert(
      fc.property(planOf(fc.string({ unit: "grapheme" })), (code) => {
        expect(extractPlan(code)).toEqual(isPlan(code));
      }),
    );
  });

  test("any text is answered, without running it", () => {
    const part = fc.oneof(words, tag, fc.constantFrom("\n", "<think>", "answer_text = 1", "globalThis.ran = true;"));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        expect(["plan", "no-plan"]).toContain(extractPlan(parts.join("")).kind);
        expect(globalThis).not.toHaveProperty("ran");
      }),
      { numRuns: 500 },
    );
  });

  test("a reply made to be slow is answered quickly", () => {
    const start = performance.now();
    extractPlan("<execute_javascript>answer_text = 1</execute_javascript>".repeat(5_000));
    extractPlan("```\nx\n".repeat(20_000));
    extractPlan("<think>".repeat(20_000));
    extractPlan(`a${"\n".repeat(200_000)}b`);
    extractPlan(`\`\`\`${" ".repeat(200_000)}\``);
    extractPlan(`<execute_javascript${" ".repeat(200_000)}`);
    extractPlan(inTags("(".repeat(100_000)));
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

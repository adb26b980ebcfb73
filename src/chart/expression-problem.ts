// An expression of a chart in; null, or why it is not let in, out. What passes is arithmetic and words over the row that
// it is worked out for: it calls nothing that has effects, waits, or makes more than it is given.
import { parseExpression } from "vega-expression";
import { z } from "zod";

const MOST_CHARS = 500;

const FUNCTIONS = new Set([
  ...["abs", "ceil", "floor", "round", "sqrt", "pow", "exp", "log", "min", "max", "clamp", "isNaN", "isFinite"],
  ...["isNumber", "isString", "isBoolean", "isDate", "isValid", "isArray", "toNumber", "toString", "toBoolean"],
  ...["toDate", "parseFloat", "parseInt", "if", "inrange", "length", "indexof", "lastindexof", "slice"],
  ...["upper", "lower", "trim", "substring", "truncate", "split", "format"],
  ...["year", "quarter", "month", "date", "day", "dayofyear", "week", "hours", "minutes", "seconds", "time"],
  ...["utcyear", "utcquarter", "utcmonth", "utcdate", "utcday", "utcdayofyear", "utcweek", "utchours"],
  ...["datetime", "utc", "timeFormat", "utcFormat", "timeParse", "utcParse"],
  ...["monthFormat", "monthAbbrevFormat", "dayFormat", "dayAbbrevFormat"],
]);
const CONSTANTS = new Set(["datum", "NaN", "PI", "E", "LN2", "LN10", "undefined"]);
// They lead from a value to what made it.
const INNER_NAMES = new Set(["__proto__", "prototype", "constructor"]);

type Node = z.infer<typeof Node>;
const Node = z.looseObject({ type: z.string() });
const Nodes = z.array(Node);
const Name = z.object({ name: z.string() });

export function expressionProblem(expression: string): string | null {
  if (expression.length > MOST_CHARS) return `is longer than ${MOST_CHARS} characters`;
  try {
    return nodeProblem(Node.parse(parseExpression(expression)));
  } catch {
    return "is no expression";
  }
}

function nodeProblem(node: Node): string | null {
  switch (node.type) {
    case "Literal":
      return "regex" in node ? "holds a regular expression" : null;
    case "Identifier": {
      const { name } = Name.parse(node);
      return CONSTANTS.has(name) ? null : `names ${name}`;
    }
    case "MemberExpression":
      return memberProblem(node);
    case "CallExpression": {
      const { callee } = z.object({ callee: z.looseObject({ name: z.string().optional() }) }).parse(node);
      return callee.name !== undefined && FUNCTIONS.has(callee.name)
        ? firstProblem(Nodes.parse(node.arguments))
        : `calls ${callee.name ?? "something that is worked out"}`;
    }
    case "UnaryExpression":
      return nodeProblem(Node.parse(node.argument));
    case "BinaryExpression":
    case "LogicalExpression":
      return firstProblem(Nodes.parse([node.left, node.right]));
    case "ConditionalExpression":
      return firstProblem(Nodes.parse([node.test, node.consequent, node.alternate]));
    case "ArrayExpression":
      return firstProblem(Nodes.parse(node.elements));
    default:
      return `holds a ${node.type}`;
  }
}

/** A field of the row by its name: one whose name is worked out may be anything. */
function memberProblem(node: Node): string | null {
  const { object, property, computed } = z.object({ object: Node, property: Node, computed: z.boolean() }).parse(node);
  const name = computed ? property.value : property.name;
  const isName = (computed ? property.type === "Literal" : property.type === "Identifier") && !("regex" in property);
  if (!isName) return "reads a field whose name is worked out";
  return INNER_NAMES.has(String(name)) ? `reads ${String(name)}` : nodeProblem(object);
}

function firstProblem(nodes: Node[]): string | null {
  return nodes.map(nodeProblem).find((problem) => problem !== null) ?? null;
}

// Conditions on rows, joined by and, or and not. "all" and "none" are worked out here: Prisma drops an empty OR inside an
// AND, and with it would go the condition that nobody else's rows are seen.

/** An object is a condition in Prisma's words, never an empty one. */
export type Condition = "all" | "none" | object;

export function and(parts: Condition[]): Condition {
  if (parts.includes("none")) return "none";
  const real = parts.filter((part) => part !== "all");
  return joined("AND", real, "all");
}

export function or(parts: Condition[]): Condition {
  if (parts.includes("all")) return "all";
  const real = parts.filter((part) => part !== "none");
  return joined("OR", real, "none");
}

export function not(part: Condition): Condition {
  if (part === "all") return "none";
  return part === "none" ? "all" : { NOT: part };
}

function joined(word: "AND" | "OR", real: Condition[], ifEmpty: Condition): Condition {
  const [first, second] = real;
  if (first === undefined) return ifEmpty;
  return second === undefined ? first : { [word]: real };
}

/** What Prisma takes. `key` is any field of the model. */
export function prismaWhere(condition: Condition, key: string): object {
  if (condition === "all") return {};
  return condition === "none" ? { [key]: { in: [] } } : condition;
}

// An operation as its file describes it in, the `Operation` that the catalog lists out.
import type { z } from "zod";
import type { Prisma } from "../database/generated/client.ts";
import { parseArguments } from "./arguments.ts";
import { plainNumber } from "./money.ts";
import type { Done, Operation, OperationContext, Terms } from "./operation.ts";

interface Definition<Input> extends Omit<Operation, "input" | "apply"> {
  input: z.ZodType<Input>;
  apply(context: OperationContext, input: Input): Promise<Done | number>;
}

export function defineOperation<Input>(definition: Definition<Input>): Operation {
  return {
    ...definition,
    async apply(context, args) {
      const input = parseArguments(definition.name, definition.input, args);
      if (definition.approval !== "none") await context.till();
      return definition.apply(context, input);
    },
  };
}

/** Terms with what most operations leave out. */
export function termsOf(given: Pick<Terms, "operation" | "subject"> & Partial<Terms>): Terms {
  return {
    customer: null,
    orderId: null,
    quantity: null,
    unitPrice: null,
    amount: "0.00",
    before: null,
    after: null,
    names: {},
    ...given,
  };
}

/** `moved` is the whole amount as the till sees it. */
export async function done(
  context: OperationContext,
  moved: Prisma.Decimal,
  more: Partial<Pick<Done, "stockAfter" | "orderId" | "ticketId">>,
): Promise<Done> {
  const { balance } = await context.till();
  return {
    amount: plainNumber(moved),
    total: plainNumber(moved.abs()),
    balanceAfter: context.requester.role === "customer" ? null : plainNumber(balance),
    // Results are strict for a plan: a field that may be asked for is always there.
    stockAfter: null,
    orderId: null,
    ticketId: null,
    ...more,
  };
}
